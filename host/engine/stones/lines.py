"""Bit boards, lines and captures of boards of stones.

A set of squares is an int with a bit for each.  All tables are computed once for a board, so that a
search spends its time on positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from host.engine.game import Square
from host.engine.squares import SlidingMoves

Size: TypeAlias = tuple[int, int]
"""Number of files and of ranks."""

Direction: TypeAlias = tuple[int, int]
"""Files and ranks per step."""

Bits: TypeAlias = int
"""A set of squares."""

ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Forward, right, back and left, as White sees them."""

DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class Move(NamedTuple):
    """One ply of a game of stones.

    Attributes:
        origin: square of the stone; None if it comes from the reserve, or if none moves.
        target: its square after the move; None if none moves.
    """

    origin: Square | None
    target: Square | None


NULL_MOVE = Move(None, None)
"""A pass, or the end of a turn in which another capture could follow: no stone moves."""

Line: TypeAlias = tuple[Bits, SlidingMoves[Move]]
"""The squares of a line, and the moves along it for each set of occupied ones."""

CapturePair: TypeAlias = tuple[Bits, Bits]
"""The square of a captured stone, and the square of the capturing stone on its far side."""


def bits_of(squares: Iterable[Square]) -> Bits:
    """Return the set of some squares."""
    return sum(1 << square for square in set(squares))


def squares_of(bits: Bits) -> Iterator[Square]:
    """Iterate over the squares of a set in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def ray(size: Size, origin: Square, direction: Direction) -> list[Square]:
    """Return the squares on one line from `origin` to the edge, nearest first, without `origin`."""
    files, ranks = size
    rank, file = divmod(origin, files)
    squares: list[Square] = []
    while True:
        file, rank = file + direction[0], rank + direction[1]
        if not (0 <= file < files and 0 <= rank < ranks):
            return squares
        squares.append(rank * files + file)


def lines(size: Size, reach: int) -> tuple[tuple[Line, ...], ...]:
    """Return, by square, the orthogonal lines of a stone that goes at most `reach` squares."""
    squares = range(size[0] * size[1])
    return tuple(
        tuple(
            _line(origin, ahead)
            for direction in ORTHOGONAL
            if (ahead := ray(size, origin, direction)[:reach])
        )
        for origin in squares
    )


def _line(origin: Square, ahead: list[Square]) -> Line:
    return bits_of(ahead), SlidingMoves(ahead, [Move(origin, square) for square in ahead])


def capture_pairs(
    size: Size, directions: Iterable[Direction], *, corners: bool = False, safe: Bits = 0
) -> tuple[tuple[CapturePair, ...], ...]:
    """Return, by target square of a move, the pairs of squares for custodian captures.

    Args:
        size: of the board.
        directions: those along which stones are captured.
        corners: True if a stone in a corner is captured from the two squares beside it.
        safe: squares on which no stone is captured.
    """
    files, ranks = size
    table: list[list[CapturePair]] = [[] for _ in range(files * ranks)]
    for square, pairs in enumerate(table):
        for direction in directions:
            ahead = ray(size, square, direction)
            if len(ahead) > 1 and not safe >> ahead[0] & 1:
                pairs.append((1 << ahead[0], 1 << ahead[1]))
    if corners:
        for corner in (0, files - 1, files * (ranks - 1), files * ranks - 1):
            beside = [ahead[0] for way in ORTHOGONAL if (ahead := ray(size, corner, way))]
            for one, other in (beside, beside[::-1]):
                table[one].append((1 << corner, 1 << other))
    return tuple(tuple(pairs) for pairs in table)


def custodian_captures(pairs: Iterable[CapturePair], own: Bits, enemy: Bits) -> Bits:
    """Return the enemy stones that a moved stone captures.

    Args:
        pairs: those of its target square, from `capture_pairs`.
        own: the stones of its side, with or without itself.
        enemy: the stones of the other side.
    """
    captured = 0
    for stone, partner in pairs:
        if enemy & stone and own & partner:
            captured |= stone
    return captured
