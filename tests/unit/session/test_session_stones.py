"""Games of stones on the board: captures, a reserve, turns that are let go, moves backward."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from host.recognition.times import (
    AIR_MS,
    DWELL_MS,
    FAULT_MS,
    HOLD_MS,
    SEVERAL_MS,
    SLIDE_MS,
    UNDO_END_MS,
    UNSEEN_MS,
    WRONG_MS,
)
from host.session.player_actions.actions import act
from host.session.view import Action, Severity
from tests.support.snapshots import SnapshotHand
from tests.unit.session.stones import pincer

# Captures


def test_a_move_is_made_when_the_captured_stone_is_taken_off_after_it() -> None:
    hand = pincer()
    hand.move("a1a5", rest_ms=1000)
    assert hand.texts == []
    assert hand.view.turn is Side.WHITE
    assert hand.marked("capture", "piece") == {"b5"}
    assert hand.view.prompt == "Take the captured stone off b5."
    assert hand.view.capturing == (37,)
    (told,) = act(hand.session.state, Action.ADOPT, Side.WHITE, hand.now_ms, 40)
    assert told.text == hand.view.prompt, "the move comes before anything else"
    assert hand.view.correction is None
    hand.lift("b5")
    hand.wait(DWELL_MS)
    assert hand.texts == ["a1a5"]
    assert hand.view.turn is Side.BLACK
    assert hand.view.capturing == ()


def test_a_move_whose_captured_stone_still_stands_is_finished_before_anything_is_offered() -> None:
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 b 0", game="hasami")
    hand.move("h9h8")
    hand.move("a1a5", rest_ms=1000)
    for told in (
        hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms),
        hand.session.act(Action.NEW, Side.WHITE, hand.now_ms),
        hand.session.act(Action.PAUSE, None, hand.now_ms),
    ):
        assert [notice.text for notice in told] == ["Take the captured stone off b5."]
    assert hand.view.offer is None
    assert hand.view.may == (Action.RESIGN,)
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["h9h8", "a1a5"]
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    assert hand.view.offer is not None
    assert hand.view.prompt.startswith("White offers the end of the game, won by Black")


def test_a_captured_stone_may_be_taken_off_first() -> None:
    hand = pincer()
    hand.lift("b5")
    hand.wait(1000)
    assert hand.view.correction is None
    assert hand.marked("capture", "taken") == {"b5"}
    assert hand.marked("legal", "squares") == {"a5"}
    hand.move("a1a5")
    assert hand.texts == ["a1a5"]


def test_a_captured_stone_that_is_taken_off_long_before_the_move_is_no_silent_sensor() -> None:
    hand = pincer()
    hand.lift("b5")
    hand.wait(SEVERAL_MS - 1000)
    assert not hand.marked("sensor")
    hand.move("a1a5")
    assert hand.texts == ["a1a5"]


def test_a_stone_that_may_be_captured_is_held_for_any_time() -> None:
    hand = pincer()
    hand.lift("b5")
    hand.wait(SEVERAL_MS + FAULT_MS + 1000)
    assert hand.marked("sensor") == set()


def test_what_would_be_captured_is_shown_while_the_stone_is_in_the_air() -> None:
    hand = pincer()
    hand.lift("a1")
    hand.wait(300)
    assert "a5" in hand.marked("legal")
    assert hand.marked("capture", "may") == {"b5"}


def test_a_stone_that_slides_past_asks_for_nothing_to_be_taken_off() -> None:
    hand = pincer()
    hand.lift("a1")
    for square in ("a4", "a5", "a6"):
        hand.put(square, Side.WHITE)
        hand.wait(150)
        assert hand.view.capturing == ()
        hand.lift(square)
    hand.put("a7", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["a1a7"]


def test_who_moves_before_the_captured_stone_is_off_is_told_and_then_understood() -> None:
    hand = pincer()
    hand.move("a1a5", rest_ms=1000)
    hand.move("h9h4", rest_ms=WRONG_MS + 200)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.prompt.startswith("White to move") is False
    assert hand.view.correction.text == "Take the captured stone off b5 first."
    assert hand.marked("capture", "piece") == {"b5"}
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["a1a5", "h9h4"]
    assert hand.view.correction is None


def test_a_captured_stone_that_moves_on_is_told_to_leave_the_board() -> None:
    hand = pincer()
    hand.move("a1a5", rest_ms=1000)
    hand.move("b5b2", rest_ms=WRONG_MS + 200)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text == "There is one piece too many, on b2. Take it off the board."
    hand.lift("b2")
    hand.wait(1000)
    assert hand.texts == ["a1a5"]


def test_a_capture_replaces_a_move_that_seemed_to_be_replied_to() -> None:
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S3S4 w 0", game="hasami")
    hand.lift("b5")
    hand.move("e1e3")
    assert hand.texts == ["e1e3"], "and Black seems to move b5"
    hand.move("e3e1")
    hand.move("a1a5")
    assert hand.texts == ["a1a5"]
    assert hand.view.turn is Side.BLACK


def test_a_stone_taken_off_first_is_no_touch_of_the_opponent_when_another_move_is_made() -> None:
    hand = SnapshotHand("s7s/9/9/9/9/9/6Ss1/9/S7S w 0", game="hasami")
    hand.lift("h3")  # to be taken from i3
    hand.move("a1a5", rest_ms=1000)  # the wrong stone, and a legal move
    hand.move("a5a1", rest_ms=300)
    hand.move("i1i3", rest_ms=100)
    hand.move("a9b9", rest_ms=1000)
    assert hand.texts == ["i1i3", "a9b9"]
    assert hand.view.correction is None


def test_a_reply_before_the_captured_stone_is_off_is_no_takeback_of_two_moves() -> None:
    hand = SnapshotHand("s3s/5/2S2/3s1/4S w 0 0 -", game="seega")
    hand.move("c3b3")
    hand.move("e5e4")
    hand.move("b3c3", rest_ms=1000)
    assert hand.view.prompt == "Take the captured stone off d2."
    hand.move("e4e5", rest_ms=1000)  # but for the captured stone, as before both first moves
    assert hand.texts == ["c3b3", "e5e4"]
    assert hand.notices[-1].text.startswith("Take the captured stone off d2 first")
    assert hand.marked("capture", "piece") == {"d2"}
    hand.lift("d2")
    hand.wait(1000)
    assert hand.texts == ["c3b3", "e5e4", "b3c3", "e4e5"]


def test_a_reply_may_come_to_where_a_captured_stone_was_taken_off() -> None:
    hand = SnapshotHand("S4/4s/2SS1/1s1Ss/5 b 0 0 -", game="seega")
    hand.lift("d3")  # to be taken from c2, with d2
    hand.move("b2b1")  # the wrong square first
    hand.move("b1c2", rest_ms=1200)
    assert hand.marked("capture", "piece") == {"d2"}
    hand.move("c3d3", rest_ms=1000)
    hand.lift("d2")
    hand.wait(AIR_MS)
    assert hand.texts == ["b2c2", "c3d3"]
    assert hand.view.correction is None


def test_several_captured_stones_are_taken_off_before_and_after_in_any_order() -> None:
    # d1 to d4 takes c4 against b4, e4 against f4, and d5 against d6.
    hand = SnapshotHand("s1s4s1/9/9/3S5/3s5/1Ss1sS3/9/9/3S5 w 0", game="hasami")
    hand.lift("e4")
    hand.wait(300)
    hand.move("d1d4", rest_ms=1000)
    assert hand.view.prompt == "Take the captured stones off c4 and d5."
    hand.lift("d5")
    hand.wait(100)
    assert hand.view.prompt == "Take the captured stone off c4."
    hand.lift("c4")
    hand.wait(DWELL_MS)
    assert hand.texts == ["d1d4"]


def test_a_stone_knocked_off_its_square_and_seen_reversed_is_not_put_by_the_opponent() -> None:
    # Black has the last stone to put, and would begin by taking b4 then.
    hand = SnapshotHand("ssSsS/SSsSS/s2sS/SsSsS/sSSss b 0 1 -", game="seega")
    hand.show_at_once(b4=SquareState.EMPTY.value, b3=SquareState.BLACK.value)
    hand.wait(1500)
    assert hand.view.correction is not None
    hand.show_at_once(b4=SquareState.WHITE.value, b3=SquareState.EMPTY.value)
    hand.wait(1500)
    assert hand.texts == []
    assert hand.view.correction is None


def test_two_moves_unseen_for_long_are_both_taken_back_as_neither_is_certain() -> None:
    # White may have come to a4 in two moves, and Black have gone there and back.
    hand = SnapshotHand(game="hasami")
    hand.session.board_lost()
    hand.now_ms += 20_000
    hand.show_at_once(a1=".", a4="w", i9=".", i6="b")
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None
    hand.show_at_once(i9="b", i6=".")
    hand.wait(1000)
    assert hand.texts == []
    hand.move("a4a1", rest_ms=1000)
    assert hand.view.correction is None
    hand.move("a1a4", rest_ms=1000)
    assert hand.texts == ["a1a4"]


def test_two_moves_that_were_taken_back_may_be_made_again_in_any_order() -> None:
    hand = SnapshotHand(game="hasami")
    for text in ("a1a4", "i9i6", "i6i9", "a4a1"):
        hand.move(text, rest_ms=1000)
    assert hand.texts == []
    hand.move("i9i6", rest_ms=5000)
    hand.move("a1a4", rest_ms=1000)
    assert hand.texts == ["a1a4", "i9i6"]


def test_a_reply_is_understood_however_long_a_captured_stone_still_stood() -> None:
    hand = pincer()
    hand.move("a1a5", rest_ms=1500)
    hand.move("a9a8", rest_ms=5000)
    assert hand.texts == []
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["a1a5", "a9a8"]


@pytest.mark.parametrize("rests_on_the_way", [False, True])
def test_a_reply_may_come_to_where_the_stone_began_whose_captured_stone_still_stands(
    rests_on_the_way: bool,
) -> None:
    """Else the rest of a slide is taken for a move of its own (seed 1260018)."""
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S7s w 0", game="hasami")
    if rests_on_the_way:
        hand.move("a1a4", rest_ms=SLIDE_MS)
        assert hand.texts == ["a1a4"]
        hand.move("a4a5", rest_ms=1000)
    else:
        hand.move("a1a5", rest_ms=1000)
    hand.move("i1a1", rest_ms=1500)
    assert hand.view.correction is not None
    assert hand.view.correction.text == "Take the captured stone off b5 first."
    assert hand.marked("capture", "piece") == {"b5"}
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["a1a5", "i1a1"]
    assert hand.view.correction is None


def test_a_captured_stone_that_still_stands_is_not_the_reply_that_is_in_the_air() -> None:
    # c1-c2 takes b3 against a4; White's c3 could come to b3 once that is off.
    hand = SnapshotHand("5/s4/1SS1s/5/S1s1S b 0 0 -", game="seega")
    hand.move("c1c2", rest_ms=1000)
    assert hand.marked("capture", "piece") == {"b3"}
    hand.lift("c3")
    hand.wait(AIR_MS - 200)
    assert hand.texts == []
    hand.put("d3", Side.WHITE)
    hand.wait(300)
    hand.lift("b3")
    hand.wait(1000)
    assert hand.texts == ["c1c2", "c3d3"]


# Passing


def test_a_side_that_cannot_move_passes_with_all_its_stones() -> None:
    # Black's two stones are shut in by a4, b4 and c5.
    hand = SnapshotHand("ssS2/SS3/1SS2/5/5 w 0 0 -", game="seega")
    hand.move("c3d3")
    assert hand.texts == ["c3d3", "pass"]
    assert hand.view.turn is Side.WHITE
    assert any(
        notice.level is Severity.WARN and notice.text.startswith("Black cannot move and passes.")
        for notice in hand.notices
    )
    assert hand.view.plies[-1].origin is None
    assert hand.marked("blocked") == set()


def test_a_stone_put_back_at_once_while_the_opponent_can_only_pass_was_not_moved() -> None:
    hand = SnapshotHand("7Ss/7Ss/8S/9/9/9/9/9/S8 w 0", game="hasami")
    hand.move("a1a5")
    assert hand.texts == ["a1a5", "pass"]
    hand.move("a5a1")
    assert hand.texts == []
    hand.move("a1a5", rest_ms=DWELL_MS + SLIDE_MS)
    hand.move("a5a1")
    assert hand.texts == ["a1a5", "pass", "a5a1", "pass"], "who has seen the pass moves again"


def test_a_captured_stone_that_is_put_back_is_no_reply() -> None:
    hand = SnapshotHand("s3s/1ssS1/SS1ss/S1S2/S3S w 0 0 -", game="seega")
    hand.lift("c4")  # the opponent looks underneath
    hand.move("d4d5")
    assert hand.texts == ["d4d5"], "which takes c4"
    assert hand.view.choices != ()
    hand.put("c4", Side.BLACK)  # where the stone on b4 could come as well
    hand.wait(1000)
    assert hand.texts == ["d4d5"]
    assert hand.view.turn is Side.WHITE
    hand.lift("c4")
    hand.wait(1000)
    assert hand.view.turn is Side.WHITE
    assert hand.view.correction is None


def test_a_capture_after_which_the_opponent_must_pass_is_made_when_it_is_finished() -> None:
    hand = SnapshotHand("sssSS/sSS1S/S1SSs/sSSsS/sss1S w 1 0 -", game="seega")
    hand.move("e1d1", rest_ms=1000)
    assert hand.view.prompt == "Take the captured stone off d2."
    hand.lift("d2")
    hand.wait(1000)
    assert hand.texts == ["e1d1", "pass"]


def test_a_stone_in_the_air_has_not_come_to_where_a_captured_stone_was_never_seen_off() -> None:
    hand = SnapshotHand("1ss4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    hand.move("a1a5", rest_ms=1500)  # which captures b5
    hand.lift("b9")  # the reply, made before b5 is off; it might have gone to b5
    hand.wait(2 * AIR_MS)
    assert hand.texts == []
    hand.put("a9", Side.BLACK)
    hand.wait(1500)
    hand.lift("b5")
    hand.wait(1500)
    assert hand.texts == ["a1a5", "b9a9"]


def test_a_reply_has_come_to_where_a_captured_stone_stood_if_nothing_was_seen_meanwhile() -> None:
    hand = SnapshotHand("1ss4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    hand.move("a1a5", rest_ms=1500)  # which captures b5
    hand.now_ms += AIR_MS
    hand.session.tick(hand.now_ms)
    hand.show_at_once(b9=".")  # and put on b5, once that stone was off
    hand.wait(2 * AIR_MS)
    assert hand.texts == ["a1a5", "b9b5"]


def test_a_move_is_made_after_the_menu_was_opened_by_two_stones_in_the_air() -> None:
    hand = SnapshotHand(game="hasami")
    hand.move("c1c4")
    hand.move("i9i6")
    hand.now_ms += HOLD_MS
    empty = SquareState.EMPTY
    hand.snapshot = hand.snapshot_with(a1=empty, b1=empty)
    hand.session.see(hand.snapshot, hand.now_ms, age_ms=HOLD_MS)  # the lines before were lost
    hand.wait(UNSEEN_MS)
    assert hand.view.menu
    hand.put("a4", Side.WHITE)
    hand.wait(600)
    hand.put("b1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["c1c4", "i9i6", "a1a4"]
    assert hand.view.correction is None


def test_a_stone_that_is_dragged_home_after_the_end_while_a_line_is_lost_goes_on() -> None:
    """Else whoever puts a stone on the home row after the end is setting up (seed 1220008)."""
    hand = SnapshotHand("ss7/9/9/9/9/9/9/9/7SS w 1", game="hasami:limit=1")
    hand.lift("h1")
    hand.wait(40)
    hand.put("f1", Side.WHITE)
    hand.wait(DWELL_MS)
    assert hand.texts == ["h1f1"]
    assert hand.view.outcome is not None
    hand.lift("f1")
    hand.wait(DWELL_MS // 2)
    hand.snapshot = hand.snapshot_with(a1="w")
    hand.now_ms += 2000
    hand.notices += hand.session.see(hand.snapshot, hand.now_ms, age_ms=2000)
    hand.wait(UNDO_END_MS)
    assert hand.texts == ["h1a1"]
