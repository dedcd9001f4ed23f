"""Stones that are put on the board: in turn, wrongly, and anew after a game."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState, inverted, snapshot_of
from host.recognition.times import DWELL_MS
from host.session.view import Action, Phase
from tests.support.snapshots import SnapshotHand

# Stones out of the reserve


def test_the_board_is_cleared_before_stones_are_put_on_it() -> None:
    hand = SnapshotHand(game="seega")
    assert hand.view.prompt == "White to place a stone: 12 left."
    assert hand.view.phase is Phase.PLAY


def test_what_stands_on_a_board_that_must_be_empty_is_taken_off_one_by_one() -> None:
    hand = SnapshotHand(game="seega", standing={"a1": "w", "c3": "b"})
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
    hand = SnapshotHand(game="seega")
    for square, side in (("a1", Side.WHITE), ("e5", Side.BLACK), ("b2", Side.WHITE)):
        hand.put(square, side)
        hand.wait(300)
    assert hand.texts == ["a1", "e5", "b2"]
    assert hand.marked("last") == {"b2"}
    assert hand.view.prompt == "Black to place a stone: 11 left."


@pytest.mark.parametrize(
    ("square", "side", "why", "or_else"),
    [
        ("c3", Side.WHITE, "The centre stays empty until all stones are on the board.", ""),
        ("d4", Side.BLACK, "It is White's turn.", " Or is its magnet the wrong way up?"),
    ],
)
def test_a_stone_on_a_wrong_square_is_told_why_and_taken_off(
    square: str, side: Side, why: str, or_else: str
) -> None:
    hand = SnapshotHand(game="seega")
    hand.put(square, side)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text == f"{why} Take the piece off {square}.{or_else}"
    hand.lift(square)
    hand.wait(1000)
    assert hand.view.correction is None


def test_two_stones_of_one_side_at_once_are_one_too_many() -> None:
    hand = SnapshotHand(game="seega")
    hand.show_at_once(a1="w", b1="w")
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text.startswith("Put one piece at a time on the board.")
    hand.lift("a1")
    hand.wait(1000)
    assert hand.texts == ["b1"]


def test_a_stone_that_was_just_put_may_be_moved_elsewhere_or_taken_off() -> None:
    hand = SnapshotHand(game="seega")
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
    hand = SnapshotHand(game="seega")
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
    hand = SnapshotHand(game="seega")
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
    hand = SnapshotHand(game="seega")
    hand.put("a1", Side.WHITE)
    hand.wait(300)
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    hand.wait(1000)
    assert hand.session.game_number == 1
    hand.lift("a1")
    hand.wait(10_000)
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.PLAY


def win_in_passing() -> SnapshotHand:
    """White's i5 has come to i4, which fills a line; it could go on as far as i1."""
    hand = SnapshotHand("ss7/1s2s2s1/9/9/8S/4SSSS1/9/9/SS7 w 0 -", game="five")
    slide(hand, "i5i4", rest_ms=DWELL_MS + 100)
    assert hand.view.phase is Phase.ENDED
    return hand


def slide(hand: SnapshotHand, text: str, rest_ms: int) -> None:
    """Drag a stone from one square to the next."""
    state = hand.lift(text[:2])
    hand.wait(40)
    hand.show(text[2:], state)
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
    hand = SnapshotHand("s1s4ss/9/9/9/9/9/S8/7SS/1sS4SS w 0", game="hasami")
    hand.lift("b1")
    hand.wait(200)
    hand.move("a3a1", rest_ms=1000)
    assert hand.texts == ["a3a1"]
    hand.snapshot = (SquareState.EMPTY,) * 81
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 81))
    hand.wait(1500)
    assert "exchange the two rows" in hand.notices[-1].text
