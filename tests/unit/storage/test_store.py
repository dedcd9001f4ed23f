"""Store: shown states are never lost, and errors are sentences with the remedy."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from host.cli.play.matches import list_text
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.storage.database import SaveFileError, default_path
from host.storage.store import Store, read_matches
from tests.unit.storage.matches import A1C3, CONTROL, D8D4, H8H5, SEED, PlayedMatch, random_match

KILLS = 120


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
        StoredPly("g1g8", (600_000, 0), 1),
        StoredPly("fill left", (600_000, 0), 1),
        StoredPly("d8d4", (600_000, 604_999), 2),
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
    store.save(number, [D8D4, StoredPly("a1a2")], None)
    assert store.load(number).plies == (D8D4, StoredPly("a1a2"))


def test_the_same_move_made_again_is_kept_with_its_new_time(store: Store) -> None:
    number = store.create_match("kamisado-single", "start", CONTROL)
    store.save(number, [StoredPly("d8d4", (9, 8)), StoredPly("a1c3", (7, 8))], None, (7, 8))
    again = (StoredPly("d8d4", (9, 8)), StoredPly("a1c3", (3, 8)))
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
    with pytest.raises(SaveFileError, match=r"there is no unfinished match in .*"):
        store.latest_unfinished()
    with pytest.raises(SaveFileError, match="there is no match 7"):
        store.load(7)
    assert store.latest() is None


# Two programs


@pytest.mark.parametrize("plies", [[D8D4], [D8D4, A1C3, H8H5]])
def test_two_programs_at_one_match_are_not_mixed(
    store: Store, path: Path, plies: list[StoredPly]
) -> None:
    number = store.create_match("kamisado-single", "start")
    store.save(number, [D8D4, A1C3], None)
    with closing(Store(path)) as another:
        assert another.latest_unfinished().plies == (D8D4, A1C3)
        store.save(number, [D8D4, A1C3, StoredPly("h8h6")], None)
        with pytest.raises(SaveFileError, match=r"another program has continued match 1 .*end"):
            another.save(number, plies, None)
        assert store.load(number).plies == (D8D4, A1C3, StoredPly("h8h6"))
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
from host.recognition.history import StoredPly
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
            plies = (*plies, *(StoredPly(text, any_time(), at) for text, at in following))
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
