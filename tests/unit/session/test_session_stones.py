"""Games of stones on the board: captures, a reserve, turns that are let go, moves backward."""

from __future__ import annotations

import pytest

from host.engine.game import InvalidMoveError, Side
from host.recognition.dwell_timer import AIR_MS, DOUBT_MS, DWELL_MS, WRONG_MS
from host.recognition.memory import SLIDE_MS
from host.recognition.sensor_health import FAULT_MS, SEVERAL_MS
from host.recognition.snapshot import SquareState, inverted, snapshot_of
from host.session.player_actions.gestures import TOUCH_MS
from host.session.view import Action, Phase, Severity
from tests.support.requests import handle
from tests.support.snapshots import STEP_MS, PictureHand


def pincer() -> PictureHand:
    """White's a1 to a5 takes Black's b5 against c5; Black has three stones besides."""
    return PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")


# Captures


def test_a_move_is_made_when_the_captured_stone_is_taken_off_after_it() -> None:
    hand = pincer()
    hand.move("a1a5", rest_ms=1000)
    assert hand.texts == []
    assert hand.view.turn is Side.WHITE
    assert hand.marked("capture", "piece") == {"b5"}
    assert hand.view.prompt == "Take the captured stone off b5."
    assert hand.view.capturing == (37,)
    assert hand.view.correction is None
    hand.lift("b5")
    hand.wait(DWELL_MS)
    assert hand.texts == ["a1a5"]
    assert hand.view.turn is Side.BLACK
    assert hand.view.capturing == ()


def test_a_move_whose_captured_stone_still_stands_is_finished_before_anything_is_offered() -> None:
    hand = PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 b 0", game="hasami")
    hand.move("h9h8")
    hand.move("a1a5", rest_ms=1000)
    for told in (
        hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms),
        hand.session.offer(Action.NEW, Side.WHITE, hand.now_ms),
        hand.session.pause(hand.now_ms),
    ):
        assert [notice.text for notice in told] == ["Take the captured stone off b5."]
    assert hand.view.offer is None
    assert hand.view.may == (Action.RESIGN,)
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["h9h8", "a1a5"]
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
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


def test_a_silent_sensor_under_a_stone_that_may_be_captured_is_found_later() -> None:
    hand = pincer()
    hand.lift("b5")
    hand.wait(SEVERAL_MS + FAULT_MS + 1000)
    assert hand.marked("sensor") == {"b5"}


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
    assert hand.view.correction.text == "There is a piece too many on b2. Take it off the board."
    hand.lift("b2")
    hand.wait(1000)
    assert hand.texts == ["a1a5"]


def test_a_capture_replaces_a_move_that_seemed_to_be_replied_to() -> None:
    hand = PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S3S4 w 0", game="hasami")
    hand.lift("b5")
    hand.move("e1e3")
    assert hand.texts == ["e1e3"], "and Black seems to move b5"
    hand.move("e3e1")
    hand.move("a1a5")
    assert hand.texts == ["a1a5"]
    assert hand.view.turn is Side.BLACK


def test_a_stone_taken_off_first_is_no_touch_of_the_opponent_when_another_move_is_made() -> None:
    hand = PictureHand("s7s/9/9/9/9/9/6Ss1/9/S7S w 0", game="hasami")
    hand.lift("h3")  # to be taken from i3
    hand.move("a1a5", rest_ms=1000)  # the wrong stone, and a legal move
    hand.move("a5a1", rest_ms=300)
    hand.move("i1i3", rest_ms=100)
    hand.move("a9b9", rest_ms=1000)
    assert hand.texts == ["i1i3", "a9b9"]
    assert hand.view.correction is None


def test_a_reply_before_the_captured_stone_is_off_is_no_takeback_of_two_moves() -> None:
    hand = PictureHand("s3s/5/2S2/3s1/4S w 0 0 -", game="seega")
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
    hand = PictureHand("S4/4s/2SS1/1s1Ss/5 b 0 0 -", game="seega")
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
    hand = PictureHand("s1s4s1/9/9/3S5/3s5/1Ss1sS3/9/9/3S5 w 0", game="hasami")
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
    hand = PictureHand("ssssS/S1s1s/S1s1S/Sss1s/SsSSs w 0 0 -", game="seega")
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
    hand = PictureHand("S3s/5/5/2S2/4s b 0 0 -", game="seega")
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
    hand = PictureHand("1S3/1s3/1S3/3s1/S4 b 0 0 -", game="seega")
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
    hand = PictureHand("s7s/9/9/9/9/9/9/9/S7S b 0", game="hasami")
    played = ["a9a7", "a1b1", "a7a8", "b1b2", "a8a9", "b2c2"]
    for text in played:
        hand.move(text)
    hand.move("c2a1", rest_ms=2000)  # the board is as it was six moves before
    assert hand.texts == played
    assert hand.notices[-1].text.endswith("Put White's stone back on c2.")


