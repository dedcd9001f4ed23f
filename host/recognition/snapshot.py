"""What sensors say of the squares: a sight of each, and together a picture of the board.

A sensor tells the side of a piece and nothing else, and so does a `Sight`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeAlias

from host.engine.game import Piece, Side, Square


class Sight(enum.Enum):
    """What a sensor says of one square."""

    EMPTY = "."
    WHITE = "w"
    BLACK = "b"
    UNSURE = "?"
    OCCUPIED = "o"
    """A piece of one side or the other: all that an on/off sensor tells (see siding.py)."""


Picture: TypeAlias = tuple[Sight, ...]
"""One sight a square, a1 first."""

SIGHT_OF = {Side.WHITE: Sight.WHITE, Side.BLACK: Sight.BLACK}


def picture_of(pieces: Mapping[Square, Piece], squares: int) -> Picture:
    """What sensors see when the pieces stand as told."""
    return tuple(
        SIGHT_OF[pieces[square].side] if square in pieces else Sight.EMPTY
        for square in range(squares)
    )


def believed(picture: Picture, certain: Picture) -> tuple[Picture, Picture]:
    """What may be believed of a picture.

    No piece changes its side without leaving its square, but the field of a magnet reverses beside
    it: a piece that seems to have turned stands off the middle, and is not seen clearly.

    Args:
        picture: what the sensors say.
        certain: what was last certain of each square: empty, or a piece of that side.

    Returns:
        The picture with such squares unsure, and what is certain now.
    """
    sights, known = list(picture), list(picture)
    for square, (sight, was) in enumerate(zip(picture, certain, strict=True)):
        if sight is Sight.UNSURE:
            known[square] = was
        elif sight is not was and Sight.EMPTY not in (sight, was):
            sights[square], known[square] = Sight.UNSURE, was
    return tuple(sights), tuple(known)


def inverted(picture: Picture) -> Picture:
    """The picture with the sides exchanged, as of a board that is turned round."""
    other = {Sight.WHITE: Sight.BLACK, Sight.BLACK: Sight.WHITE}
    return tuple(other.get(sight, sight) for sight in picture)
