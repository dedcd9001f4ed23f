"""Store: shown states are never lost, and errors are sentences with the remedy."""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from host.cli.play.matches import LIST_WIDTH, list_text
from host.cli.play.matches import run as list_matches
from host.engine.registry import game_named
from host.storage import schema
from host.storage.database import SaveFileError, default_path
from host.storage.saved_match import SavedPly
from host.storage.store import Store, read_matches
from tests.unit.storage.matches import CONTROL, PlayedMatch, random_match

KILLS = 200
SEED = 2026
D8D4, A1C3, H8H5 = SavedPly("d8d4"), SavedPly("a1c3"), SavedPly("h8h5")

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


@pytest.fixture(scope="module")
def long_match() -> PlayedMatch:
    """Return 300 plies of a series of rounds, with a clock."""
    sys.stdout.write(f"seed {SEED}\n")
    return random_match("kamisado-series", SEED, 300)


def test_a_match_comes_back_as_it_was_kept(store: Store, path: Path) -> None:
    number = store.create_match("kamisado-single", "start text")
    store.save(number, [D8D4], None)
    store.save(number, [D8D4, A1C3], "White wins.")
    with closing(Store(path)) as another:
        saved = another.load(number)
    assert (saved.game, saved.start) == ("kamisado-single", "start text")
    assert saved.plies == (D8D4, A1C3)
    assert saved.outcome == "White wins."
    assert (saved.control, saved.times) == ("", None), "no clock"


def test_rounds_and_times_come_back_as_they_were_kept(store: Store, path: Path) -> None:
    number = store.create_match("kamisado-standard", "start", CONTROL)
    plies = [
        SavedPly("g1g8", (600_000, 0), 1),
        SavedPly("fill left", (600_000, 0), 1),
        SavedPly("d8d4", (600_000, 604_999), 2),
    ]
    store.save(number, plies, None, (599_123, 604_999))
    with closing(Store(path)) as another:
        saved = another.load(number)
    assert saved.control == CONTROL
    assert saved.plies == tuple(plies)
    assert saved.times == (599_123, 604_999)
    assert saved.rounds == 2


def test_a_clock_that_stands_elsewhere_is_kept_without_a_ply(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (600_000, 600_000))
    store.save(number, [D8D4], None, (600_000, 587_300))
    assert store.load(number).times == (600_000, 587_300)


def test_a_takeback_is_kept_and_another_move_in_its_place(store: Store) -> None:
    number = store.create_match("kamisado-single", "start")
    store.save(number, [D8D4, A1C3, H8H5], None)
    store.save(number, [D8D4], None)
    assert store.load(number).plies == (D8D4,)
    store.save(number, [D8D4, SavedPly("a1a2")], None)
    assert store.load(number).plies == (D8D4, SavedPly("a1a2"))


def test_the_same_move_made_again_is_kept_with_its_new_time(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [SavedPly("d8d4", (9, 8)), SavedPly("a1c3", (7, 8))], None, (7, 8))
    again = (SavedPly("d8d4", (9, 8)), SavedPly("a1c3", (3, 8)))
    store.save(number, again, None, (7, 8))
    assert store.load(number).plies == again


def test_the_file_is_written_ahead_and_synchronised(store: Store, path: Path) -> None:
    assert store._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._file.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert path.exists()


def test_keeping_the_same_again_writes_nothing(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (1, 2))
    before = store._file.total_changes
    store.save(number, [D8D4], None, (1, 2))
    assert store._file.total_changes == before


def test_an_action_writes_two_rows_however_long_the_match_is(
    store: Store, long_match: PlayedMatch
) -> None:
    number = store.create_match(long_match.game, long_match.positions[0], CONTROL)
    for count, ply in enumerate(long_match.plies, 1):
        before = store._file.total_changes
        store.save(number, long_match.plies[:count], None, ply.times)
        assert store._file.total_changes - before == 2, "the ply, and the match's own row"


def test_a_match_of_300_plies_is_loaded_and_played_again(
    store: Store, path: Path, long_match: PlayedMatch
) -> None:
    number = store.create_match(long_match.game, long_match.positions[0], CONTROL)
    store.save(number, long_match.plies, long_match.outcome, long_match.plies[-1].times)
    with closing(Store(path)) as another:
        saved = another.load(number)
    assert len(saved.plies) == 300
    assert saved.plies == long_match.plies
    assert saved.rounds == len({text.split()[-3] for text in long_match.positions[:-1]}) > 5
    game = game_named(saved.game)
    position = game.parse_position(saved.start)
    for ply, after in zip(saved.plies, long_match.positions[1:], strict=True):
        position = game.play(position, game.parse_move(position, ply.text))
        assert game.position_text(position) == after


