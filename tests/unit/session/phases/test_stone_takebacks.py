"""Moves and captures of stones, taken back by hand or by request."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.times import AIR_MS, DOUBT_MS
from tests.support.snapshots import SnapshotHand
from tests.unit.session.stones import pincer

# Taking back


def test_a_capture_is_taken_back_stone_by_stone_in_either_order() -> None:
    for stone_first in (True, False):
        hand = pincer()
        hand.lift("b5")
        hand.move("a1a5")
        assert hand.texts == ["a1a5"]
        if stone_first:
            hand.put("b5", Side.BLACK)
            hand.wait(300)
            hand.move("a5a1", rest_ms=1000)
        else:
            hand.move("a5a1", rest_ms=1000)
            assert hand.marked("capture", "taken") == {"b5"}
            hand.put("b5", Side.BLACK)
            hand.wait(1000)
        assert hand.texts == []
        assert hand.view.correction is None
        assert hand.view.prompt == "White to move: any stone."


def test_a_capture_whose_stone_could_go_on_is_taken_back_by_setting_up_what_was_captured() -> None:
    hand = SnapshotHand("ssssS/S1s1s/S1s1S/Sss1s/SsSSs w 0 0 -", game="seega")
    hand.move("a3b3")
    hand.lift("c2")
    hand.wait(1000)
    assert hand.texts == ["a3b3"]
    hand.move("b3a3", rest_ms=500)  # would go on, and take b2
    assert hand.marked("capture", "piece") == {"b2"}
    hand.put("c2", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is None


def test_a_capture_taken_back_by_wish_is_guided_back_and_not_made_again_on_the_way() -> None:
    hand = pincer()
    hand.lift("b5")
    hand.move("a1a5")
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.view.correction is not None
    hand.put("b5", Side.BLACK)
    hand.wait(1000)
    assert hand.view.capturing == ()
    assert hand.view.correction is not None
    hand.move("a5a1", rest_ms=1000)
    assert hand.texts == []
    assert hand.view.correction is None
    hand.session.redo(hand.now_ms)
    hand.wait(1000)
    assert hand.texts == ["a1a5"]
    hand.lift("b5")
    hand.wait(2 * DOUBT_MS)
    assert hand.texts == ["a1a5"]
    hand.move("a1a5", rest_ms=1000)
    assert hand.view.correction is None
    assert hand.view.prompt == "Black to move: any stone."


def test_a_stone_that_goes_back_on_the_next_turn_is_a_move() -> None:
    hand = pincer()
    for text in ("a1a2", "a9a8", "a2a1", "a8a9"):
        hand.move(text)
    assert hand.texts == ["a1a2", "a9a8", "a2a1", "a8a9"]


def test_a_stone_that_goes_back_at_once_is_a_takeback_and_the_nearest_one() -> None:
    hand = pincer()
    for text in ("a1a2", "a9a8", "a2a1", "a8a9"):
        hand.move(text)
    hand.move("a9a8")
    assert hand.texts == ["a1a2", "a9a8", "a2a1"]
    hand.move("a1a2")
    assert hand.texts == ["a1a2", "a9a8"]


def test_a_stone_that_goes_on_makes_another_move_even_in_a_position_that_was_there_before() -> None:
    hand = pincer()
    for text in ("a1a2", "a9a8", "a2a1", "a8a7"):
        hand.move(text)
    hand.move("a7a9")
    assert hand.texts == ["a1a2", "a9a8", "a2a1", "a8a9"]


def test_two_stones_that_were_never_seen_on_their_new_squares_have_been_taken_back() -> None:
    hand = pincer()
    hand.move("a1a2")
    hand.move("a9a8")
    hand.show_at_once(a8=".", a9="b", a2=".", a1="w")
    hand.wait(1000)
    assert hand.texts == []


def test_a_stone_on_a_wrong_square_takes_no_moves_back_that_would_not_show() -> None:
    hand = SnapshotHand("S3s/5/5/2S2/4s b 0 0 -", game="seega")
    played = ["e1d1", "c2b2", "d1d2", "b2c2"]
    for text in played:
        hand.move(text)
    hand.move("d2e1", rest_ms=2000)  # the board is as it was four moves before
    assert hand.texts == played
    assert hand.notices[-1].text == (
        "A stone moves one square forward, back or sideways. Put the stone back on d2."
    )
    hand.move("e1d1")
    assert hand.texts == [*played, "d2d1"]


def test_a_capture_instead_of_the_last_move_takes_back_none_that_would_not_show() -> None:
    hand = SnapshotHand("1S3/1s3/1S3/3s1/S4 b 0 0 -", game="seega")
    played = ["d2c2", "b3b2", "c2d2", "b2c2"]
    for text in played:
        hand.move(text)
    hand.move("c2b3", rest_ms=2000)  # the board is as it was four moves before, b4 still stands
    assert hand.texts == played
    assert hand.marked("capture", "piece") == {"b4"}
    hand.lift("b4")
    hand.wait(1000)
    assert hand.texts == ["d2c2", "b3b2", "c2d2", "b2b3"]


def test_a_stone_that_went_round_takes_no_moves_back_that_would_not_show() -> None:
    hand = SnapshotHand("s7s/9/9/9/9/9/9/9/S7S b 0", game="hasami")
    played = ["a9a7", "a1b1", "a7a8", "b1b2", "a8a9", "b2c2"]
    for text in played:
        hand.move(text)
    hand.move("c2a1", rest_ms=2000)  # the board is as it was six moves before
    assert hand.texts == played
    assert hand.notices[-1].text.endswith("Put White's stone back on c2.")


def test_a_captured_stone_and_the_mover_in_the_air_after_the_last_put_take_nothing_back() -> None:
    hand = SnapshotHand("SssSs/S2Ss/Ss1Ss/SssSs/SSSss w 0 2 -", game="seega")
    hand.put("c4", Side.WHITE)
    hand.wait(500)
    hand.put("b4", Side.BLACK)
    hand.wait(500)
    hand.lift("c4")  # which c2 to c3 captures
    hand.wait(300)
    hand.lift("b4")  # by mistake
    hand.wait(1500)
    hand.put("b4", Side.BLACK)
    hand.wait(300)
    hand.move("c2c3", rest_ms=1000)
    for square in ("d2", "d3", "d4"):
        hand.lift(square)
    hand.wait(1000)
    assert hand.texts == ["c4", "b4", "c2c3"]
    assert hand.view.correction is None


def test_the_last_two_stones_are_taken_back_by_taking_them_off() -> None:
    hand = SnapshotHand("SssSs/S2Ss/Ss1Ss/SssSs/SSSss w 0 2 -", game="seega")
    hand.put("c4", Side.WHITE)
    hand.wait(500)
    hand.put("b4", Side.BLACK)
    hand.wait(500)
    hand.lift("c4")
    hand.lift("b4")
    hand.wait(AIR_MS + 100)
    assert hand.texts == []


# Black has one stone left to put, on b2, and can do nothing then; White's c2 may take it by c2c3.
LAST_PUT = "sssSS/ssSsS/sS1SS/s1SSs/SSSss b 0 1 -"


def test_the_last_stone_that_was_put_is_taken_back_though_it_may_be_captured() -> None:
    hand = SnapshotHand(LAST_PUT, game="seega")
    hand.put("b2", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["b2", "pass"]
    hand.lift("b2")
    hand.wait(2500)
    assert hand.texts == []


@pytest.mark.parametrize("held_ms", [500, 3000])
def test_the_last_stone_that_was_put_may_be_taken_off_before_the_move_that_captures_it(
    held_ms: int,
) -> None:
    hand = SnapshotHand(LAST_PUT, game="seega")
    hand.put("b2", Side.BLACK)
    hand.wait(1000)
    hand.lift("b2")
    hand.wait(held_ms)
    hand.lift("d4")
    hand.wait(300)
    hand.move("c2c3", rest_ms=1500)
    assert hand.texts == ["b2", "pass", "c2c3"]


@pytest.mark.parametrize("held_ms", [500, 3000])
def test_the_last_stone_that_was_put_may_be_held_for_long_before_it_moves(held_ms: int) -> None:
    """It seems to be taken back for a while."""
    hand = SnapshotHand("sSSsS/SsSss/ss2S/SSsSs/SsSsS b 0 1 -", game="seega")
    hand.put("d3", Side.BLACK)
    hand.wait(1000)
    hand.lift("d3")
    hand.wait(held_ms)
    hand.put("c3", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["d3", "d3c3"]


def test_a_stone_that_is_put_in_the_centre_first_was_not_put_elsewhere() -> None:
    hand = SnapshotHand("sSSsS/SsSss/ss2S/SSsSs/SsSsS b 0 1 -", game="seega")
    hand.put("c3", Side.BLACK)
    hand.wait(3000)
    assert hand.texts == []
    assert hand.notices[-1].text.startswith("The centre stays empty")
