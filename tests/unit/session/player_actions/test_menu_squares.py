"""The squares of the menu: empty, apart, and never reached by a move of the lifted pieces."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest

from host.engine.game import Square
from host.engine.squares import square_name
from host.recognition.history import History
from host.recognition.matching import Unexplained, explain
from host.recognition.snapshot import STATE_OF_SIDE, SquareState
from host.recognition.takeback import find_takeback
from host.session.player_actions.gestures import (
    Menu,
    menu_of,
    neighbours,
    row_of,
)
from tests.unit.session.player_actions.gesture_board import (
    ALL,
    GAME,
    WORDS,
    Watched,
    at,
    with_states,
)

# The squares


@pytest.mark.parametrize("seed", range(4))
def test_the_squares_are_empty_apart_and_never_reached_by_a_move_of_the_two(seed: int) -> None:
    chance = random.Random(seed)
    opened = 0
    for _ in range(15):
        history: History = History(GAME, GAME.start())
        while history.outcome is None:
            history.record(chance.choice(history.expectation.candidates).move)
            expectation = history.expectation
            pieces = sorted(expectation.pieces.items())
            one, other = chance.choice(
                [
                    (a, b)
                    for (a, first), (b, second) in combinations(pieces, 2)
                    if first.side is second.side
                ]
            )
            seen = tuple(
                SquareState.EMPTY if square in (one, other) else state
                for square, state in enumerate(expectation.snapshot)
            )
            menu = menu_of(history, seen, WORDS)
            if menu is None:
                continue
            opened += 1
            check_squares(history, menu, {one, other})
    assert opened > 100


def check_squares(history: History, menu: Menu, homes: set[Square]) -> None:
    squares = list(menu.places)
    assert len(squares) == len(ALL)
    assert {square // 8 for square in squares} <= {2, 3, 4, 5}, "in the middle ranks"
    for square in squares:
        assert menu.base[square] is SquareState.EMPTY
    for left, right in pairwise(squares):
        assert right % 8 - left % 8 >= 2
    for square in squares:
        # The other one is put home while the first still stands on the menu: no move, no takeback.
        for home in homes:
            slipped = list(menu.base)
            slipped[home], slipped[square] = SquareState.EMPTY, STATE_OF_SIDE[menu.side]
            assert isinstance(explain(history.expectation, tuple(slipped)), Unexplained)
            assert find_takeback(history, tuple(slipped)) is None


@pytest.mark.parametrize(
    ("size", "ranks"), [((8, 8), {2, 3, 4, 5}), ((9, 9), {2, 3, 4, 5, 6}), ((5, 5), {1, 2, 3})]
)
def test_boards_of_other_sizes_have_a_row_as_well(size: tuple[int, int], ranks: set[int]) -> None:
    files, height = size
    empty = (SquareState.EMPTY,) * (files * height)
    row = row_of(range(files * height), empty, size, 4)
    assert len(row) == min(4, (files + 1) // 2)
    assert {square // files for square in row} <= ranks
    assert len({square // files for square in row}) == 1
    assert all(right % files - left % files >= 2 for left, right in pairwise(row))


def test_where_there_is_too_little_room_the_last_actions_are_left_out() -> None:
    board = Watched()
    free = [at("a4"), at("b4"), at("c5"), at("d5")]
    assert row_of(free, board.base, (8, 8), 4) == (at("a4"), at("c5"))
    assert row_of([], board.base, (8, 8), 4) == ()


def test_squares_away_from_the_pieces_are_preferred() -> None:
    base = with_states(
        (SquareState.EMPTY,) * 64, a5=SquareState.WHITE, b5=SquareState.WHITE, c5=SquareState.BLACK
    )
    row = row_of([s for s in range(64) if base[s] is SquareState.EMPTY], base, (8, 8), 3)
    assert not [
        near for s in row for near in neighbours(s, (8, 8)) if base[near] is not SquareState.EMPTY
    ]


def test_a_corner_has_three_neighbours_clockwise_from_above() -> None:
    assert [square_name(s, 8) for s in neighbours(at("a1"), (8, 8))] == ["a2", "b2", "b1"]
    assert [square_name(s, 8) for s in neighbours(at("h4"), (8, 8))] == [
        *("h5", "h3", "g3", "g4", "g5"),
    ]
