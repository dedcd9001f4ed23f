"""Hasami shogi for tests, with squares and moves by their names."""

from __future__ import annotations

from host.engine.stones.hasami import Hasami, Position
from tests.unit.engine.stones.positions import GameByName, board

GAME = Hasami()
LINES = Hasami(line_capture=True)
_BY_NAME = GameByName(GAME)
texts = _BY_NAME.texts
after = _BY_NAME.after
stones = _BY_NAME.stones
black = _BY_NAME.black
after_by_lines = GameByName(LINES).after


def position(
    white: str, black: str, turn: str = "w", quiet: int = 0, game: Hasami = GAME
) -> Position:
    """A position with stones on these squares."""
    return game.parse_position(f"{board(game.size, white, black)} {turn} {quiet}")
