"""Moves of a sliding piece along one line, by the occupied squares of the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from host.engine.game import Square

MoveT = TypeVar("MoveT")


class SlidingMoves(dict[int, tuple[MoveT, ...]], Generic[MoveT]):
    """The moves along a line for each bit set of occupied squares.

    An entry is computed when it is first looked up: a line of eight squares has 256, of which a
    match needs a few, and a program that plays another game none.

    Args:
        squares: the line, nearest first.
        moves: to each of them.
    """

    __slots__ = ("_moves", "_squares")

    def __init__(self, squares: Sequence[Square], moves: Sequence[MoveT]) -> None:
        super().__init__()
        self._squares = tuple(squares)
        self._moves = tuple(moves)

    def __missing__(self, occupied: int) -> tuple[MoveT, ...]:
        free = 0
        for square in self._squares:
            if occupied >> square & 1:
                break
            free += 1
        moves = self[occupied] = self._moves[:free]
        return moves
