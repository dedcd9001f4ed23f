"""What sensors say of the squares: a sight of each, and together a picture of the board.

A sensor tells the side of a piece and nothing else, and so does a `SquareState`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeAlias

from host.engine.game import Piece, Side, Square


class SquareState(enum.Enum):
    """What a sensor says of one square."""

    EMPTY = "."
    WHITE = "w"
    BLACK = "b"
    UNSURE = "?"
    OCCUPIED = "o"
    """A piece of one side or the other: all that an on/off sensor tells (see siding.py)."""


Snapshot: TypeAlias = tuple[SquareState, ...]
"""One sight a square, a1 first."""

STATE_OF_SIDE = {Side.WHITE: SquareState.WHITE, Side.BLACK: SquareState.BLACK}


def snapshot_of(pieces: Mapping[Square, Piece], squares: int) -> Snapshot:
    """What sensors see when the pieces stand as told."""
    return tuple(
        STATE_OF_SIDE[pieces[square].side] if square in pieces else SquareState.EMPTY
        for square in range(squares)
    )


def believed(snapshot: Snapshot, certain: Snapshot) -> tuple[Snapshot, Snapshot]:
    """What may be believed of a picture.

    No piece changes its side without leaving its square, but the field of a magnet reverses beside
    it: a piece that seems to have turned stands off the middle, and is not seen clearly.

    Args:
        snapshot: what the sensors say.
        certain: what was last certain of each square: empty, or a piece of that side.

    Returns:
        The picture with such squares unsure, and what is certain now.
    """
    sights, known = list(snapshot), list(snapshot)
    for square, (sight, was) in enumerate(zip(snapshot, certain, strict=True)):
        if sight is SquareState.UNSURE:
            known[square] = was
        elif sight is not was and SquareState.EMPTY not in (sight, was):
            sights[square], known[square] = SquareState.UNSURE, was
    return tuple(sights), tuple(known)


def inverted(snapshot: Snapshot) -> Snapshot:
    """The picture with the sides exchanged, as of a board that is turned round."""
    other = {SquareState.WHITE: SquareState.BLACK, SquareState.BLACK: SquareState.WHITE}
    return tuple(other.get(sight, sight) for sight in snapshot)
