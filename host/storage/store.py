"""Database of matches: one SQLite file with the tables of `host.storage.schema`.

A match is the name of its game, its start position, the texts of its plies, and the clock's times.
`save` writes in one transaction, with the write-ahead log and `synchronous=FULL`: when it returns,
the plies survive the end of the process and a power cut.

Saving a match that another program has written to since it was loaded is refused.
"""

from __future__ import annotations

import shutil
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, replace
from pathlib import Path

from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.message import Words, message, read_stored, stored_text
from host.recognition.history import StoredPly, Times
from host.storage.daily_copy import was_begun
from host.storage.database import Database, ReadOnlyError, SaveFileError
from host.storage.saved_match import SavedMatch, SavedRemoteMatch

_MATCHES = (
    "SELECT id, game, start, control, begun, changed, outcome, revision, settlement, touch_move, "
    "opponent, lots, table_name, serious, white_name, black_name, "
    "white_ms, black_ms "
    "FROM matches "
)
_REMOTE_MATCHES = "SELECT id, link, own_log, far_log, game_number, match_id FROM remote_matches "
_PLIES = "SELECT text, white_ms, black_ms, round, aid FROM plies WHERE match_id = ? ORDER BY number"
_HAS_PLIES = (  # or somebody at another board was invited to it, or has invited
    "(EXISTS (SELECT 1 FROM plies WHERE match_id = matches.id) "
    "OR EXISTS (SELECT 1 FROM remote_matches WHERE match_id = matches.id))"
)
_OF_TABLE = "(:table IS NULL OR table_name = :table)"
_NEWEST_FIRST = "ORDER BY turn DESC, id DESC"  # not by time: a clock may be set back
_NEXT_TURN = "(SELECT coalesce(max(turn), 0) + 1 FROM matches)"
_NO_TIMES = (None, None)
_LARGEST_ID = 2**63 - 1
"""SQLite's integers have 64 bits."""


