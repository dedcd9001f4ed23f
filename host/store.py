"""The store: every match in one SQLite file, written before anybody is shown what it holds.

A match is the name of its game, the position it began from, and the texts of its plies.  `keep`
brings the file to a list of plies in one transaction, with the write-ahead log and
`synchronous=FULL`: when it returns, the plies survive the end of the process and of the power.

    matches  id, game, start, begun, changed (UTC), outcome (a sentence, or null while it goes on)
    plies    match_id, number (1 up), text
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

SCHEMA = 1
"""The version of the tables, kept in the file as `user_version`."""

_MIGRATIONS = (
    # To version 1.
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        start TEXT NOT NULL,
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        changed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        outcome TEXT
    ) STRICT;
    CREATE TABLE plies (
        match_id INTEGER NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (match_id, number)
    ) STRICT, WITHOUT ROWID;
    """,
)
BUSY_S = 2.0
"""How long a write waits for another program that uses the file."""


class SaveFileError(ValueError):
    """The file cannot be read or written; the message names it and says what to do."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """One match as it is stored.

    Attributes:
        start: position text of the beginning.
        plies: the texts of its moves, passes included.
        begun, changed: UTC, e.g. 2026-11-21T05:31:00Z.
        outcome: the sentence that says how it ended; None while it goes on.
    """

    id: int
    game: str
    start: str
    plies: tuple[str, ...]
    begun: str
    changed: str
    outcome: str | None


def default_path() -> Path:
    """Where matches are kept unless told otherwise: the system's folder for a program's data."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "kamisado" / "matches.sqlite"


class Store:
    """An open file of matches.

    Args:
        path: made, with its folder, if it is not there.

    Raises:
        SaveFileError: it cannot be opened; whatever was there is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[int, tuple[tuple[str, ...], str | None]] = {}
        with self._plainly("opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
        try:
            with self._plainly("opened"):
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.execute("PRAGMA synchronous = FULL")
                self._file.execute("PRAGMA foreign_keys = ON")
                self._migrate()
        except SaveFileError:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def begin(self, game: str, start: str) -> int:
        """A new match without plies; its id."""
        with self._plainly("written"), self._transaction():
            row = self._file.execute(
                "INSERT INTO matches (game, start) VALUES (?, ?) RETURNING id", (game, start)
            ).fetchone()
        number = int(row[0])
        self._kept[number] = (), None
        return number

    def keep(self, number: int, plies: Sequence[str], outcome: str | None) -> None:
        """Bring a match to these plies, in one transaction; nothing is written if it is there.

        Raises:
            SaveFileError: it could not be written, and the file holds what it held before.
        """
        wanted = tuple(plies)
        if number not in self._kept:
            saved = self.load(number)
            self._kept[number] = saved.plies, saved.outcome
        kept, kept_outcome = self._kept[number]
        if (wanted, outcome) == (kept, kept_outcome):
            return
        same = 0
        while same < min(len(kept), len(wanted)) and kept[same] == wanted[same]:
            same += 1
        with self._plainly("written"), self._transaction():
            if same < len(kept):
                self._file.execute(
                    "DELETE FROM plies WHERE match_id = ? AND number > ?", (number, same)
                )
            self._file.executemany(
                "INSERT INTO plies (match_id, number, text) VALUES (?, ?, ?)",
                [(number, place, text) for place, text in enumerate(wanted[same:], same + 1)],
            )
            self._file.execute(
                "UPDATE matches SET outcome = ?, changed = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') "
                "WHERE id = ?",
                (outcome, number),
            )
        self._kept[number] = wanted, outcome

    def load(self, number: int) -> SavedMatch:
        """A match by its id.

        Raises:
            SaveFileError: there is none, or the file cannot be read.
        """
        for saved in self._matches("WHERE id = ?", (number,)):
            return saved
        raise SaveFileError(
            f"there is no match {number} in {str(self.path)!r}: see kamisado matches"
        )

    def newest(self) -> SavedMatch:
        """The match that goes on and was changed last.

        Raises:
            SaveFileError: there is none.
        """
        for saved in self.matches():
            if saved.outcome is None:
                return saved
        raise SaveFileError(f"no match in {str(self.path)!r} goes on: begin one with kamisado play")

    def matches(self) -> list[SavedMatch]:
        """All matches with at least one ply, the one changed last first."""
        return [
            saved for saved in self._matches("ORDER BY changed DESC, id DESC", ()) if saved.plies
        ]

    def _matches(self, clause: str, values: tuple[int, ...]) -> list[SavedMatch]:
        with self._plainly("read"):
            rows = self._file.execute(
                f"SELECT id, game, start, begun, changed, outcome FROM matches {clause}", values
            ).fetchall()
            return [
                SavedMatch(
                    id=row[0],
                    game=row[1],
                    start=row[2],
                    plies=tuple(
                        text
                        for (text,) in self._file.execute(
                            "SELECT text FROM plies WHERE match_id = ? ORDER BY number", (row[0],)
                        )
                    ),
                    begun=row[3],
                    changed=row[4],
                    outcome=row[5],
                )
                for row in rows
            ]

    def _migrate(self) -> None:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise SaveFileError(
                f"{str(self.path)!r} was written by a newer version of this program: update it, "
                "or choose another file with --data"
            )
        for script in _MIGRATIONS[version:]:
            version += 1
            # One transaction: a process that ends in the middle leaves the old version.
            self._file.executescript(f"BEGIN; {script} PRAGMA user_version = {version}; COMMIT;")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    @contextmanager
    def _plainly(self, done: str) -> Iterator[None]:
        """Tell what the database says in a sentence for people."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise SaveFileError(
                f"the matches in {str(self.path)!r} cannot be {done}: {_explain(error)}"
            ) from error


def _explain(error: Exception) -> str:
    text = str(error)
    if "not a database" in text or "malformed" in text:
        return (
            "the file is damaged. It is left as it is: move it away, or choose another with --data"
        )
    if "disk is full" in text or "No space" in text:
        return "the disk is full. Make room; what was saved before is safe"
    if "readonly" in text or "Permission" in text or "unable to open" in text:
        return (
            "it is not writable. Allow writing to it and its folder, or choose another with --data"
        )
    if "locked" in text:
        return "another program is writing to it. Close that, or choose another with --data"
    return text


def list_text(matches: Sequence[SavedMatch]) -> str:
    """Saved matches as a table for people."""
    if not matches:
        return "No matches are saved yet."
    lines = [f"{'match':>5}  {'last change':<21}{'plies':>5}  result"]
    lines += [
        f"{saved.id:>5}  {saved.changed:<21}{len(saved.plies):>5}  {saved.outcome or 'goes on'}"
        for saved in matches
    ]
    return "\n".join(lines)


def open_for_reading(path: Path) -> list[SavedMatch]:
    """The matches of a file; none if there is no such file, which is then not made."""
    if not path.exists():
        return []
    with closing(Store(path)) as store:
        return store.matches()
