"""Snapshots of the sensors: the state of each square, and together that of the board.

A sensor tells the side of a piece and nothing else, and so does a `SquareState`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeAlias

from host.engine.game import Piece, Side, Square


class SquareState(enum.Enum):
    """State of one square as its sensor has it."""

    EMPTY = "."
    WHITE = "w"
    BLACK = "b"
    UNSURE = "?"
    OCCUPIED = "o"
    """A piece of one side or the other: all that an on/off sensor tells (see `side_inference`)."""


Snapshot: TypeAlias = tuple[SquareState, ...]
"""One state a square, a1 first."""

STATE_OF_SIDE = {Side.WHITE: SquareState.WHITE, Side.BLACK: SquareState.BLACK}


def snapshot_of(pieces: Mapping[Square, Piece], squares: int) -> Snapshot:
    """Return the snapshot of pieces that stand as given."""
    return tuple(
        STATE_OF_SIDE[pieces[square].side] if square in pieces else SquareState.EMPTY
        for square in range(squares)
    )


def inverted(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with the sides exchanged, as of a board that is turned round."""
    other = {SquareState.WHITE: SquareState.BLACK, SquareState.BLACK: SquareState.WHITE}
    return tuple(other.get(state, state) for state in snapshot)
