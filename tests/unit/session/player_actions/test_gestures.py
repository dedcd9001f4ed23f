"""Gestures from snapshots alone: what opens the menu, what chooses, what closes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from host.recognition.times import HOLD_MS, PASSING_MS
from host.session.player_actions.gestures import STEP_MS, STEPS, menu_of
from host.session.view import Action
from tests.unit.session.player_actions.gesture_board import (
    ALL,
    WORDS,
    Watched,
    after,
    at,
    with_states,
)

LEAVE_MS = STEPS * STEP_MS


# Opening


def test_two_pieces_of_a_side_held_off_the_board_open_a_menu_in_the_order_of_its_actions() -> None:
    board = Watched()
    board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.menu == {}
    board.show(20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert tuple(board.menu.values()) == ALL
    names = list(board.menu)
    assert names == sorted(names), "from left to right"


def test_what_may_be_done_is_asked_once_and_only_for_a_menu() -> None:
    board = Watched()
    board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.asked == 0
    board.show(20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    board.put(board.square_of(Action.PAUSE), STEPS * STEP_MS)
    assert [told[:2] for told in board.decided] == [(Action.PAUSE, Side.WHITE)]
    assert board.asked == 1


@pytest.mark.parametrize(
    "lifted",
    [["b1"], ["b1", "c1", "e1"], ["b1", "c8"], []],
    ids=["one", "three", "one of each side", "none"],
)
def test_no_other_number_of_pieces_opens_it(lifted: list[str]) -> None:
    board = Watched()
    board.show(10 * HOLD_MS, **dict.fromkeys(lifted, SquareState.EMPTY))
    assert board.menu == {}


@pytest.mark.parametrize("state", [SquareState.WHITE, SquareState.BLACK, SquareState.UNSURE])
def test_nothing_else_may_be_touched(state: SquareState) -> None:
    board = Watched()
    board.show(10 * HOLD_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h5=state)
    assert board.menu == {}


def test_a_look_underneath_opens_nothing() -> None:
    board = Watched()
    for _ in range(5):
        board.show(HOLD_MS - 20, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
        board.show(200)
    assert board.menu == {}


def test_either_side_may_open_it() -> None:
    board = Watched()
    board.show(HOLD_MS, c8=SquareState.EMPTY, e8=SquareState.EMPTY)
    assert board.gestures.menu is not None
    assert board.gestures.menu.side is Side.BLACK


def test_what_may_not_be_done_has_no_square() -> None:
    board = Watched((Action.RESIGN, Action.PAUSE))
    board.open()
    assert list(board.menu.values()) == [Action.RESIGN, Action.PAUSE]


# Choosing


@pytest.mark.parametrize("action", ALL)
def test_a_piece_left_on_a_square_of_the_menu_does_what_that_says(action: Action) -> None:
    board = Watched()
    board.open()
    place = board.square_of(action)
    board.put(place, LEAVE_MS - 20)
    assert board.decided == []
    board.put(place, 20)
    assert [told[:2] for told in board.decided] == [(action, Side.WHITE)]
    assert board.menu == {}


def test_how_long_it_has_stood_there_is_shown_step_by_step() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.PAUSE)
    shown = []
    for _ in range(STEPS):
        board.put(place, STEP_MS - 20)
        (held,) = (item.held for item in board.gestures.items if item.held is not None)
        shown.append((held.done, list(board.lit.values()).count("progress")))
        assert board.lit[place] == "chosen"
        board.put(place, 20)
    assert shown == [(0, 0), (1, 2), (2, 4), (3, 6)]


def test_while_it_is_chosen_nothing_else_of_the_menu_is_lit_but_the_way_out() -> None:
    board = Watched()
    board.open()
    assert board.lit == {
        "b1": "home",
        "c1": "home",
        **{name: action.value for name, action in board.menu.items()},
    }
    place = board.square_of(Action.RESIGN)
    board.put(place, 100)
    assert board.lit == {"b1": "home", "c1": "home", place: "chosen"}


def test_lifting_it_again_stops_it_and_the_time_begins_anew() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.RESIGN)
    for _ in range(3):
        board.put(place, LEAVE_MS - 20)
        board.open()
    assert board.decided == []
    assert list(board.menu.values()) == list(ALL), "it is still open"
    other = board.square_of(Action.NEW)
    board.put(other, LEAVE_MS)
    assert [told[:2] for told in board.decided] == [(Action.NEW, Side.WHITE)]


def test_a_piece_of_the_other_side_chooses_nothing() -> None:
    board = Watched()
    board.open()
    board.put(board.square_of(Action.RESIGN), 10 * LEAVE_MS, SquareState.BLACK)
    assert board.decided == []
    assert board.menu == {}


def test_a_piece_that_is_not_seen_clearly_chooses_nothing() -> None:
    board = Watched()
    board.open()
    board.put(board.square_of(Action.RESIGN), 10 * LEAVE_MS, SquareState.UNSURE)
    assert board.decided == []


def test_both_pieces_on_the_menu_choose_nothing() -> None:
    board = Watched()
    board.open()
    first, second, *_ = board.menu
    places = {first: SquareState.WHITE, second: SquareState.WHITE}
    board.show(10 * LEAVE_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, **places)
    assert board.decided == []
    assert board.menu == {}


# Closing


def test_putting_both_back_closes_it_at_once() -> None:
    board = Watched()
    board.open()
    board.show(0)
    assert board.menu == {}


def test_putting_one_back_closes_it_and_chooses_nothing_any_more() -> None:
    board = Watched()
    board.open()
    place = board.square_of(Action.RESIGN)
    board.show(PASSING_MS, b1=SquareState.EMPTY)
    assert board.menu == {}
    board.show(10 * LEAVE_MS, **{"b1": SquareState.EMPTY, place: SquareState.WHITE})
    assert board.decided == []


def test_touching_anything_else_closes_it() -> None:
    board = Watched()
    board.open()
    board.show(PASSING_MS, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h8=SquareState.EMPTY)
    assert board.menu == {}


def test_a_hand_passing_over_a_square_closes_nothing() -> None:
    board = Watched()
    board.open()
    board.show(PASSING_MS - 40, b1=SquareState.EMPTY, c1=SquareState.EMPTY, h5=SquareState.UNSURE)
    board.open()
    assert list(board.menu.values()) == list(ALL)


def test_another_position_has_a_menu_of_its_own() -> None:
    board = Watched()
    board.open()
    before = board.gestures.menu
    board.history.record_text("a1a2")
    board.base = board.history.expectation.snapshot
    board.show(0, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert board.gestures.menu is None
    board.open()
    assert before is not None
    assert board.gestures.menu is not None
    assert board.gestures.menu.base == board.base != before.base


def test_a_move_of_two_pieces_is_no_gesture() -> None:
    # As a king and a rook would castle: no game here has such a move yet.
    history = after("d8d4")
    expectation = history.expectation
    seen = with_states(expectation.snapshot, b1=SquareState.EMPTY, c1=SquareState.EMPTY)
    assert menu_of(history, seen, WORDS) is not None
    castled = with_states(seen, b2=SquareState.WHITE, c2=SquareState.WHITE)
    touched = frozenset(map(at, ("b1", "c1", "b2", "c2")))
    move = replace(expectation.candidates[0], after=castled, touched=touched)
    history.expectation = replace(expectation)
    # They are found once, and then kept here.
    vars(history.expectation)["candidates"] = (*expectation.candidates, move)
    assert menu_of(history, seen, WORDS) is None
