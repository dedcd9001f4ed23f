"""Adjudications in games of stones: positions that players put in the place of the one reached.

An adjudication is written `adjudicate POSITION`, with a position of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from host.engine.game import Piece, Side, Square
from host.engine.stones.ending import Stones
from host.engine.stones.lines import Bits, bits_of

PREFIX = "adjudicate "
"""First word of the text of an adjudication."""

PositionT = TypeVar("PositionT", bound=Stones)


@dataclass(frozen=True, slots=True)
class Adjudication(Generic[PositionT]):
    """An adjudication: the position from which play goes on."""

    position: PositionT


def stones_of(pieces: Mapping[Square, Piece], side: Side) -> Bits:
    """Return the squares of the stones of a side."""
    return bits_of(square for square, piece in pieces.items() if piece.side is side)


def proposed_turn(before: Stones, white: Bits, black: Bits) -> Side:
    """Return the side that most plausibly is to move once these stones stand.

    Where one stone of the side to move stands elsewhere than before, it is taken to have moved.
    """
    turn = before.turn
    was, own = (before.white, white) if turn is Side.WHITE else (before.black, black)
    has_moved = (own & ~was).bit_count() == 1 and (was & ~own).bit_count() <= 1
    return turn.other if has_moved else turn