def test_the_newest_match_that_goes_on_is_found(store: Store) -> None:
    first, second, third = (store.create_match("kamisado-single", "start") for _ in range(3))
    store.save(first, [D8D4], None)
    store.save(second, [D8D4], "Black wins.")
    assert store.latest_unfinished().id == first
    latest = store.latest()
    assert latest is not None
    assert latest.id == second, "the newest, finished or not"
    assert [saved.id for saved in store.matches()] == [second, first], f"{third} has no ply"


def test_nothing_to_resume_is_told(store: Store) -> None:
    with pytest.raises(SaveFileError, match=r"no match in .* goes on"):
        store.latest_unfinished()
    with pytest.raises(SaveFileError, match="there is no match 7"):
        store.load(7)
    assert store.latest() is None


# Two programs


@pytest.mark.parametrize("plies", [[D8D4], [D8D4, A1C3, H8H5]])
def test_two_programs_at_one_match_are_not_mixed(
    store: Store, path: Path, plies: list[SavedPly]
) -> None:
    number = store.create_match("kamisado-single", "start")
    store.save(number, [D8D4, A1C3], None)
    with closing(Store(path)) as another:
        assert another.latest_unfinished().plies == (D8D4, A1C3)
        store.save(number, [D8D4, A1C3, SavedPly("h8h6")], None)
        with pytest.raises(SaveFileError, match=r"another program has gone on with match 1 .*end"):
            another.save(number, plies, None)
        assert store.load(number).plies == (D8D4, A1C3, SavedPly("h8h6"))
        another.load(number)
        another.save(number, plies, None)
    assert store.load(number).plies == tuple(plies)


def test_two_programs_keep_two_matches_in_one_file(store: Store, path: Path) -> None:
    with closing(Store(path)) as another:
        ours, theirs = (
            opened.create_match("kamisado-single", "start") for opened in (store, another)
        )
        for count in (1, 2, 3):
            store.save(ours, [D8D4, A1C3, H8H5][:count], None)
            another.save(theirs, [H8H5, A1C3, D8D4][:count], None)
    assert store.load(ours).plies == (D8D4, A1C3, H8H5)
    assert store.load(theirs).plies == (H8H5, A1C3, D8D4)


def test_a_program_that_writes_without_end_is_told(store: Store, path: Path) -> None:
    number = store.create_match("kamisado-single", "start")
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        store._file.execute("PRAGMA busy_timeout = 1")
        with pytest.raises(SaveFileError, match="another program is writing to it"):
            store.save(number, [D8D4], None)
    store.save(number, [D8D4], None)
    assert store.load(number).plies == (D8D4,)


# The list


def test_no_file_is_made_by_looking(tmp_path: Path) -> None:
    assert list_text(read_matches(tmp_path / "none.sqlite")) == "No matches are saved yet."
    assert not (tmp_path / "none.sqlite").exists()


def test_saved_matches_are_listed_for_people(store: Store, path: Path) -> None:
    for game, control, rounds, outcome in (
        ("kamisado", "", 1, None),
        (
            "kamisado-series-999",
            "599.99+599.99",
            17,
            "White wins the series 9:8. " + "So it is. " * 9,
        ),
        ("kamisado-standard", CONTROL, 2, "Black wins."),
    ):
        number = store.create_match(game, "start", control)
        store.save(number, [D8D4._replace(round=at) for at in range(1, rounds + 1)], outcome)
    head, *rows = list_text(read_matches(path)).splitlines()
    assert head.split() == ["match", "game", "clock", "rounds/plies", "changed", "(UTC)", "result"]
    assert rows[0].split()[:4] == ["3", "standard", "10+5", "2/2"]
    assert rows[0].endswith("  Black wins.")
    assert rows[1].split()[:4] == ["2", "series-999", "599.99+599.99", "17/17"]
    assert rows[1].endswith(" ...")
    assert rows[2].split()[:4] == ["1", "kamisado", "-", "1/1"]
    assert rows[2].endswith("  goes on")
    assert all(len(row) <= LIST_WIDTH for row in (head, *rows))
    result = head.index("result")
    assert {row[result - 2 : result] for row in rows} == {"  "}, "in columns"


