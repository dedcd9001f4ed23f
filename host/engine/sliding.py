"""The ways of a piece: where it may go along one line, by what of that line is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from host.engine.game import Square

MoveT = TypeVar("MoveT")


class SlidingMoves(dict[int, tuple[MoveT, ...]], Generic[MoveT]):
    """The moves along a line for each set of its squares that may be taken, a bit for each.

    Each answer is worked out when it is asked for first: a line of eight squares has 256 of them,
    of which a match meets a few, and a program that plays another game none.

    Args:
        squares: the line, nearest first.
        moves: to each of them.
    """

    __slots__ = ("_moves", "_squares")

    def __init__(self, squares: Sequence[Square], moves: Sequence[MoveT]) -> None:
        super().__init__()
        self._squares = tuple(squares)
        self._moves = tuple(moves)

    def __missing__(self, taken: int) -> tuple[MoveT, ...]:
        free = 0
        for square in self._squares:
            if taken >> square & 1:
                break
            free += 1
        moves = self[taken] = self._moves[:free]
        return moves
