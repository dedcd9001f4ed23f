"""Move tables: the steps of a tower along every line of the board.

A tower moves along at most three lines: straight ahead and diagonally ahead to both
sides (M1).  Its reach depends only on the occupied squares of the line (M2, M3) and on its
teeth (S1, DS1, TS1).  A line holds at most seven squares, so a small
table (`SlidingMoves`) gives the steps for each bit set of occupied squares.
M4 needs no code, since a diagonal line consists of its own squares only.
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Side, Square
from host.engine.kamisado.board import FILES, SQUARES
from host.engine.kamisado.position import Move
from host.engine.squares import SlidingMoves

REACH = (7, 5, 3, 1)  # squares, by teeth: M2, S1, DS1, TS1
FORWARD = {Side.WHITE: 1, Side.BLACK: -1}  # ranks

Line: TypeAlias = tuple[int, SlidingMoves[Move]]
"""A bit set of squares, and the steps along it for each set of occupied ones."""


def squares_ahead(side: Side, origin: Square, sideways: int, reach: int) -> list[Square]:
    """Return the squares on one line, nearest first.

    Args:
        side: the side whose forward direction counts.
        origin: the square before the line.
        sideways: files per rank towards the h-file: -1, 0 or 1.
        reach: maximum number of squares.
    """
    rank, file = divmod(origin, FILES)
    squares = []
    for _ in range(reach):
        rank, file = rank + FORWARD[side], file + sideways
        if not (0 <= rank < FILES and 0 <= file < FILES):
            break
        squares.append(rank * FILES + file)
    return squares


def _line(origin: Square, squares: list[Square]) -> Line:
    mask = sum(1 << square for square in squares)
    return mask, SlidingMoves(squares, [Move(origin, square) for square in squares])


def _lines_from(side: Side, origin: Square, reach: int) -> tuple[Line, ...]:
    lines = (squares_ahead(side, origin, sideways, reach) for sideways in (-1, 0, 1))
    return tuple(_line(origin, squares) for squares in lines if squares)


LINES: tuple[tuple[tuple[tuple[Line, ...], ...], ...], ...] = tuple(
    tuple(tuple(_lines_from(side, origin, reach) for origin in range(SQUARES)) for reach in REACH)
    for side in (Side.WHITE, Side.BLACK)
)
"""`LINES[tower >> 3][teeth][origin]`: the lines of a tower, none on the last rank."""
