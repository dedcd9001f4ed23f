"""Seat at a table: all that a host begins with, and what it leaves behind on the disk."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from host.engine.game import Side
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.log import Log
from host.remote.record.payload import verified
from host.remote.record.terms import Terms


@dataclass(frozen=True)
class Seat:
    """All that a host needs to begin or to go on; a value that goes to its process.

    Attributes:
        match: id of the match.
        key: its secret.
        side: that this host plays.
        terms: of the match as JSON has them, for the inviter; None for the joiner.
        port: of its relay.
        folder: of its store and its journal.
        think_s: longest time before it does something.
        crash_rate: part of all savings before or after which it kills itself.
        publishes_first: True for a fault that the soak must find: it publishes before it stores.
    """

    match: str
    key: bytes
    side: Side
    terms: dict[str, object] | None
    port: int
    folder: Path
    think_s: float = 0.03
    crash_rate: float = 0.0
    publishes_first: bool = False

    @property
    def name(self) -> str:
        """The name of its side, in small letters."""
        return self.side.name.lower()

    @property
    def store(self) -> Path:
        """The file of its store."""
        return self.folder / f"{self.name}.sqlite"

    @property
    def journal(self) -> Path:
        """The file to which it appends what it has shown."""
        return self.folder / f"{self.name}.journal"

    def load(self) -> RemoteMatch | None:
        """Return the match as the host has stored it; None if it has not begun."""
        with closing(sqlite3.connect(self.store, isolation_level=None)) as database:
            database.execute("CREATE TABLE IF NOT EXISTS match (own BLOB, far BLOB)")
            row = database.execute("SELECT own, far FROM match").fetchone()
        if row is None:
            return None
        own = verified(row[0], self.key)
        far = None if row[1] is None else verified(row[1], self.key)
        terms = next(log.terms for log in (own, far) if log and isinstance(log.terms, Terms))
        return RemoteMatch(self.side, terms, self.key, own, far)

    def journal_bytes(self) -> int:
        """Return the size of the journal, which grows as long as something goes on."""
        return self.journal.stat().st_size if self.journal.exists() else 0

    def shown(self) -> list[Shown]:
        """Read what the host has shown; a line that was cut off by its end is left out."""
        if not self.journal.exists():
            return []
        lines = self.journal.read_bytes().split(b"\n")[:-1]
        return [Shown(**json.loads(line)) for line in lines]


@dataclass(frozen=True)
class Shown:
    """State that a host has shown, as a line of its journal has it.

    Attributes:
        own_count, own_digest: of the entries of its own log.
        far_count, far_digest: of those of the other side; -1 while it has no log.
        is_over: the match has ended, and no offer waits.
        refusal: why it has refused the other log; None if it has not.
    """

    own_count: int
    own_digest: str
    far_count: int
    far_digest: str
    is_over: bool
    refusal: str | None = None

    def line(self) -> bytes:
        """Return the line for the journal."""
        return json.dumps(asdict(self)).encode() + b"\n"


def shown_of(match: RemoteMatch | None, refusal: str | None = None) -> Shown:
    """Return what a host shows of a match, which is None before it has joined."""
    if match is None:
        return Shown(0, digest(None, 0), -1, digest(None, 0), False, refusal)
    far_count = -1 if match.far_log is None else len(match.far_log.entries)
    own_count = len(match.own_log.entries)
    merged = match.merged
    return Shown(
        own_count,
        digest(match.own_log, own_count),
        far_count,
        digest(match.far_log, max(0, far_count)),
        merged.outcome is not None and merged.negotiation.offer is None,
        refusal,
    )


def digest(log: Log | None, count: int) -> str:
    """Return a digest of the first entries of a log."""
    entries = [] if log is None else [entry.data() for entry in log.entries[:count]]
    return hashlib.sha256(json.dumps(entries).encode()).hexdigest()[:16]
