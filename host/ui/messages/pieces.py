"""Pieces in messages: where the game has them, where they lie, and those beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from host.engine.game import Piece, Side, Square
from host.engine.squares import square_name
from host.message.schema import Limits

SideName: TypeAlias = Literal["white", "black"]
Size: TypeAlias = Annotated[Sequence[int], Limits(2, 2)]
"""Files and ranks."""


class PieceData(TypedDict):
    """A piece where the game has it."""

    square: str
    side: SideName
    name: str
    teeth: int


class HandPieceData(TypedDict):
    """A piece of the virtual board where it lies.

    Attributes:
        where: `box` is beside the board, or a cell of a larger board outside the game.
        dx, dy: distance from the middle of its square, in squares, towards the last file and rank.
    """

    id: str
    side: SideName
    name: str
    teeth: int
    where: Literal["board", "hand", "box"]
    square: str | None
    dx: float
    dy: float


class HandMessage(TypedDict):
    """All pieces of the virtual board.

    Attributes:
        by_hand: True if the players take captured pieces off, put rewards on and set rounds up.
        busy: True while the hand does something by itself (a takeback, a set-up, a push); what is
            asked of it waits.
    """

    t: Literal["hand"]
    by_hand: bool
    busy: bool
    pieces: list[HandPieceData]


class PileData(TypedDict):
    """A number of equal pieces beside the board."""

    side: SideName
    name: str
    count: int


def side_name(side: Side) -> SideName:
    """Return the name of a side in messages."""
    return "white" if side is Side.WHITE else "black"


def piece_data(square: Square, piece: Piece, files: int) -> PieceData:
    """Describe a piece on a square of a game with so many files."""
    return {
        "square": square_name(square, files),
        "side": side_name(piece.side),
        "name": piece.name,
        "teeth": piece.teeth,
    }


def pile_data(pieces: Mapping[Piece, int]) -> list[PileData]:
    """Describe pieces that are counted."""
    return [
        {"side": side_name(piece.side), "name": piece.name, "count": count}
        for piece, count in pieces.items()
    ]
