"""Evaluation of hasami shogi, compared with a plain count of its stones."""

from __future__ import annotations

import random

from host.engine.game import Side
from host.engine.stones.hasami import Position
from tests.unit.engine.stones.hasami import GAME, position


def plain_worth(sides: dict[tuple[int, int], Side], side: Side) -> int:
    """Return the value of a side's stones by rank and file, counted one by one."""
    worth = 0
    for (rank, file), owner in sides.items():
        if owner is not side:
            continue
        ranks_ahead = rank if side is Side.WHITE else 8 - rank
        worth += 100 + 2 * min(4, ranks_ahead)
        for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside, behind = (rank + up, file + right), (rank + 2 * up, file + 2 * right)
            on_the_board = 0 <= behind[0] < 9 and 0 <= behind[1] < 9
            if sides.get(beside) is side.other and on_the_board and behind not in sides:
                worth += 4
    return worth


def test_the_estimate_counts_stones_those_half_caught_and_the_ranks_they_came_forward() -> None:
    chance = random.Random(5)
    for _ in range(200):
        squares = chance.sample(range(81), chance.randint(4, 40))
        sides = {divmod(square, 9): chance.choice(list(Side)) for square in squares}
        white, black = (
            sum(1 << rank * 9 + file for (rank, file), owner in sides.items() if owner is side)
            for side in Side
        )
        at = Position(white, black, chance.choice(list(Side)), 0)
        worth = plain_worth(sides, at.turn) - plain_worth(sides, at.turn.other)
        assert GAME.evaluate(at) == worth, GAME.position_text(at)


def test_the_estimate_is_better_for_the_side_with_more_stones() -> None:
    more = position("a1 b1 c1", "a9 b9")
    assert GAME.evaluate(more) > 0
    assert GAME.evaluate(position("a1 b1 c1", "a9 b9", "b")) == -GAME.evaluate(more)