# Stones out of the reserve


def test_the_board_is_cleared_before_stones_are_put_on_it() -> None:
    hand = PictureHand(game="seega")
    assert hand.view.prompt == "White to put a stone on the board."
    assert hand.view.phase is Phase.PLAY


def test_what_stands_on_a_board_that_must_be_empty_is_taken_off_one_by_one() -> None:
    hand = PictureHand(game="seega", standing={"a1": "w", "c3": "b"})
    assert hand.view.phase is Phase.SETUP
    assert hand.view.prompt == "Clear the board to begin: Take the piece off a1."
    hand.lift("a1")
    hand.wait(1000)
    assert hand.view.prompt == "Clear the board to begin: Take the piece off c3."
    hand.lift("c3")
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == []


def test_stones_are_put_on_the_board_in_turn() -> None:
    hand = PictureHand(game="seega")
    for square, side in (("a1", Side.WHITE), ("e5", Side.BLACK), ("b2", Side.WHITE)):
        hand.put(square, side)
        hand.wait(300)
    assert hand.texts == ["a1", "e5", "b2"]
    assert hand.marked("last") == {"b2"}
    assert hand.view.prompt == "Black to put a stone on the board."


@pytest.mark.parametrize(
    ("square", "side", "why"),
    [
        ("c3", Side.WHITE, "The centre stays empty until all stones are on the board."),
        ("d4", Side.BLACK, "It is White's turn."),
    ],
)
def test_a_stone_on_a_wrong_square_is_told_why_and_taken_off(
    square: str, side: Side, why: str
) -> None:
    hand = PictureHand(game="seega")
    hand.put(square, side)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text == f"{why} Take the piece off {square}."
    hand.lift(square)
    hand.wait(1000)
    assert hand.view.correction is None


def test_two_stones_of_one_side_at_once_are_one_too_many() -> None:
    hand = PictureHand(game="seega")
    hand.show_at_once(a1="w", b1="w")
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text.startswith("One piece at a time is put on the board.")
    hand.lift("a1")
    hand.wait(1000)
    assert hand.texts == ["b1"]


def test_a_stone_that_was_just_put_may_be_moved_elsewhere_or_taken_off() -> None:
    hand = PictureHand(game="seega")
    hand.put("a1", Side.WHITE)
    hand.wait(300)
    hand.lift("a1")
    hand.wait(200)
    hand.put("b1", Side.WHITE)
    hand.wait(300)
    assert hand.texts == ["b1"]
    hand.put("e5", Side.BLACK)
    hand.wait(300)
    hand.lift("e5")
    hand.wait(600)
    assert hand.texts == ["b1"]
    hand.lift("b1")
    hand.wait(600)
    assert hand.texts == []


def test_stones_whose_putting_was_taken_back_by_wish_are_taken_off_without_a_rule() -> None:
    hand = PictureHand(game="seega")
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    hand.notices = hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.notices[-1].text == "Take the piece off a1."
    assert hand.marked("illegal") == {"a1"}
    hand.lift("a1")
    hand.wait(1000)
    assert hand.view.correction is None


def test_a_board_that_is_swept_empty_is_no_takeback_and_no_new_game() -> None:
    hand = PictureHand(game="seega")
    squares = {"a1": Side.WHITE, "e5": Side.BLACK, "b2": Side.WHITE, "d4": Side.BLACK}
    for square, side in squares.items():
        hand.put(square, side)
        hand.wait(300)
    texts = hand.texts
    hand.show_at_once(**dict.fromkeys(squares, "."))
    hand.wait(3000)
    assert hand.texts == texts
    assert hand.view.correction is not None
    for square, side in squares.items():
        hand.put(square, side)
        hand.wait(300)
    assert hand.view.correction is None
    assert hand.texts == texts
    assert hand.session.game_number == 1


