"""Seega: one test for each sentence of its rules."""

from __future__ import annotations

from host.engine.game import Side
from host.engine.seega import Position, Seega
from host.engine.stones import BLACK_STONE, WHITE_STONE

GAME = Seega()


def position(text: str, game: Seega = GAME) -> Position:
    """The position that a text describes."""
    return game.parse_position(text)


def test_twelve_light_and_twelve_dark_stones_wait_for_an_empty_board() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "5/5/5/5/5 w 0 24 -"
    assert not GAME.pieces(start)
    assert GAME.reserve(start) == {WHITE_STONE: 12, BLACK_STONE: 12}


def test_the_starter_is_light() -> None:
    assert GAME.turn(GAME.start()) is Side.WHITE
