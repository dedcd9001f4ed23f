"""Hasami shogi: one test for each sentence of its rules."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.hasami import Hasami, Position

GAME = Hasami()


def position(text: str, game: Hasami = GAME) -> Position:
    """The position that a text describes."""
    return game.parse_position(text)


def test_nine_stones_of_each_side_fill_its_home_row() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 0"
    sides = {square: piece.side for square, piece in GAME.pieces(start).items()}
    assert sides == dict.fromkeys(range(9), Side.WHITE) | dict.fromkeys(range(72, 81), Side.BLACK)