def test_an_empty_board_after_a_game_begins_one_new_game() -> None:
    hand = PictureHand(game="seega")
    hand.put("a1", Side.WHITE)
    hand.wait(300)
    hand.session.resign(Side.WHITE)
    hand.wait(1000)
    assert hand.session.game_number == 1
    hand.lift("a1")
    hand.wait(10_000)
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.PLAY


def win_in_passing() -> PictureHand:
    """White's i5 has come to i4, which fills a line; it could go on as far as i1."""
    hand = PictureHand("ss7/1s2s2s1/9/9/8S/4SSSS1/9/9/SS7 w 0 -", game="five")
    slide(hand, "i5i4", rest_ms=DWELL_MS + 100)
    assert hand.view.phase is Phase.ENDED
    return hand


def slide(hand: PictureHand, text: str, rest_ms: int) -> None:
    """Drag a stone from one square to the next."""
    sight = hand.lift(text[:2])
    hand.wait(40)
    hand.show(text[2:], sight)
    hand.wait(rest_ms)


def test_a_stone_that_pauses_where_it_would_win_may_slide_on_to_its_home_row() -> None:
    hand = win_in_passing()
    slide(hand, "i4i3", rest_ms=200)
    slide(hand, "i3i2", rest_ms=DWELL_MS + 100)
    assert hand.texts == ["i5i2"]
    assert hand.view.phase is Phase.PLAY


def test_a_winner_that_is_carried_to_its_home_row_is_being_set_up() -> None:
    hand = win_in_passing()
    hand.move("i4i2", rest_ms=3000)
    assert hand.texts == ["i5i4"]
    assert hand.view.phase is Phase.ENDED


def test_exchanged_rows_are_told_where_the_last_captured_stone_has_stood() -> None:
    hand = PictureHand("s1s4ss/9/9/9/9/9/S8/7SS/1sS4SS w 0", game="hasami")
    hand.lift("b1")
    hand.wait(200)
    hand.move("a3a1", rest_ms=1000)
    assert hand.texts == ["a3a1"]
    hand.snapshot = (SquareState.EMPTY,) * 81
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 81))
    hand.wait(1500)
    assert "exchange the two rows" in hand.notices[-1].text


def test_a_stone_knocked_off_its_square_and_seen_reversed_is_not_put_by_the_opponent() -> None:
    # Black has the last stone to put, and would begin by taking b4 then.
    hand = PictureHand("ssSsS/SSsSS/s2sS/SsSsS/sSSss b 0 1 -", game="seega")
    hand.show_at_once(b4=SquareState.EMPTY.value, b3=SquareState.BLACK.value)
    hand.wait(1500)
    assert hand.view.correction is not None
    hand.show_at_once(b4=SquareState.WHITE.value, b3=SquareState.EMPTY.value)
    hand.wait(1500)
    assert hand.texts == []
    assert hand.view.correction is None


def test_two_moves_unseen_for_long_are_taken_back_to_the_one_that_is_certain() -> None:
    # White may have come to a4 in two moves, so that it would be Black's turn.
    hand = PictureHand(game="hasami")
    hand.session.board_lost()
    hand.now_ms += 20_000
    hand.show_at_once(a1=".", a4="w", i9=".", i6="b")
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None
    hand.show_at_once(i9="b", i6=".")
    hand.wait(1000)
    assert hand.texts == ["a1a4"]


def test_two_moves_that_were_taken_back_may_be_made_again_in_any_order() -> None:
    hand = PictureHand(game="hasami")
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


def test_a_captured_stone_that_still_stands_is_not_the_reply_that_is_in_the_air() -> None:
    # c1-c2 takes b3 against a4; White's c3 could come to b3 once that is off.
    hand = PictureHand("5/s4/1SS1s/5/S1s1S b 0 0 -", game="seega")
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


# Letting the turn go

# White's a2 takes b1 against c1 by stepping to a1; d2 would take e3 against e4 by stepping to e2.
CHAIN = "sss2/4S/4s/S2S1/1sS2 w 0 0 -"


def chain() -> PictureHand:
    """White has taken one stone and may take another."""
    hand = PictureHand(CHAIN, game="seega")
    hand.lift("b1")
    hand.move("a2a1")
    assert hand.texts == ["a2a1"]
    assert hand.view.turn is Side.WHITE
    return hand


def test_who_may_go_on_is_told_how_to_let_the_turn_go() -> None:
    hand = chain()
    assert hand.view.prompt == (
        "White may go on; to let the turn go, lift the stone on a1 and put it back."
    )
    assert [(choice.text, choice.square) for choice in hand.view.choices] == [("done", None)]
    assert hand.marked("any") == {"d2"}


