"""Log of one side: a head that says what match it is of, and entries, which are only added to.

Only its side writes it.  It is published whole, so that the newest copy says all, and a lost,
repeated or late copy does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from host.engine.game import Side
from host.message import quoted
from host.remote.record.errors import malformed
from host.remote.record.events import LONGEST_TEXT, Entry, entry_of
from host.remote.record.terms import Terms, terms_of


@dataclass(frozen=True, slots=True)
class Log:
    """Log of one side in one match.

    Attributes:
        match: id of the match.
        side: whose log it is.
        device: random id of the host that writes it.
        terms: the terms in the inviter's log; their digest in the joiner's.
        entries: in the order in which they happened.
    """

    match: str
    side: Side
    device: str
    terms: Terms | str
    entries: tuple[Entry, ...] = ()

    @property
    def head(self) -> Log:
        """The log without its entries."""
        return replace(self, entries=())

    def extended(self, *entries: Entry) -> Log:
        """Return the log with more entries."""
        return replace(self, entries=(*self.entries, *entries))

    def extends(self, other: Log) -> bool:
        """Return True if it begins as the other one, or is the same."""
        return self.head == other.head and self.entries[: len(other.entries)] == other.entries

    def data(self) -> dict[str, object]:
        """Return the log as JSON has it."""
        terms = self.terms.data() if isinstance(self.terms, Terms) else self.terms
        return {
            "match": self.match,
            "side": self.side.name.lower(),
            "device": self.device,
            "terms": terms,
            "entries": [entry.data() for entry in self.entries],
        }


def log_of(data: object) -> Log:
    """Return the log that JSON describes.

    Raises:
        RefusedRecordError: it describes none; the message quotes what is wrong.
    """
    if not isinstance(data, dict) or set(data) != {"match", "side", "device", "terms", "entries"}:
        raise malformed(quoted(str(data)))
    match, device, terms, entries = data["match"], data["device"], data["terms"], data["entries"]
    valid = (
        isinstance(match, str)
        and isinstance(device, str)
        and 0 < len(device) <= LONGEST_TEXT
        and data["side"] in ("white", "black")
        and isinstance(entries, list)
    )
    if not valid:
        raise malformed(quoted(str(data)))
    return Log(
        match,
        Side[data["side"].upper()],
        device,
        terms if isinstance(terms, str) else terms_of(terms),
        tuple(map(entry_of, entries)),
    )
