"""Evaluation of seega."""

from __future__ import annotations

import random

from host.engine.game import Side
from host.engine.stones.seega_position import CENTRE, Obligation, Position
from tests.unit.engine.stones.seega import (
    GAME,
    position,
)


def test_the_estimate_counts_stones_the_empty_squares_beside_them_and_the_centre() -> None:
    chance = random.Random(5)
    for _ in range(200):
        squares = chance.sample(range(25), chance.randint(4, 20))
        stones = {square: chance.choice(list(Side)) for square in squares}
        white, black = (sum(1 << at for at, of in stones.items() if of is side) for side in Side)
        at = Position(white, black, chance.choice(list(Side)), 0, 0, Obligation.NOTHING)
        worth = 0
        for square, side in stones.items():
            rank, file = divmod(square, 5)
            around = ((rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1))
            room = sum(
                0 <= up < 5 and 0 <= right < 5 and up * 5 + right not in stones
                for up, right in around
            )
            counted = 100 + 3 * room + 20 * (square == CENTRE)
            worth += counted if side is at.turn else -counted
        assert GAME.evaluate(at) == worth


def test_the_estimate_favours_stones_room_and_the_centre() -> None:
    assert GAME.evaluate(position("a1 b1 e1", "a5 b5")) > 0
    assert GAME.evaluate(position("c3 a1", "a5 e5")) > GAME.evaluate(position("c2 a1", "a5 e5"))
