"""Rows counted all at once, beside rows counted one by one."""

from __future__ import annotations

import random

import pytest

from host.engine.stones.lines import Bits, Size, bits_of, squares_of
from host.engine.stones.rows import Rows

BOARDS = [((9, 9), 5), ((5, 5), 3), ((6, 4), 4), ((8, 8), 7)]


def plain_rows(size: Size, length: int) -> list[list[int]]:
    """The squares of every row."""
    files, ranks = size
    return [
        [(rank + up * step) * files + file + right * step for step in range(length)]
        for rank in range(ranks)
        for file in range(files)
        for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= file + right * (length - 1) < files and rank + up * (length - 1) < ranks
    ]


def scattered(size: Size, chance: random.Random) -> tuple[Bits, Bits]:
    """Stones, and squares on which none of them stand."""
    squares = range(size[0] * size[1])
    stones = chance.sample(squares, chance.randrange(len(squares)))
    others = [square for square in squares if square not in stones and chance.random() < 0.2]
    return bits_of(stones), bits_of(others)


@pytest.mark.parametrize(("size", "length"), BOARDS)
def test_the_rows_that_hold_so_many_stones_and_nothing_else_are_counted(
    size: Size, length: int
) -> None:
    rows, chance = Rows(size, length), random.Random(f"{size}/{length}")
    for _ in range(200):
        stones, others = scattered(size, chance)
        held = rows.by_stone_count(stones, bits_of(range(size[0] * size[1])) & ~others)
        clear = [row for row in plain_rows(size, length) if not bits_of(row) & others]
        for number, found in enumerate(held):
            so_many = [row for row in clear if (bits_of(row) & stones).bit_count() == number]
            assert found.bit_count() == len(so_many)
            lacking = {square for row in so_many for square in row if not stones >> square & 1}
            assert set(squares_of(rows.empty_squares(found, stones))) == lacking


@pytest.mark.parametrize(("size", "length"), BOARDS)
def test_a_full_row_is_found_wherever_it_lies_and_not_around_the_edge(
    size: Size, length: int
) -> None:
    rows = Rows(size, length)
    for row in plain_rows(size, length):
        assert rows.line(bits_of(row)) == row
        assert rows.full(bits_of(row)).bit_count() == 1
        for square in row:
            assert not rows.full(bits_of(row) ^ 1 << square)
            assert not rows.line(bits_of(row) ^ 1 << square)


@pytest.mark.parametrize(("size", "length"), BOARDS)
def test_rows_are_full_exactly_where_each_square_holds_a_stone(size: Size, length: int) -> None:
    rows, chance = Rows(size, length), random.Random(f"{size}/{length}/full")
    found = 0
    for _ in range(300):
        stones, _ = scattered(size, chance)
        full = [row for row in plain_rows(size, length) if not bits_of(row) & ~stones]
        assert rows.full(stones).bit_count() == len(full)
        line = rows.line(stones)
        assert bool(line) == bool(full)
        assert not bits_of(line) & ~stones
        found += bool(full)
    assert found > 10


def test_a_line_that_is_longer_than_a_row_is_told_whole() -> None:
    assert Rows((9, 9), 5).line(bits_of(range(1, 8))) == [1, 2, 3, 4, 5, 6, 7]
