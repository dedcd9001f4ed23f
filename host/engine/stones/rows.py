"""Rows of adjacent squares along ranks, files and diagonals, for games that fill them.

All rows of a board are examined at once.  A set of rows is an int with four fields of bits, one for
each direction; a bit of a field stands for a row that begins on that square.  Stones multiplied by
a number with one bit for each field give a copy of the stones in every field.  With each of these
bits shifted back by n steps of its direction, the copies mark the rows whose n-th square holds a
stone.
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Square
from host.engine.stones.lines import DIAGONAL, ORTHOGONAL, Bits, Size, bits_of, ray, squares_of

RowBits: TypeAlias = int
"""A set of rows."""

WAYS = (ORTHOGONAL[1], ORTHOGONAL[0], DIAGONAL[0], DIAGONAL[3])
"""Along a rank, a file and both diagonals, each from the lower square to the higher."""


class Rows:
    """The rows of a board.

    Args:
        size: of the board.
        length: squares in a row, up to 7.
    """

    def __init__(self, size: Size, length: int) -> None:
        squares = range(size[0] * size[1])
        self._board = bits_of(squares)
        self._length = length
        strides = [right + size[0] * up for right, up in WAYS]
        # The fields are so far apart that shifted copies stay in their own.
        reach = max(strides) * (length - 1)
        self._ways = [
            (stride, reach + number * (len(squares) + reach))
            for number, stride in enumerate(strides)
        ]
        self._steps = [
            sum(1 << place - step * stride for stride, place in self._ways)
            for step in range(length)
        ]
        self._all = sum(
            bits_of(at for at in squares if len(ray(size, at, way)) >= length - 1) << place
            for way, (_, place) in zip(WAYS, self._ways, strict=True)
        )

    def full(self, stones: Bits) -> RowBits:
        """Return the rows with a stone on every square."""
        rows = self._all
        for step in self._steps:
            rows &= stones * step
        return rows

    def line(self, stones: Bits) -> list[Square]:
        """Return a whole unbroken line of stones at least as long as a row, or an empty list."""
        rows = self.full(stones)
        for stride, place in self._ways:
            begins = rows >> place & self._board
            if begins:
                line = [next(squares_of(begins))]
                while len(line) < self._length or begins >> line[1 - self._length] & 1:
                    line.append(line[-1] + stride)
                return line
        return []

    def by_stone_count(self, stones: Bits, free: Bits) -> list[RowBits]:
        """Return the rows of free squares by their number of stones, 0 to 7.

        Args:
            stones: the stones to count.
            free: the squares that may be filled, including those of the stones.
        """
        rows = self._all
        ones = twos = fours = 0
        for step in self._steps:
            rows &= free * step
            # Add one to each count: three ints hold the binary digits of all counts.
            more = stones * step
            ones, more = ones ^ more, ones & more
            twos, more = twos ^ more, twos & more
            fours |= more
        few, many = rows & ~fours, rows & fours
        quarters = (few & ~twos, few & twos, many & ~twos, many & twos)
        return [each for part in quarters for each in (part & ~ones, part & ones)]

    def empty_squares(self, rows: RowBits, stones: Bits) -> Bits:
        """Return the squares of some rows that hold no stone."""
        squares = 0
        if rows:
            for stride, place in self._ways:
                begins = rows >> place & self._board
                for step in range(self._length):
                    squares |= begins << step * stride
        return squares & ~stones
