"""Files of earlier versions, brought to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from host.engine.records.player_names import PlayerNames
from host.recognition.history import StoredPly
from host.storage import schema
from host.storage.database import SaveFileError
from host.storage.store import Store, read_matches
from tests.unit.storage.matches import A1C3, CONTROL, D8D4, H8H5

VERSION_1 = """
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
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
INSERT INTO matches VALUES
    (1, 'kamisado', 'one', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', 'White wins.'),
    (5, 'kamisado', 'two', '2026-11-21T10:00:00Z', '2026-11-21T10:30:00Z', NULL);
INSERT INTO plies VALUES (1, 1, 'd8d4'), (1, 2, 'a1c3'), (5, 1, 'h8h5');
"""
"""SQL that made a file of version 1 with two matches; never to be changed."""


# Files of other versions, and of others


@contextmanager
def file_of_version(path: Path, version: int) -> Iterator[sqlite3.Connection]:
    """Make a file as programs of a version made it, and have it filled until the block ends."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        for statements in schema.MIGRATIONS[:version]:
            for statement in statements:
                file.execute(statement)
        yield file
        file.execute(f"PRAGMA user_version = {version}")
        file.commit()


def old_file(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        file.executescript(VERSION_1)


def check_old_matches(store: Store) -> None:
    one, two = store.load(1), store.load(5)
    assert (one.start, one.plies, one.outcome) == ("one", (D8D4, A1C3), "White wins.")
    assert (two.start, two.plies, two.outcome) == ("two", (H8H5,), None)
    assert (one.begun, one.changed) == ("2026-11-20T10:00:00Z", "2026-11-20T10:30:00Z")
    for saved in (one, two):
        assert (saved.game, saved.control, saved.times) == ("kamisado", "", None)
        assert saved.rounds == 1


def test_a_file_of_version_1_keeps_its_matches_and_can_be_gone_on_with(path: Path) -> None:
    old_file(path)
    with closing(Store(path)) as store:
        check_old_matches(store)
        store.save(5, [H8H5, D8D4], None)
        number = store.create_match("kamisado-standard", "start", CONTROL)
        store.save(number, [StoredPly("d8d4", (1, 2), 3)], None, (1, 2))
    with closing(Store(path)) as store:
        assert store._file.execute("PRAGMA user_version").fetchone() == (schema.SCHEMA,)
        assert store.load(5).plies == (H8H5, D8D4)
        assert store.load(number).plies == (StoredPly("d8d4", (1, 2), 3),)


def test_a_migrated_file_has_the_tables_of_a_new_one(path: Path, tmp_path: Path) -> None:
    old_file(path)
    columns = []
    for place in (path, tmp_path / "new.sqlite"):
        with closing(Store(place)) as store:
            columns.append(
                [
                    store._file.execute(f"PRAGMA table_info({table})").fetchall()
                    for table in ("matches", "plies")
                ]
            )
    assert columns[0] == columns[1]


def test_a_migration_that_fails_halfway_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_file(path)
    first, second, *_ = schema.MIGRATIONS
    monkeypatch.setattr(
        "host.storage.database.MIGRATIONS", (first, (*second[:-1], "this is no statement"))
    )
    with pytest.raises(SaveFileError, match="cannot be opened"):
        Store(path)
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (1,)
    with closing(Store(path)) as store:
        check_old_matches(store)


class LateStore(Store):
    """A program overtaken by another between reading the file and writing to it."""

    def _transaction(self) -> AbstractContextManager[None]:
        Store(self.path).close()
        return super()._transaction()


def test_two_programs_that_open_an_old_file_bring_it_to_date_once(path: Path) -> None:
    old_file(path)
    with closing(LateStore(path)) as store:
        check_old_matches(store)


def test_a_file_of_version_10_keeps_the_sides_of_far_matches_at_their_tables(path: Path) -> None:
    with file_of_version(path, 10) as file:
        file.execute(
            "INSERT INTO matches (id, game, start, table_name) VALUES (3, 'a', 'b', 'hall')"
        )
        insert = "INSERT INTO remote_matches VALUES (?, 'link', 'log', NULL, 1, ?)"
        file.executemany(insert, [("one", 3), ("two", None)])
    for _ in range(2):  # it is found undamaged as well
        with closing(Store(path, "hall")) as hall, closing(Store(path, "")) as alone:
            assert hall.remote_match("two") is alone.remote_match("one") is None
            assert hall.remote_match("one") == hall.remote_match_of(3)
            assert alone.remote_match("two") is not None


def test_a_file_of_version_11_keeps_the_order_of_its_matches(path: Path) -> None:
    with file_of_version(path, 11) as file:
        insert = "INSERT INTO matches (id, game, start, changed) VALUES (?, 'five', ?, ?)"
        times = ("2026-11-03", "2026-11-01", "2026-11-03", "2026-11-02")
        for number, time in enumerate(times, 1):
            file.execute(insert, (number, "start", f"{time}T00:00:00Z"))
            file.execute(
                "INSERT INTO plies (match_id, number, text) VALUES (?, 1, 'd8d4')", (number,)
            )
    with closing(Store(path)) as store:
        assert [match.id for match in store.matches()] == [3, 1, 4, 2]
        store.save(2, [D8D4, A1C3], None)
        assert [match.id for match in store.matches()] == [2, 3, 1, 4]


def test_no_match_of_version_12_is_serious(path: Path) -> None:
    with file_of_version(path, 12) as file:
        file.execute("INSERT INTO matches (id, game, start) VALUES (1, 'five', 'start')")
    with closing(Store(path)) as store:
        assert not store.load(1).serious
        assert store.load(store.create_match("five", "start", serious=True)).serious


def test_no_board_of_version_13_has_a_reversed_set(path: Path) -> None:
    with file_of_version(path, 13):
        pass
    with closing(Store(path)) as store:
        assert store.reversed_boards() == frozenset()
        for chip in ("e661", "e662", "e661"):
            store.set_reversed(chip, True)
        store.set_reversed("e662", False)
    with closing(Store(path)) as store:
        assert store.reversed_boards() == {"e661"}


def test_a_match_of_version_14_has_no_names_and_may_get_some(path: Path) -> None:
    with file_of_version(path, 14) as file:
        file.execute("INSERT INTO matches (id, game, start) VALUES (1, 'five', 'start')")
    names = PlayerNames("Ann", "Bob")
    with closing(Store(path)) as store:
        assert not store.load(1).names
        store.save(1, [D8D4], None, names=names)
    assert read_matches(path)[0].names == names


def test_a_clock_that_is_set_back_changes_no_order(path: Path) -> None:
    with closing(Store(path)) as store:
        first, second = (store.create_match("kamisado-single", "start") for _ in range(2))
        store.save(first, [D8D4], None)
        with closing(sqlite3.connect(path)) as file:  # as by a clock that runs a year ahead
            file.execute("UPDATE matches SET changed = '2027-11-29T00:00:00Z'")
            file.commit()
        store.load(second)
        store.save(second, [A1C3], None)
        assert [match.id for match in store.matches()] == [second, first]
        assert store.latest_unfinished().id == second
