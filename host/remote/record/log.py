"""Log of one side: a head that says what match it is of, and entries, which are only added to.

Only its side writes it.  It is published whole, so that the newest copy says all, and a lost,
repeated or late copy does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, cast

from host.engine.game import Side
from host.message.schema import Limits, encode
from host.remote.record.errors import read_as
from host.remote.record.events import LONGEST_TEXT, Entry, entry_of
from host.remote.record.terms import Terms, terms_of


@dataclass(frozen=True, slots=True)
class _Form:
    """JSON of a log; the terms and each entry are read by themselves."""

    match: str
    side: Side
    device: Annotated[str, Limits(1, LONGEST_TEXT)]
    terms: object
    entries: tuple[object, ...]


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
        entries = tuple(entry.data() for entry in self.entries)
        form = _Form(self.match, self.side, self.device, terms, entries)
        return cast(dict[str, object], encode(form))


def log_of(data: object) -> Log:
    """Return the log that JSON describes.

    Raises:
        RefusedRecordError: it describes none; the message quotes what is wrong.
    """
    form = read_as(_Form, data)
    terms = form.terms if isinstance(form.terms, str) else terms_of(form.terms)
    return Log(form.match, form.side, form.device, terms, tuple(map(entry_of, form.entries)))
