"""Pieces that are put on the board where a sensor is silent."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.times import HELD_MS, HOLD_MS, PLAYED_MS
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand


def offered(hand: SnapshotHand) -> set[str]:
    """The moves that the page offers."""
    return {choice.text for choice in hand.view.choices}


def test_a_stone_put_on_a_silent_square_is_chosen_on_the_page() -> None:
    hand = SnapshotHand(game="seega")
    hand.put("e5", Side.WHITE)
    hand.wait(1000)
    hand.wait(HELD_MS - 3000)
    assert not offered(hand)
    hand.wait(3000)
    squares = {f"{file}{rank}" for file in "abcde" for rank in "12345"}
    assert offered(hand) == squares - {"e5", "c3"}, "which have been seen, and the middle"
    assert hand.notices[-1].text.startswith("No piece has come onto the board for a minute.")
    hand.notices += hand.session.choose("b5", hand.now_ms)
    assert hand.texts == ["e5", "b5"]
    hand.wait(1000)
    assert hand.view.correction is None
    assert {square.split()[0] for square in hand.marked("sensor")} == {"b5"}


def test_no_square_is_offered_while_stones_go_on_being_put_or_one_stands_wrong() -> None:
    hand = SnapshotHand(game="seega")
    for square, side in (("e5", Side.WHITE), ("e4", Side.BLACK), ("a1", Side.WHITE)):
        hand.wait(HELD_MS - 1000)
        hand.put(square, side)
        hand.wait(500)
        assert not offered(hand)
    assert hand.texts == ["e5", "e4", "a1"]


def test_no_square_is_offered_on_a_board_whose_hand_is_simulated() -> None:
    hand = SnapshotHand(game="seega")
    hand.session.set_virtual_hand(True)
    hand.wait(2 * HELD_MS)
    assert not offered(hand)


def test_a_put_that_a_sensor_has_feigned_and_that_was_taken_back_is_not_made_by_the_reply() -> None:
    hand = SnapshotHand(game="seega")
    hand.put("d5", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["d5"]
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.put("d4", Side.BLACK)  # White's stone off the middle, seen as if it were Black's
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None


def test_a_put_that_hands_took_off_and_make_again_may_have_a_quick_reply() -> None:
    hand = SnapshotHand(game="seega")
    puts = {"d5": Side.WHITE, "d4": Side.BLACK}
    for square, side in puts.items():
        hand.put(square, side)
        hand.wait(1000)
    for square in reversed(puts):
        hand.lift(square)
        hand.wait(1000)
    assert hand.texts == []
    hand.put("d5", Side.WHITE)
    hand.wait(1000)
    hand.put("d4", Side.BLACK)
    hand.wait(60)
    hand.put("e5", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["d5", "d4", "e5"]


def with_silent_b5() -> SnapshotHand:
    """White has put a stone on b5, which is silent, and has told so on the page."""
    hand = SnapshotHand(game="seega")
    hand.wait(HELD_MS)
    hand.notices += hand.session.choose("b5", hand.now_ms)
    hand.wait(1000)
    return hand


def test_a_put_that_was_chosen_is_not_replaced_by_a_stone_of_the_other_side() -> None:
    hand = with_silent_b5()
    hand.put("e1", Side.WHITE)  # Black's, off the middle
    hand.wait(2000)
    assert hand.texts == ["b5"]
    assert hand.view.correction is not None


def test_a_stone_is_not_told_to_stand_on_a_silent_square_by_that_of_the_other_side() -> None:
    hand = with_silent_b5()
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    hand.put("e1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["e1"]
    hand.put("d1", Side.WHITE)  # Black's, off the middle: no reply to a stone on b5
    hand.wait(2000)
    assert hand.texts == ["e1"]
    assert hand.view.correction is not None


def test_a_stone_is_believed_where_others_have_been_carried_over_the_square() -> None:
    hand = SnapshotHand(game="seega")
    for _ in range(6):
        hand.put("a1", Side.WHITE)
        hand.wait(40)
        hand.lift("a1")
        hand.wait(5000)
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["a1"]


@pytest.mark.parametrize("held_ms", [1500, HOLD_MS + 500], ids=["menu closed", "menu open"])
def test_a_stone_that_may_be_one_of_those_in_the_air_is_not_put_from_the_reserve(
    held_ms: int,
) -> None:
    hand = SnapshotHand(game="seega")
    puts = {"d1": Side.WHITE, "a3": Side.BLACK, "a1": Side.WHITE, "d5": Side.BLACK}
    for square, side in puts.items():
        hand.put(square, side)
        hand.wait(500)
    assert hand.texts == list(puts)
    hand.lift("d1")
    hand.lift("a1")
    hand.wait(held_ms)
    lit = hand.marked("menu")
    dropped = min(lit, default="c2")
    hand.put(dropped, Side.WHITE)
    hand.wait(20_000)
    assert hand.texts == list(puts)
    hand.lift(dropped)
    hand.put("a1", Side.WHITE)
    hand.put("d1", Side.WHITE)
    hand.wait(ANSWER_MS + 1000)
    assert hand.view.correction is None
    assert hand.view.phase is Phase.PLAY
    hand.put("c4", Side.WHITE)
    hand.wait(500)
    assert hand.texts == [*puts, "c4"]


def test_a_put_is_believed_though_a_piece_of_the_other_side_is_seen_nowhere() -> None:
    hand = SnapshotHand(game="seega")
    puts = {"d1": Side.WHITE, "a3": Side.BLACK, "a1": Side.WHITE, "d5": Side.BLACK}
    for square, side in puts.items():
        hand.put(square, side)
        hand.wait(500)
    hand.lift("a3")
    hand.wait(2000)
    hand.put("c2", Side.WHITE)
    hand.wait(PLAYED_MS + 500)
    assert hand.texts == [*puts, "c2"]


def test_a_stone_whose_magnet_is_the_wrong_way_up_is_hinted_at_and_put_again() -> None:
    hand = SnapshotHand(game="seega")
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    hand.put("e1", Side.WHITE)  # a black one, upside down
    hand.wait(30_000)
    assert hand.view.correction is not None
    assert hand.view.correction.text == (
        "It is Black's turn. Take the piece off e1. Or is its magnet the wrong way up?"
    )
    assert not hand.marked("sensor"), "no sensor is blamed"
    hand.lift("e1")
    hand.wait(1000)
    hand.put("e1", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["a1", "e1"]
