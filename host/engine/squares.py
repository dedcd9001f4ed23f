"""Squares: their names on boards of up to 26 files, and the lines of them where pieces slide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from host.engine.game import Square
from host.message import message

MoveT = TypeVar("MoveT")
FILES = "abcdefghijklmnopqrstuvwxyz"


def square_name(square: Square, files: int) -> str:
    """Return the name of a square on a board with `files` files.

    >>> square_name(0, 8), square_name(63, 8), square_name(80, 9)
    ('a1', 'h8', 'i9')

    Raises:
        TypeError: `files` is no number; the message says what it is meant to be.
    """
    if not isinstance(files, int):
        raise TypeError(f"files is {files!r}: it is a number, size[0] of the board's size")
    rank, file = divmod(square, files)
    return f"{FILES[file]}{rank + 1}"


def parse_square(text: str, size: tuple[int, int]) -> Square:
    """Return the square that `text` names on a board of `size` (files, ranks).

    Raises:
        ValueError: there is no such square; the message quotes the text.
    """
    files, ranks = size
    file = FILES.find(text[:1]) if text else -1
    digits = text[1:]
    if 0 <= file < files and digits.isascii() and digits.isdigit() and digits[0] != "0":
        rank = int(digits) - 1
        if rank < ranks:
            return rank * files + file
    raise ValueError(message("engine.no_such_square", text=repr(text), files=files, ranks=ranks))


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


def are_neighbours(squares: Sequence[Square], files: int) -> bool:
    """Return True if two squares touch each other."""
    (rank, file), (other_rank, other_file) = (divmod(square, files) for square in squares)
    return max(abs(rank - other_rank), abs(file - other_file)) == 1
