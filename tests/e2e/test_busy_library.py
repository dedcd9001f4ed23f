"""The program answers its page while it reads, writes and opens saved matches, however many.

It runs under `loop_guard`, which refuses each callback that computes for long.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from host.engine.game import AnyGame, MultiRound
from host.engine.registry import game_named
from host.recognition.history import StoredPly
from host.storage.store import Store
from tests.e2e.program import VIRTUAL, Program, playing

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="times of the kernel"),
]

MATCHES, MOVES = 2000, 300
LONG = ("kamisado-marathon", "five", "hasami:limit=200", "seega:limit=200")
"""Games of that many moves; the settings let them last so long."""


def long_game(game: AnyGame) -> list[StoredPly]:
    """Return moves at random; where the game ends too soon, others."""
    for seed in range(1000):
        chance, position, plies = random.Random(seed), game.start(), list[StoredPly]()
        while len(plies) < MOVES and game.outcome(position) is None:
            move = chance.choice(tuple(game.legal_moves(position)))
            round = game.match_score(position).round if isinstance(game, MultiRound) else 1
            plies.append(StoredPly(game.move_text(position, move), round=round))
            position = game.play(position, move)
        if len(plies) == MOVES and game.outcome(position) is None:
            return plies
    raise AssertionError(f"no {game.name} of {MOVES} moves")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program with so many matches; the first are long."""
    home = tmp_path_factory.mktemp("library")
    (home / "kamisado").mkdir()
    with closing(Store(home / "kamisado" / "matches.sqlite")) as store:
        for number in range(MATCHES):
            game = game_named(LONG[number] if number < len(LONG) else "kamisado-single")
            made = store.create_match(game.name, game.position_text(game.start()))
            store.save(made, long_game(game) if number < len(LONG) else [StoredPly("d8d4")], None)
    with playing(home, *VIRTUAL) as running:
        running.until(lambda: running.state.get("phase") == "play")
        yield running


def test_a_list_of_many_matches(program: Program) -> None:
    listed = program.ask("matches", t="matches")["matches"]
    assert isinstance(listed, list)
    assert len(listed) == MATCHES
    check(program)


@pytest.mark.parametrize("number", range(1, len(LONG) + 1), ids=LONG)
def test_a_long_match(program: Program, number: int) -> None:
    """It is opened, written as a record, read from that, and analysed."""
    program.send(t="open", match=number)
    program.until(lambda: program.plies >= MOVES)
    record = str(program.ask("record", t="export", match=number)["text"])
    program.ask("record_read", t="import", record=record, check=True)
    program.ask("record_read", t="import", record=record)
    program.ask("analysis", t="analyse", number=1, ply=MOVES // 2, moves=[], values=False)
    program.send(t="takeback")
    program.until(lambda: program.plies < MOVES)
    check(program)


def check(program: Program) -> None:
    """Check that the page is answered, and was all the time."""
    program.answers(3)
    program.check_loop()