class Store(Database):
    """An open database of matches; see `Database`.

    Args:
        path: of the file.
        table: name of the table whose matches alone are found here, and to which new ones belong;
            "" for those of no table; None to find all, and begin those of no table.
    """

    def __init__(self, path: Path, table: str | None = None) -> None:
        self.table = table
        # State of the matches in the file, as last loaded or saved here.
        self._known: dict[int, SavedMatch] = {}
        super().__init__(path)

    def create_match(
        self,
        game: str,
        start: str,
        control: str = "",
        touch_move: bool = False,
        opponent: str = "",
        drawn: Sequence[str] = (),
        serious: bool = False,
    ) -> int:
        """Create a match without plies; return its id."""
        lots = ",".join(drawn)
        with self._errors_as_sentences("written"), self._writing():
            row = self._file.execute(
                "INSERT INTO matches "
                "(game, start, control, touch_move, opponent, lots, serious, table_name, turn) "
                f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, {_NEXT_TURN}) RETURNING id",
                (game, start, control, touch_move, opponent, lots, serious, self.table or ""),
            ).fetchone()
        return int(row[0])

    def save(
        self,
        number: int,
        plies: Sequence[StoredPly],
        outcome: Words | None,
        times: Times | None = None,
        termination: str | None = None,
        names: PlayerNames = NO_NAMES,
    ) -> None:
        """Save the state of a match in one transaction; write nothing if it is unchanged.

        Args:
            number: id of the match.
            plies: all of them; only the changed ones are written.
            outcome: None while the match goes on.
            times: left when the clock last started or stopped; None without a clock.
            termination: text of an end that the moves do not tell; None if there is none.
            names: of the people who play.

        Raises:
            SaveFileError: it could not be written, or another program has written to the match
                since it was loaded; the file is unchanged.
        """
        known = self._known.get(number) or self.load(number)
        wanted = replace(
            known,
            plies=tuple(plies),
            outcome=outcome,
            times=times,
            termination=termination,
            names=names,
        )
        if wanted == known:
            return
        same = _common(known.plies, wanted.plies)
        with self._errors_as_sentences("written"), self._writing():
            updated = self._file.execute(
                "UPDATE matches SET outcome = ?, settlement = ?, white_ms = ?, black_ms = ?, "
                "white_name = ?, black_name = ?, "
                "changed = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), revision = revision + 1, "
                f"turn = {_NEXT_TURN} WHERE id = ? AND revision = ?",
                (
                    None if outcome is None else stored_text(outcome),
                    termination,
                    *(times or _NO_TIMES),
                    *astuple(names),
                    number,
                    known.revision,
                ),
            )
            if not updated.rowcount:
                raise SaveFileError(
                    message("storage.changed_by_another_program", number=number, file=self._quoted)
                )
            if same < len(known.plies):
                self._file.execute(
                    "DELETE FROM plies WHERE match_id = ? AND number > ?", (number, same)
                )
            self._file.executemany(
                "INSERT INTO plies (match_id, number, text, white_ms, black_ms, round, aid) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (number, place, ply.text, *(ply.times or _NO_TIMES), ply.round, ply.aid)
                    for place, ply in enumerate(wanted.plies[same:], same + 1)
                ],
            )
        self._known[number] = replace(wanted, revision=known.revision + 1)

    def load(self, number: int) -> SavedMatch:
        """Load a match by its id.

        Raises:
            SaveFileError: there is none, or the file cannot be read.
        """
        if abs(number) <= _LARGEST_ID:
            for saved in self._matches("id = :number", number=number):
                self._known[number] = saved
                return saved
        raise SaveFileError(message("storage.no_match", number=number, file=self._quoted))

    def latest_unfinished(self) -> SavedMatch:
        """Return the unfinished match that was changed last.

        Raises:
            SaveFileError: there is none.
        """
        going_on = f"outcome IS NULL AND {_HAS_PLIES} {_NEWEST_FIRST} LIMIT 1"
        for saved in self._matches(going_on):
            self._known[saved.id] = saved
            return saved
        raise SaveFileError(message("storage.no_unfinished_match", file=self._quoted))

    def unfinished(self, most: int) -> list[SavedMatch]:
        """Return the unfinished matches that were changed last, but for those with a far player."""
        clause = (
            f"outcome IS NULL AND opponent NOT LIKE 'far %' AND {_HAS_PLIES} {_NEWEST_FIRST} "
            "LIMIT :most"
        )
        return self._matches(clause, most=most)

    def latest(self) -> SavedMatch | None:
        """Return the match that was changed last, finished or not; None if there is none."""
        for saved in self._matches(f"{_HAS_PLIES} {_NEWEST_FIRST} LIMIT 1"):
            self._known[saved.id] = saved
            return saved
        return None

    def latest_against(self, kind: str) -> SavedMatch | None:
        """Return the last changed match whose opponent's text begins with this word, or None."""
        clause = f"opponent LIKE :kind || ' %' AND {_HAS_PLIES} {_NEWEST_FIRST} LIMIT 1"
        return next(iter(self._matches(clause, kind=kind)), None)

    def matches(self) -> list[SavedMatch]:
        """Return all matches with a ply or a far player, the last changed first."""
        return self._matches(f"{_HAS_PLIES} {_NEWEST_FIRST}")

    def solved_puzzles(self) -> frozenset[str]:
        """Return the positions of the puzzles that were solved."""
        with self._errors_as_sentences("read"):
            rows = self._file.execute("SELECT position FROM solved_puzzles").fetchall()
        return frozenset(position for (position,) in rows)

    def add_solved_puzzle(self, position: str) -> None:
        """Keep that the puzzle with this position was solved."""
        with self._errors_as_sentences("written"), self._writing():
            self._file.execute("INSERT OR IGNORE INTO solved_puzzles VALUES (?)", (position,))

    def reversed_boards(self) -> frozenset[str]:
        """Return the chips' numbers of the boards with reversed sets."""
        with self._errors_as_sentences("read"):
            rows = self._file.execute("SELECT chip FROM reversed_boards").fetchall()
        return frozenset(chip for (chip,) in rows)

    def set_reversed(self, chip: str, is_reversed: bool) -> None:
        """Keep whether the set of a board is reversed."""
        change = "DELETE FROM reversed_boards WHERE chip = ?"
        if is_reversed:
            change = "INSERT OR IGNORE INTO reversed_boards VALUES (?)"
        with self._errors_as_sentences("written"), self._writing():
            self._file.execute(change, (chip,))

    def save_remote(self, saved: SavedRemoteMatch) -> None:
        """Keep both logs of a match with a player at another board, in place of those before.

        Raises:
            SaveFileError: the file cannot be written.
        """
        with self._errors_as_sentences("written"), self._writing():
            self._file.execute(
                "INSERT OR REPLACE INTO remote_matches "
                "(id, link, own_log, far_log, game_number, match_id, table_name) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*astuple(saved), self.table or ""),
            )

    def remote_match(self, id: str) -> SavedRemoteMatch | None:
        """Return the logs of a match by its random id; None if it is not known at this table."""
        return self._remote_match("WHERE id = :value", id)

    def remote_match_of(self, number: int) -> SavedRemoteMatch | None:
        """Return the logs of the match whose present game is this stored match, or None."""
        return self._remote_match("WHERE match_id = :value", number)

    def latest_link(self) -> str | None:
        """Return the link of the far match that was begun last; None if there was none."""
        newest = "SELECT link FROM remote_matches ORDER BY match_id DESC LIMIT 1"
        with self._errors_as_sentences("read"):
            row = self._file.execute(newest).fetchone()
        return None if row is None else str(row[0])

    def delete_remote(self, id: str) -> None:
        """Delete both logs of a match that has come to nothing, and its game if nobody has moved.

        Raises:
            SaveFileError: the file cannot be written.
        """
        saved = self.remote_match(id)
        with self._errors_as_sentences("written"), self._writing():
            self._file.execute(
                f"DELETE FROM remote_matches WHERE id = :id AND {_OF_TABLE}",
                {"id": id, "table": self.table},
            )
            if saved is not None and saved.match is not None:
                self._file.execute(
                    f"DELETE FROM matches WHERE id = ? AND NOT {_HAS_PLIES}", (saved.match,)
                )

    def delete_match(self, number: int) -> None:
        """Delete a match, also its logs if it is played with somebody at another board.

        Raises:
            SaveFileError: there is none, or the file cannot be written.
        """
        self.load(number)
        with self._errors_as_sentences("written"), self._writing():
            for table, column in (("remote_matches", "match_id"), ("plies", "match_id")):
                self._file.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))
            self._file.execute("DELETE FROM matches WHERE id = ?", (number,))
        del self._known[number]

    def _remote_match(self, clause: str, value: str | int) -> SavedRemoteMatch | None:
        with self._errors_as_sentences("read"):
            query = f"{_REMOTE_MATCHES}{clause} AND {_OF_TABLE}"
            row = self._file.execute(query, {"value": value, "table": self.table}).fetchone()
        return None if row is None else SavedRemoteMatch(*row)

    def _matches(self, clause: str, **values: int | str) -> list[SavedMatch]:
        """Return the matches of this table for which a clause holds."""
        query = f"{_MATCHES} WHERE {_OF_TABLE} AND {clause}"
        with self._errors_as_sentences("read"):
            rows = self._file.execute(query, {"table": self.table, **values}).fetchall()
            return [
                SavedMatch(
                    number,
                    self._plies(number),
                    _times(white_ms, black_ms),
                    *(
                        *fields,
                        None if outcome is None else read_stored(outcome),
                        revision,
                        termination,
                        bool(touch_move),
                        opponent,
                        tuple(filter(None, drawn.split(","))),
                        table,
                        bool(serious),
                        _names(white_name, black_name),
                    ),
                )
                for (
                    number,
                    *fields,
                    outcome,
                    revision,
                    termination,
                    touch_move,
                    opponent,
                    drawn,
                    table,
                    serious,
                    white_name,
                    black_name,
                    white_ms,
                    black_ms,
                ) in rows
            ]

    def _plies(self, number: int) -> tuple[StoredPly, ...]:
        return tuple(
            StoredPly(text, _times(white_ms, black_ms), in_round, aid)
            for text, white_ms, black_ms, in_round, aid in self._file.execute(_PLIES, (number,))
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write in one transaction, to the file that was opened."""
        self._require_file()
        with self._transaction():
            yield


def _common(one: Sequence[StoredPly], other: Sequence[StoredPly]) -> int:
    """Return the number of common first plies.

    Of most plies both have the same object, which slices compare at once.
    """
    lengths = range(1, min(len(one), len(other)) + 1)
    return bisect_left(lengths, True, key=lambda length: one[:length] != other[:length])


def _names(white: str, black: str) -> PlayerNames:
    """Return stored names; none where another program has stored what is none here."""
    try:
        return PlayerNames(white, black)
    except ValueError:
        return NO_NAMES


def _times(white_ms: int | None, black_ms: int | None) -> Times | None:
    return None if white_ms is None or black_ms is None else (white_ms, black_ms)


@contextmanager
def open_to_read(path: Path, table: str | None = None) -> Iterator[Store]:
    """Open the matches of a file to read them, also one that may not be written.

    Args:
        path: of the file.
        table: as of `Store`.

    Raises:
        SaveFileError: it cannot be opened.
    """
    refusal = None
    try:
        store = Store(path, table)
    except ReadOnlyError as error:
        refusal = error
    if refusal is None:
        with closing(store):
            yield store
        return
    # SQLite writes beside a file that it reads, and an old one is migrated: in a copy.
    with tempfile.TemporaryDirectory(prefix="kamisado-") as folder:
        copy = Path(folder, path.name)
        try:
            for suffix in ("", "-wal"):
                if (source := path.with_name(f"{path.name}{suffix}")).exists():
                    shutil.copyfile(source, f"{copy}{suffix}")
        except OSError:
            raise refusal from None
        with closing(Store(copy, table)) as store:
            yield store


def read_matches(path: Path, table: str | None = None) -> list[SavedMatch]:
    """Return the matches of a file, or of a table in it; none without a file; it is not created."""
    if not was_begun(path):
        return []
    with open_to_read(path, table) as store:
        return store.matches()


def read_unfinished(path: Path, table: str | None, most: int) -> list[SavedMatch]:
    """Return the unfinished matches of a file, or of a table in it, as `Store.unfinished`."""
    if not was_begun(path):
        return []
    with open_to_read(path, table) as store:
        return store.unfinished(most)
