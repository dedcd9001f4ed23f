"""Check of the colours of pieces that may have been exchanged in play."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.times import CHECK_MS, GLANCE_MS
from host.session.session import Session
from tests.support.snapshots import SnapshotHand

WHITES = ("b1", "c1")


def lift_together(hand: SnapshotHand, *squares: str) -> None:
    """Lift pieces one after the other, and put them back in the same order."""
    lifted = []
    for square in squares:
        lifted.append((square, hand.lift(square)))
        hand.wait(300)
    for square, state in lifted:
        hand.show(square, state)
        hand.wait(300)


def lit(hand: SnapshotHand) -> set[str]:
    return hand.marked("fill", "rest")


def told(hand: SnapshotHand) -> list[str]:
    return [text for notice in hand.notices if "colour" in (text := notice.text)]


def test_two_of_a_side_that_were_off_together_are_checked_beside_the_other_lights() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.notices.clear()
    lift_together(hand, *WHITES)
    assert lit(hand) == set(WHITES)
    assert hand.marked("required") == {"a1"}
    assert told(hand) == [
        "The towers from b1 and c1 were off the board together: each must stand on the light of "
        "its own colour."
    ]
    hand.wait(GLANCE_MS)
    assert not lit(hand), "they were seen"
    assert len(told(hand)) == 1


@pytest.mark.parametrize("squares", [("b1", "b8"), ("c1",)])
def test_pieces_that_cannot_have_been_exchanged_are_not(squares: tuple[str, ...]) -> None:
    hand = SnapshotHand()
    lift_together(hand, *squares)
    hand.wait(300)
    assert not lit(hand)


def test_pieces_that_are_lifted_one_after_the_other_are_not() -> None:
    hand = SnapshotHand()
    for square in WHITES:
        lift_together(hand, square)
    assert not lit(hand)


def test_what_is_off_for_a_moment_was_in_no_hand() -> None:
    hand = SnapshotHand()
    hand.show_at_once(b1=".", c1=".")
    hand.wait(60)
    hand.show_at_once(b1="w", c1="w")
    hand.wait(300)
    assert not lit(hand)


def test_a_piece_that_goes_off_while_another_is_led_back_is_checked_with_it() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    # One stands on a wrong square, and is lifted while another is in the hand.
    hand.move("b1b3")
    hand.lift("b3")
    hand.lift("c1")
    hand.wait(300)
    for square in WHITES:
        hand.put(square, Side.WHITE)
        hand.wait(300)
    assert lit(hand) == set(WHITES)


def test_whoever_moves_meanwhile_has_looked() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    lift_together(hand, *WHITES)
    hand.move("a1a2", rest_ms=300)
    assert hand.texts == ["d8d4", "a1a2"]
    assert not lit(hand)


def test_a_check_that_a_lift_hides_begins_anew() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    lift_together(hand, *WHITES)
    state = hand.lift("a1")
    hand.wait(GLANCE_MS)
    assert not lit(hand)
    hand.show("a1", state)
    hand.wait(GLANCE_MS - 100)
    assert lit(hand) == set(WHITES)


def test_a_board_that_nobody_watched_is_checked_whole() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.session.board_lost()
    hand.notices.clear()
    hand.wait(500)
    assert len(lit(hand)) == 16
    assert told(hand) == ["Each tower must stand on the light of its own colour: check them all."]
    hand.wait(CHECK_MS)
    assert not lit(hand)
    assert hand.marked("required") == {"a1"}


def test_a_match_that_is_gone_on_with_is_checked_whole() -> None:
    played = SnapshotHand()
    played.move("d8d4")
    hand = SnapshotHand(settle_ms=0)
    hand.session = Session(hand.session.settings)
    hand.session.restore(played.session.plies)
    hand.snapshot, hand.now_ms = played.snapshot, 0
    hand.wait(500)
    assert len(lit(hand)) == 16


def test_stones_are_all_alike() -> None:
    hand = SnapshotHand(game="hasami")
    hand.session.board_lost()
    hand.wait(500)
    assert not lit(hand)


def test_a_virtual_hand_confuses_no_pieces() -> None:
    hand = SnapshotHand()
    hand.session.set_virtual_hand(True)
    lift_together(hand, *WHITES)
    hand.session.board_lost()
    hand.wait(500)
    hand.session.set_virtual_hand(False)
    hand.wait(500)
    assert not lit(hand)
