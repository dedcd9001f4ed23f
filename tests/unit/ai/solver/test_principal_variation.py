"""Lines: the winner's moves are proven, and the line ends with the win."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from host.ai.solver import principal_variation as line_module
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import parse_position
from host.engine.kamisado.position import Move, Position, start
from host.engine.kamisado.rules import outcome
from tests.unit.ai.solver.brute import TooManyError, late_positions, winners

VERDICTS = json.loads((Path(__file__).parents[3] / "data" / "verdicts.json").read_text())
SEED = 8
QUICK = [verdict["position"] for verdict in VERDICTS if len(verdict["moves"]) < 7]


def play(position: Position, moves: tuple[Move, ...], winner: Side) -> Position:
    """The position after a line, every move of which is legal and none of the winner's loses."""
    referee = Solver()
    for move in moves:
        assert move in rules.legal_moves(position)
        position = rules.play_unchecked(position, move)
        assert referee.winner(position) is winner
    return position


@pytest.mark.parametrize("text", QUICK)
def test_a_line_ends_with_the_win_of_who_is_proven_to_win(text: str) -> None:
    position, solver = parse_position(text), Solver()
    winner = solver.winner(position)
    assert winner is not None
    ended = outcome(play(position, principal_variation(solver, position), winner))
    assert ended is not None
    assert ended.winner is winner


def plies_left(position: Position, values: dict[Position, Side]) -> int:
    """Plies to the end by the best play of both, found by trying everything."""
    afters = [rules.play_unchecked(position, move) for move in rules.legal_moves(position)]
    if not afters:
        return 0
    if position.turn is values[position]:
        return 1 + min(plies_left(a, values) for a in afters if values[a] is position.turn)
    return 1 + max(plies_left(after, values) for after in afters)


@pytest.mark.slow
def test_a_line_is_never_shorter_than_the_best_play_of_both_and_rarely_longer() -> None:
    late = late_positions(random.Random(SEED))
    same = compared = 0
    while compared < 300:
        position = next(late)
        try:
            best = plies_left(position, winners(position, 100))
        except TooManyError:
            continue
        found = len(principal_variation(Solver(1), position))
        assert found >= best, f"seed {SEED}"
        same += found == best
        compared += 1
    assert same > compared * 0.9


def test_a_line_that_is_too_long_to_measure_still_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver()
    measured = principal_variation(solver, start())
    monkeypatch.setattr(line_module, "MAX_POSITIONS", 3)
    moves = principal_variation(solver, start())
    ended = outcome(play(start(), moves, Side.BLACK))
    assert ended is not None
    assert ended.winner is Side.BLACK
    assert moves != measured


def test_without_a_proof_there_is_no_line() -> None:
    assert principal_variation(Solver(), start(), lambda: True) == ()


def test_a_line_whose_table_has_forgotten_breaks_off_rather_than_guess() -> None:
    solver = Solver()
    solver.winner(start())
    asked = iter([False] * 3)
    moves = principal_variation(solver, start(), lambda: next(asked, True))
    play(start(), moves, Side.BLACK)
