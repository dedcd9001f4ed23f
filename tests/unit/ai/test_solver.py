"""The solver against values from elsewhere: an independent program's, and brute force's."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from host.ai.solver import Solver
from host.engine.game import Side
from host.engine.kamisado import movement
from host.engine.kamisado.ending import outcome
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import Position, start
from tests.unit.ai.brute import TooManyError, late_positions, winners

VERDICTS: list[dict[str, object]] = json.loads(
    (Path(__file__).parents[2] / "data" / "verdicts.json").read_text()
)
FIRST_MOVES = [verdict for verdict in VERDICTS if " - " in f"{verdict['position']} "]
LATER = [verdict for verdict in VERDICTS if verdict not in FIRST_MOVES]
SEED = 6
BRUTE_LIMIT = 300  # positions to try before a position is given up as not late enough


def words(position: Position, winner: Side | None) -> str:
    """A value as the files say it."""
    if winner is None:
        return "unknown"
    return "win" if winner is position.turn else "loss"


@pytest.mark.parametrize("verdict", LATER, ids=[str(verdict["position"]) for verdict in LATER])
def test_every_move_of_a_position_with_a_verdict_has_its_value(verdict: dict[str, object]) -> None:
    position = parse_position(str(verdict["position"]))
    found = {
        move_text(move): words(position, winner)
        for move, winner in Solver().winners(position).items()
    }
    assert found == verdict["moves"]


@pytest.mark.parametrize("text", sorted({str(verdict["position"]) for verdict in FIRST_MOVES}))
def test_a_first_move_with_a_verdict_has_its_value(text: str) -> None:
    # All 102 of each take minutes, and `kamisado bench --solver` checks them; here, some.
    (moves, *_) = [verdict["moves"] for verdict in FIRST_MOVES if verdict["position"] == text]
    assert isinstance(moves, dict)
    position = parse_position(text)
    chance = random.Random(SEED)
    chosen = set(chance.sample(sorted(moves), 2))
    solver = Solver()
    for move in movement.legal_moves(position):
        if move_text(move) in chosen:
            winner = solver.winner(movement.after(position, move))
            assert words(position, winner) == moves[move_text(move)], move_text(move)


def test_the_first_mover_wins_the_first_round() -> None:
    assert Solver().winner(start()) is Side.BLACK


def test_brute_force_finds_nothing_else_in_thousands_of_late_positions() -> None:
    solver, seen = Solver(1), Counter[str]()
    late = late_positions(random.Random(SEED))
    while seen["compared"] < 8_000:
        try:
            values = winners(next(late), BRUTE_LIMIT)
        except TooManyError:
            seen["given up"] += 1
            continue
        seen["trees"] += 1
        for position, winner in values.items():
            assert solver.winner(position) is winner, f"{position_text(position)} (seed {SEED})"
            seen["compared"] += 1
            if any(position.teeth):
                seen["with teeth"] += 1
            ended = outcome(position)
            moves = movement.legal_moves(position)
            if ended is not None:
                seen["deadlocks" if ended.stuck else "arrivals"] += 1
            elif moves[0].is_pass:
                seen["passes"] += 1
            elif any(move.push for move in moves):
                seen["pushes"] += 1
            seen[winner.label] += 1
    for kind in ("arrivals", "passes", "pushes", "White", "Black", "with teeth"):
        assert seen[kind] > 100, (kind, seen)
    assert seen["deadlocks"] > 20, seen
