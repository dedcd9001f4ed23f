"""A move that ends the round comes first, also where a table has other proven wins at hand."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Iterator

import pytest

from host.ai.analysis.hint import find_hint
from host.ai.analysis.review import review
from host.ai.kernel.kernel import load_module
from host.ai.players.perfect import PerfectPlayer
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.ai.stop_condition import never_stop
from host.cli.analyse import solve
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import Position
from host.engine.registry import game_named
from tests.support.require import require
from tests.unit.ai.kernel.agreement import random_positions
from tests.unit.cli.answers import Captured, printed

GAME = game_named("kamisado")
SEED = 5
WARMED = {
    "1b1ky1gn/2p5/o7/5r2/1G2K3/8/8/N1RY1PBO w g": "b4f8",
    "ko1n+1bp1/2g+5/2y5/5G1K/8/7r/8/OYR1P+1NB+ w o": "a1h8",
}
"""Positions with the win at once; the other wins take too long for their lengths to be found."""


@pytest.fixture(params=["kernel", "plain"], autouse=True)
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Search by the kernel, and in plain Python; return which."""
    if request.param == "plain":
        monkeypatch.setattr("host.ai.solver.solver.load_kernel", lambda *_: None)
    else:
        require(load_module() is not None, "nothing runs the kernel here")
    return str(request.param)


def warmed(position: Position) -> Solver:
    """Return a solver that has been asked for the values of all moves, as by the proven lights."""
    solver = Solver(16)
    solver.winner(position)
    solver.winners(after(position))
    return solver


def after(position: Position) -> dict[str, Position]:
    """Return the position after each move."""
    moves = rules.legal_moves(position)
    return {move_text(move): rules.play_unchecked(position, move) for move in moves}


def wins_at_once(position: Position) -> set[str]:
    """Return the moves that end the round with a win of their side."""
    ended = {text: rules.outcome(reached) for text, reached in after(position).items()}
    return {
        text
        for text, outcome in ended.items()
        if outcome is not None and outcome.winner is position.turn
    }


@pytest.mark.slow
@pytest.mark.parametrize("text", WARMED)
def test_a_warm_table_hides_no_win_at_once(text: str) -> None:
    position = parse_position(text)
    assert wins_at_once(position) == {WARMED[text]}
    solver = warmed(position)
    for _ in range(2):
        assert find_hint(solver, GAME, position).move == WARMED[text]
    assert [move_text(move) for move in principal_variation(solver, position)] == [WARMED[text]]
    losing = next(
        t for t, known in after(position).items() if solver.known(known) is not position.turn
    )
    (reviewed,) = review(solver, GAME, position, [losing])
    assert reviewed.instead is not None
    assert f"({WARMED[text]})" in str(reviewed.instead)


@pytest.mark.slow
@pytest.mark.parametrize("text", WARMED)
def test_whoever_solves_or_plays_it_twice_is_told_the_win_at_once(
    text: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve._player.cache_clear()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{text}\n{text}\n".encode())))
    answers = printed(capsys, "solve", "-", "--json", "--jobs", "1").splitlines()
    assert [json.loads(answer)["line"] for answer in answers] == [[WARMED[text]]] * 2
    position, player = parse_position(text), PerfectPlayer(32)
    player.solver.winners(after(position))
    for stop in (never_stop, lambda: True):
        assert player.choose(GAME, position, stop).move == WARMED[text]


def won_positions() -> Iterator[Position]:
    """Yield positions with a win at once, and with another winning move."""
    for position in random_positions(random.Random(SEED)):
        known = Solver(1).known_winners(after(position).values())
        if wins_at_once(position) and known.count(position.turn) > len(wins_at_once(position)):
            yield position


@pytest.mark.slow
def test_a_win_at_once_comes_first_in_random_positions(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that many other wins take too long.
    monkeypatch.setattr("host.ai.solver.principal_variation.MAX_POSITIONS", 20)
    positions, with_teeth = won_positions(), 0
    count = 40 if search == "kernel" else 10
    for _ in range(count):
        position = next(positions)
        solver, at_once = warmed(position), wins_at_once(position)
        where = f"{position_text(position)}, seed {SEED}"
        assert find_hint(solver, GAME, position).move in at_once, where
        line = principal_variation(solver, position)
        assert len(line) == 1, where
        assert move_text(line[0]) in at_once, where
        player = PerfectPlayer(2)
        player.solver.winners(after(position))
        best = player.choose(GAME, position)
        assert best.move in at_once or best.points is None or best.points > 1, where
        with_teeth += any(position.teeth)
    assert with_teeth > count // 2
