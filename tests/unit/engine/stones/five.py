"""Five for tests, with squares and moves by their names."""

from __future__ import annotations

from host.engine.stones.five import Five, Position
from tests.unit.engine.stones.positions import GameByName, board

GAME = Five()
FAR = "a5 c5 e5 g5 i6"
"""Five stones that stand in no line and in nobody's way."""

_BY_NAME = GameByName(GAME)
texts = _BY_NAME.texts
after = _BY_NAME.after
stones = _BY_NAME.stones


def position(white: str, black: str, turn: str = "w", quiet: int = 0, out: str = "wb") -> Position:
    """Return a position with stones on these squares, by default long after both have left home."""
    return GAME.parse_position(f"{board(GAME.size, white, black)} {turn} {quiet} {out}")
