"""Five: one test for each sentence of its rules."""

from __future__ import annotations

from host.engine.five import Five, Position
from host.engine.game import Side

GAME = Five()


def position(text: str, game: Five = GAME) -> Position:
    """The position that a text describes."""
    return game.parse_position(text)


def test_eighteen_stones_of_each_side_fill_its_two_home_rows() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "sssssssss/sssssssss/9/9/9/9/9/SSSSSSSSS/SSSSSSSSS w 0 -"
    sides = [piece.side for piece in GAME.pieces(start).values()]
    assert (sides.count(Side.WHITE), sides.count(Side.BLACK)) == (18, 18)
