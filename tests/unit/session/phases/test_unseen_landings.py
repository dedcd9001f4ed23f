"""Towers that land where nothing is seen, told by what is moved after them."""

import pytest

from host.recognition.snapshot import SquareState
from host.recognition.times import BUMPED_MS, JUST_SO_MS
from tests.support.snapshots import OnOffHand, SnapshotHand

HANDS = pytest.mark.parametrize("kind", [SnapshotHand, OnOffHand])


def land_unseen(hand: SnapshotHand) -> None:
    """Lift the tower on c8, and put it down on c5, whose sensor shows nothing."""
    hand.lift("c8")
    hand.wait(600)


@HANDS
def test_a_move_to_where_nothing_is_seen_is_taken_with_its_reply(kind: type[SnapshotHand]) -> None:
    hand = kind()
    land_unseen(hand)
    hand.move("g1f2", rest_ms=BUMPED_MS - 200)
    assert hand.texts == [], "the tower may be in a hand"
    hand.wait(400)
    assert hand.texts == ["c8c5", "g1f2"]
    hand.show("c5", SquareState.BLACK)
    hand.wait(JUST_SO_MS)
    assert hand.view.correction is None


@HANDS
def test_moves_in_one_stroke_past_a_tower_that_is_not_seen_are_taken(
    kind: type[SnapshotHand],
) -> None:
    hand, meant = kind(), ["h8h7", "f1d3", "c8b7"]
    hand.lift("h8")
    hand.wait(100)
    held = hand.lift("f1")
    hand.wait(200)
    hand.show("d3", held)
    held = hand.lift("c8")
    hand.wait(200)
    hand.show("b7", held)
    hand.wait(BUMPED_MS + 100)
    assert hand.texts == meant


def test_which_of_two_squares_a_tower_has_gone_to_unseen_is_asked() -> None:
    hand = SnapshotHand()
    hand.lift("g8")
    hand.wait(600)
    hand.move("d1b3", rest_ms=BUMPED_MS + 100)
    assert hand.texts == []
    assert [choice.text for choice in hand.view.choices] == ["g8f7 d1b3", "g8g6 d1b3"]
    hand.show("g6", SquareState.BLACK)
    hand.wait(JUST_SO_MS + 100)
    assert hand.texts == ["g8g6", "d1b3"], "straightened, it tells itself"


def test_another_square_than_was_thought_is_taken_once_the_tower_comes_there() -> None:
    hand = SnapshotHand()
    hand.lift("h8")
    hand.wait(600)
    hand.move("f1d3", rest_ms=BUMPED_MS + 100)
    assert hand.texts == ["h8h7", "f1d3"]
    hand.show("h8", SquareState.BLACK)
    hand.wait(600)
    hand.move("d3f1", rest_ms=BUMPED_MS)
    assert hand.texts == []


def test_a_tower_in_a_hand_is_no_move_however_long_it_is_held() -> None:
    hand = SnapshotHand()
    for held in ("d8", "a8", "c1"):
        side = hand.lift(held)
        hand.wait(4 * BUMPED_MS)
        assert hand.texts == []
        hand.show(held, side)
        hand.wait(600)
    assert hand.view.correction is None


def test_moves_are_taken_back_as_far_as_it_is_seen() -> None:
    hand = SnapshotHand()
    for text in ("d8d4", "a1a3"):
        hand.move(text, rest_ms=900)
    hand.lift("d4")
    hand.wait(300)
    hand.move("a3a1", rest_ms=BUMPED_MS + 100)
    assert hand.texts == ["d8d4"], "the tower that is seen nowhere may be in a hand"


def test_a_reply_before_the_move_in_a_hand_is_no_other_move_instead_of_the_last() -> None:
    hand = SnapshotHand()
    for text in ("e8f7", "d1a4"):
        hand.move(text, rest_ms=900)
    side = hand.lift("f7")
    hand.wait(600)
    hand.move("a4d7", rest_ms=JUST_SO_MS + 500)
    assert hand.texts == ["e8f7", "d1a4"]
    hand.show("g6", side)
    hand.wait(JUST_SO_MS + 100)
    assert hand.texts == ["e8f7", "d1a4", "f7g6", "a4d7"]
