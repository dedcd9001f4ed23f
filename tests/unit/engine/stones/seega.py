"""Seega for tests, with squares and moves by their names."""

from __future__ import annotations

from host.engine.stones.seega import Seega
from host.engine.stones.seega_position import Position
from tests.unit.engine.stones.positions import GameByName, board

GAME = Seega()
SQUARES = {f"{file}{rank}" for file in "abcde" for rank in range(1, 6)}
BY_RANK = " ".join(sorted(SQUARES - {"c3"}, key=lambda name: name[::-1]))
"""An order in which all stones may be put: a1 light, b1 dark, c1 light, ..."""

_BY_NAME = GameByName(GAME)
texts = _BY_NAME.texts
after = _BY_NAME.after
stones = _BY_NAME.stones
black = _BY_NAME.black


def position(white: str, black: str, fields: str = "w 0 0 -") -> Position:
    """Return a position with stones on these squares, by default in phase two."""
    return GAME.parse_position(f"{board(GAME.size, white, black)} {fields}")


def placed(order: str) -> Position:
    """Return the position after stones have been put on these squares in turn."""
    return after(GAME.start(), *order.split())
