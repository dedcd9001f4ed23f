"""Points of a round, proven by win thresholds: compared with brute force on late positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from host.ai.solver.solver import Solver
from host.ai.solver.win_threshold import WinThreshold
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import TOOTH_POINTS, rewarded_tower
from tests.unit.ai.solver.brute import TooManyError, late_positions

SEED = 14
LIMIT = 300


def points(position: Position, limit: int) -> dict[Position, int]:
    """White's points by the best play of both, Black's below 0, of all that can follow.

    Raises:
        TooManyError: these are more than `limit`.
    """
    found: dict[Position, int] = {}

    def points_for(position: Position) -> int:
        if position in found:
            return found[position]
        if len(found) >= limit:
            raise TooManyError
        moves = rules.legal_moves(position)
        if not moves:
            ended = outcome(position)
            assert ended is not None
            points = TOOTH_POINTS[position.teeth[rewarded_tower(position, ended)]]
            value = points if ended.winner is Side.WHITE else -points
        else:
            afters = [rules.play_unchecked(position, move) for move in moves]
            best = max if position.turn is Side.WHITE else min
            value = best(map(points_for, afters))
        found[position] = value
        return value

    points_for(position)
    return found


@pytest.mark.slow
def test_brute_force_finds_no_other_worth_in_thousands_of_late_positions() -> None:
    thresholds = [WinThreshold(side, points) for side in Side for points in TOOTH_POINTS]
    solvers = {threshold: Solver(1, threshold) for threshold in thresholds}
    seen: Counter[str] = Counter()
    late = late_positions(random.Random(SEED))
    while seen["compared"] < 2_500:
        try:
            values = points(next(late), LIMIT)
        except TooManyError:
            continue
        for position, value in values.items():
            for threshold, solver in solvers.items():
                own = value if threshold.side is Side.WHITE else -value
                wins = solver.winner(position) is threshold.side
                assert wins is (own >= threshold.points), f"seed {SEED}: {position}, {threshold}"
                seen["reached" if wins else "missed"] += 1
            ended = outcome(position)
            seen["deadlocks"] += ended is not None and bool(ended.stuck)
            seen[f"worth {abs(value)}"] += 1
            seen["compared"] += 1
    # What was compared is what it is about.
    assert min(seen[f"worth {points}"] for points in TOOTH_POINTS) > 100, seen
    assert seen["deadlocks"] > 20, seen
    assert seen["reached"] > 1000, seen