@pytest.mark.parametrize("clock", ["", "599.99+599.99"])
def test_a_long_name_of_a_game_leaves_room_for_the_result(
    store: Store, path: Path, clock: str
) -> None:
    name = "hasami:line_capture=yes,limit=999999999,first=black"
    store.save(store.create_match("hasami:line_capture=yes", "start", clock), [D8D4], "White wins.")
    store.save(store.create_match(name, "start", clock), [D8D4], "Black is left with no stone.")
    store.save(store.create_match("x" * 200, "start", clock), [D8D4], None)
    head, unknown, its_name, long, whole, short = list_text(read_matches(path)).splitlines()
    assert unknown.endswith("  goes on")
    assert its_name.strip() == "x" * 200
    assert long.split()[:2] == ["2", "hasami..."]
    assert long[head.index("result") :].startswith("Black is left")
    assert whole.strip() == name
    assert short.split()[:2] == ["1", "hasami:line_capture=yes"]
    assert short.endswith("  White wins.")


def test_a_wide_terminal_is_used(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "hasami:line_capture=yes,limit=999999999,first=black"
    store.save(
        store.create_match(name, "start"), [D8D4], "Black is left with no stone. " + "x " * 99
    )
    for columns in (40, 160):
        told: list[str] = []
        monkeypatch.setenv("COLUMNS", str(columns))
        assert list_matches(argparse.Namespace(data=path), told.append) == 0
        head, row, *more = told[0].splitlines()
        assert [line.strip() for line in more] == ([] if columns == 160 else [name])
        width = max(columns, LIST_WIDTH)
        assert width - 3 < len(row) <= width
        assert row[head.index("result") :].startswith("Black is left with no stone. x")


def test_a_result_is_shortened_however_wide_the_other_columns_are(store: Store, path: Path) -> None:
    store.save(store.create_match("five", "start", "1" * 99), [D8D4], "Black has five in a line.")
    _, row = list_text(read_matches(path)).splitlines()
    assert row.endswith("  Black has five ...")


# Files of other versions, and of others


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
        store.save(number, [SavedPly("d8d4", (1, 2), 3)], None, (1, 2))
    with closing(Store(path)) as store:
        assert store._file.execute("PRAGMA user_version").fetchone() == (schema.SCHEMA,)
        assert store.load(5).plies == (H8H5, D8D4)
        assert store.load(number).plies == (SavedPly("d8d4", (1, 2), 3),)


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


def test_a_damaged_file_is_told_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    rubbish = b"this is not a database, but somebody may want it back " * 100
    path.write_bytes(rubbish)
    with pytest.raises(SaveFileError, match=r"damaged.*--data") as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == rubbish


def test_a_file_that_was_damaged_in_the_middle_is_told_and_left_as_it_is(
    path: Path, long_match: PlayedMatch
) -> None:
    with closing(Store(path)) as store:
        number = store.create_match(long_match.game, "start")
        store.save(number, long_match.plies, None)
    whole = path.read_bytes()
    damaged = whole[:4096] + b"\xa5" * (len(whole) - 4096)
    path.write_bytes(damaged)
    with pytest.raises(SaveFileError, match=r"damaged.*--data"):
        read_matches(path)
    assert path.read_bytes() == damaged


def test_a_file_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    with pytest.raises(SaveFileError, match=r"another program.*--data"):
        Store(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(SaveFileError, match="newer version"):
        Store(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveFileError, match="cannot be opened"):
        Store(tmp_path / "file" / "matches.sqlite")


def test_a_full_disk_is_told_and_the_old_matches_are_safe(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (5, 6))
    (pages,) = store._file.execute("PRAGMA page_count").fetchone()
    store._file.execute(f"PRAGMA max_page_count = {pages}")
    many = [D8D4, *(SavedPly("x" * 1000, (1, 2), 2) for _ in range(50))]
    with pytest.raises(SaveFileError, match="disk is full"):
        store.save(number, many, None, (1, 2))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4,), (5, 6))
    store._file.execute("PRAGMA max_page_count = 1000000")
    store.save(number, [D8D4, A1C3], None, (3, 4))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4, A1C3), (3, 4))


