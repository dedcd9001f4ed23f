"""Symmetries of the board: they keep the value of a start of a round.

Turning the board by 180 degrees and exchanging the sides leaves all colours where they are.
Mirroring it left-right swaps the colours brown-orange, green-blue, red-purple and yellow-pink.
"""

from __future__ import annotations

from host.engine.game import Side
from host.engine.kamisado.board import COLOURS, FILES, SQUARES, TOWERS
from host.engine.kamisado.position import Position

_TURNED_TOWERS = [tower ^ 8 for tower in range(TOWERS)]
_MIRRORED_TOWERS = [tower & 8 | len(COLOURS) - 1 - (tower & 7) for tower in range(TOWERS)]
_TURNED_SQUARES = [SQUARES - 1 - square for square in range(SQUARES)]
_MIRRORED_SQUARES = [square ^ FILES - 1 for square in range(SQUARES)]


def turned(position: Position) -> Position:
    """Return a position on the board turned by 180 degrees, with the sides exchanged."""
    return _moved(position, _TURNED_TOWERS, _TURNED_SQUARES)._replace(
        turn=position.turn.other, last_mover=position.last_mover.other
    )


def mirrored(position: Position) -> Position:
    """Return a position mirrored left-right, with the colours swapped."""
    required = position.required
    return _moved(position, _MIRRORED_TOWERS, _MIRRORED_SQUARES)._replace(
        required=None if required is None else len(COLOURS) - 1 - required
    )


def unmirrored(position: Position) -> Position:
    """Return which of a position and its mirror image stands for both."""
    return min(position, mirrored(position), key=lambda one: one[:2])


def normal_start(start: Position) -> Position:
    """Return which of the four equal starts of a round stands for all: Black is the Challenger."""
    return unmirrored(start if start.turn is Side.BLACK else turned(start))


def _moved(position: Position, towers: list[int], places: list[int]) -> Position:
    """Return a position in which tower `i` has the place and the teeth of tower `towers[i]`."""
    squares = bytes(places[position.squares[tower]] for tower in towers)
    teeth = bytes(position.teeth[tower] for tower in towers)
    occupied = sum(1 << square for square in squares)
    return position._replace(squares=squares, teeth=teeth, occupied=occupied)