def test_a_chain_of_captures_is_made_stone_by_stone() -> None:
    hand = chain()
    hand.move("d2e2", rest_ms=1000)
    assert hand.view.prompt == "Take the captured stone off e3."
    hand.lift("e3")
    hand.wait(1000)
    assert hand.texts == ["a2a1", "d2e2"]
    assert hand.view.turn is Side.BLACK
    assert hand.view.choices == ()


def test_where_not_all_stones_can_move_the_prompt_says_so() -> None:
    hand = PictureHand("s3s/5/2S2/3s1/4S w 0 0 -", game="seega")
    assert hand.view.prompt == "White to move: any stone."
    hand = PictureHand("ss3/ss3/5/4S/3SS w 0 0 -", game="seega")
    assert hand.view.prompt == "White to move: any stone that can."


def test_the_turn_is_let_go_by_lifting_the_stone_that_moved_last_and_putting_it_back() -> None:
    hand = chain()
    hand.move("a1a1")
    assert hand.texts == ["a2a1", "done"]
    assert hand.view.turn is Side.BLACK


def test_a_sensor_that_slips_does_not_let_the_turn_go() -> None:
    hand = chain()
    hand.lift("a1")
    hand.wait(TOUCH_MS - 2 * STEP_MS)
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["a2a1"]


@pytest.mark.parametrize("square", ["c5", "b5"])
def test_the_turn_is_let_go_when_the_opponent_lifts_a_stone(square: str) -> None:
    hand = chain()
    hand.lift(square)
    hand.wait(DWELL_MS + 100)
    assert hand.texts == ["a2a1", "done"]
    hand.put(square, Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["a2a1", "done"]
    assert hand.view.turn is Side.BLACK


def test_a_reply_lets_the_turn_go() -> None:
    hand = chain()
    hand.move("c5d5")
    assert hand.texts == ["a2a1", "done", "c5d5"]


def test_the_turn_is_let_go_by_wish() -> None:
    hand = chain()
    handle(hand.session, {"t": "choose", "text": "done"}, hand.now_ms)
    assert hand.texts == ["a2a1", "done"]
    with pytest.raises(InvalidMoveError, match="'c5d5' is made on the board, not chosen"):
        handle(hand.session, {"t": "choose", "text": "c5d5"}, hand.now_ms)


def test_a_turn_that_was_let_go_can_still_be_gone_on_with_until_the_opponent_touches() -> None:
    hand = chain()
    hand.move("a1a1")
    hand.move("d2e2", rest_ms=200)
    hand.lift("e3")
    hand.wait(1000)
    assert hand.texts == ["a2a1", "d2e2"]


def test_captures_of_a_chain_are_taken_back_one_after_another() -> None:
    hand = chain()
    hand.lift("e3")
    hand.move("d2e2")
    hand.put("e3", Side.BLACK)
    hand.move("e2d2")
    assert hand.texts == ["a2a1"]
    hand.put("b1", Side.BLACK)
    hand.move("a1a2")
    assert hand.texts == []
    assert hand.view.correction is None


# Passing


def test_a_side_that_cannot_move_passes_with_all_its_stones() -> None:
    # Black's two stones are shut in by a4, b4 and c5.
    hand = PictureHand("ssS2/SS3/1SS2/5/5 w 0 0 -", game="seega")
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
    hand = PictureHand("7Ss/7Ss/8S/9/9/9/9/9/S8 w 0", game="hasami")
    hand.move("a1a5")
    assert hand.texts == ["a1a5", "pass"]
    hand.move("a5a1")
    assert hand.texts == []
    hand.move("a1a5", rest_ms=DWELL_MS + SLIDE_MS)
    hand.move("a5a1")
    assert hand.texts == ["a1a5", "pass", "a5a1", "pass"], "who has seen the pass moves again"


def test_a_captured_stone_that_is_put_back_is_no_reply() -> None:
    hand = PictureHand("s3s/1ssS1/SS1ss/S1S2/S3S w 0 0 -", game="seega")
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
    hand = PictureHand("sssSS/sSS1S/S1SSs/sSSsS/sss1S w 1 0 -", game="seega")
    hand.move("e1d1", rest_ms=1000)
    assert hand.view.prompt == "Take the captured stone off d2."
    hand.lift("d2")
    hand.wait(1000)
    assert hand.texts == ["e1d1", "pass"]