def test_a_disk_that_takes_no_more_is_told_and_the_old_matches_are_safe(
    store: Store, path: Path
) -> None:
    """Not by a setting of the database: the system itself refuses the bytes."""
    resource = pytest.importorskip("resource", reason="limits of a process are of POSIX")
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [D8D4], None, (5, 6))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = path.with_name(f"{path.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (written + 100, limits[1]))
    try:
        with pytest.raises(SaveFileError, match=r"disk refuses it.*--data"):
            store.save(number, [D8D4, A1C3], None, (3, 4))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    with closing(Store(path)) as another:
        assert another.load(number).plies == (D8D4,)
    store.save(number, [D8D4, A1C3], None, (3, 4))
    saved = store.load(number)
    assert (saved.plies, saved.times) == ((D8D4, A1C3), (3, 4))


def test_a_file_that_may_not_be_written_can_still_be_read(store: Store) -> None:
    number = store.create_match("kamisado-single", "start")
    store.save(number, [D8D4], None)
    store._file.execute("PRAGMA query_only = ON")
    with pytest.raises(SaveFileError, match=r"not writable.*--data"):
        store.save(number, [D8D4, A1C3], None)
    assert store.load(number).plies == (D8D4,)


def test_the_file_lies_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
        assert default_path() == Path("/somewhere/kamisado/matches.sqlite")


# Killed


PLAYER = """
import json
import random
import sys
from pathlib import Path
from host.storage.saved_match import SavedPly
from host.storage.store import Store

store, matches = Store(Path(sys.argv[1])), json.loads(Path(sys.argv[2]).read_text())
number, chance = int(sys.argv[3]), random.Random(int(sys.argv[4]))


def tell(*state):
    print(json.dumps(state), flush=True)


def any_time():
    return chance.randrange(600_000), chance.randrange(600_000)


while True:
    if not number:
        match = chance.choice(matches)
        number = store.create_match(match["game"], match["start"], "10+5")
    saved = store.load(number)
    plies, times = saved.plies, saved.times
    match = next(match for match in matches if match["game"] == saved.game)
    while number:
        deed, outcome = chance.random(), None
        if deed < 0.7 or not plies:
            following = match["plies"][len(plies) : len(plies) + chance.choice([1, 1, 1, 2, 3])]
            plies = (*plies, *(SavedPly(text, any_time(), at) for text, at in following))
            times = plies[-1].times
        elif deed < 0.85:
            plies = plies[: -chance.choice([1, 1, 2, 3])]
        else:
            times = any_time()
        if len(plies) == len(match["plies"]):
            outcome = match["outcome"]
        tell("under way", number, plies, outcome, times)
        store.save(number, plies, outcome, times)
        tell("shown", number, plies, outcome, times)
        if outcome:
            number = 0
"""
"""Goes on with match argv[3], or a new one if that is 0: moves, takebacks, and clocks that stop."""


@pytest.mark.slow
def test_a_killed_process_loses_nothing_that_was_shown(path: Path, tmp_path: Path) -> None:
    """kill -9 at random moments: what was shown last is there, or what was under way."""
    sys.stdout.write(f"seed {SEED}\n")
    chance = random.Random(SEED)
    played = [random_match(f"kamisado-{name}", SEED, 1000) for name in ("standard", "series-3")]
    script = tmp_path / "matches.json"
    script.write_text(
        json.dumps(
            [
                {
                    "game": match.game,
                    "start": match.positions[0],
                    "plies": [(ply.text, ply.round) for ply in match.plies],
                    "outcome": match.outcome,
                }
                for match in played
            ]
        )
    )
    shown: dict[int, list[object]] = {}
    goes_on, in_the_middle = 0, 0
    for kill in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path), str(script), str(goes_on), str(kill)],
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(1 + chance.randrange(12))]
        process.kill()
        lines += process.stdout.readlines()
        process.stdout.close()
        assert process.wait() != 1, "it was killed, it did not fail"
        under_way: dict[int, list[object]] = {}
        for line in lines:
            if line.endswith(b"\n"):
                what, number, *state = json.loads(line)
                under_way = {number: state} if what == "under way" else {}
                if what == "shown":
                    shown[number] = state
        in_the_middle += bool(under_way)
        with closing(Store(path)) as store:
            assert store._file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            known = shown.keys() | under_way.keys()
            assert {saved.id for saved in store.matches()} <= known
            for number in known:
                saved = store.load(number)
                state = json.loads(json.dumps([saved.plies, saved.outcome, saved.times]))
                last = shown.get(number, [[], None, None])
                assert state in (last, under_way.get(number, last)), f"kill {kill}"
                shown[number] = state
        goes_on = max((number for number, state in shown.items() if state[1] is None), default=0)
    sys.stdout.write(f"{len(shown)} matches, {in_the_middle} kills with an action under way\n")
    finished = [state for state in shown.values() if state[1] is not None]
    assert len(finished) > 5
    assert in_the_middle > KILLS / 10
