"""The ways of a piece, worked out as they are asked for."""

from __future__ import annotations

from itertools import combinations

from host.engine.squares import SlidingMoves

LINE = (12, 20, 28, 36)


def test_a_way_ends_before_the_first_square_that_is_taken() -> None:
    way = SlidingMoves(LINE, "abcd")
    for number in range(len(LINE) + 1):
        for squares in combinations(LINE, number):
            free = min((LINE.index(square) for square in squares), default=len(LINE))
            assert "".join(way[sum(1 << square for square in squares)]) == "abcd"[:free]
    assert len(way) == 2 ** len(LINE)


def test_an_answer_is_worked_out_once_and_only_if_somebody_asks() -> None:
    way = SlidingMoves(LINE, "abcd")
    assert not way
    first = way[1 << 20]
    assert way[1 << 20] is first
    assert list(way) == [1 << 20]
