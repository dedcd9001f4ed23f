"""Moves of stones that nobody saw made, and stones that are led back from there."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.sensing.square_changes import FLICKER_CHANGES
from host.recognition.snapshot import SquareState
from host.recognition.times import SLIDE_MS
from tests.support.snapshots import SnapshotHand

UNSEEN_MS = 20_000


def test_stones_that_go_back_after_moves_unseen_make_no_other_move_with_its_reply() -> None:
    hand = SnapshotHand(game="hasami")
    hand.move("a1a4", rest_ms=1000)
    hand.now_ms += UNSEEN_MS
    # Black has moved i9 to i6, White a4 on to a2, and Black i6 to e6.
    hand.show_at_once(i9=".", e6="b", a4=".", a2="w")
    hand.wait(2000)
    hand.move("e6i6", rest_ms=2000)
    assert hand.texts == ["a1a4"]
    assert hand.view.correction is not None
    hand.move("a2a4", rest_ms=2000)
    assert hand.texts == ["a1a4"], "as little is certain of what is left"
    hand.move("i6i9", rest_ms=1000)
    assert hand.view.correction is None
    hand.move("i9i6", rest_ms=1000)
    assert hand.texts == ["a1a4", "i9i6"]


def test_placements_on_the_way_back_are_none_on_the_way_forward() -> None:
    hand = SnapshotHand("9/1S7/2s6/9/2S5S/9/2S6/2S6/9 w 23 wb", game="five")
    hand.now_ms += UNSEEN_MS
    # i5 has gone to i4 and back meanwhile, and c7 to h7 over d7, i7 and e7.
    hand.show_at_once(b8=".", d8="w", c7=".", h7="b", c5=".", c8="w")
    hand.wait(2500)
    for text in ("h7e7", "i5i4", "e7i7", "i4i5", "i7d7"):
        hand.move(text, rest_ms=2500)
        assert hand.texts == []
    hand.move("c8c5", rest_ms=2500)
    hand.move("d7c7", rest_ms=2500)
    assert hand.texts == []
    hand.move("d8b8", rest_ms=1000)
    assert hand.view.correction is None


def test_a_move_left_half_way_back_after_moves_unseen_is_not_stored() -> None:
    hand = SnapshotHand("8s/8s/8s/2S4s1/9/9/s8/S7s/SSS6 b 0 wb", game="five")
    hand.now_ms += UNSEEN_MS
    # Black h6 to h4, White c6 to d6, Black h4 to e4, White d6 to c6.
    hand.show_at_once(h6=".", e4="b")
    hand.wait(2000)
    assert hand.texts == []
    hand.move("e4h4", rest_ms=2000)
    assert hand.texts == []
    hand.move("h4h6", rest_ms=1000)
    assert hand.view.correction is None


def test_a_wrong_stone_that_was_seen_for_long_leaves_nothing_in_doubt() -> None:
    hand = SnapshotHand("9/2SS5/2s6/5S3/8s/7s1/8s/8s/SS5s1 w 0 wb", game="five")
    hand.lift("c7")  # which f6 to c6 captures
    hand.wait(300)
    hand.move("d8d6", rest_ms=1700)
    hand.lift("d6")
    hand.wait(2000)
    hand.put("d8", Side.WHITE)
    hand.wait(600)
    hand.move("f6c6", rest_ms=1000)
    assert hand.texts == ["f6c6"]


def flicker(hand: SnapshotHand, square: str) -> None:
    """Let a sensor change until it is not looked at, and show nothing then."""
    for number in range(FLICKER_CHANGES + 1):
        hand.show(square, SquareState.EMPTY if number % 2 else SquareState.BLACK)
        hand.wait(200)


def test_the_reply_to_a_move_chosen_on_the_page_is_no_fault_of_the_sensors_that_show_it() -> None:
    hand = SnapshotHand("5ssss/1Ss2s3/9/9/9/9/9/9/3S2SSS w 0", game="hasami")
    flicker(hand, "d8")
    hand.lift("d1")  # and put on d8, where nothing is told
    hand.wait(1000)
    hand.now_ms += UNSEEN_MS
    hand.show_at_once(c8=".", d8="b", f8=".", f6="b")
    hand.wait(1500)
    assert hand.texts == []
    hand.notices += hand.session.choose("d1d8", hand.now_ms)
    hand.wait(1000)
    assert hand.texts == ["d1d8", "f8f6"]
    assert hand.marked("sensor") == {"d8"}


def test_a_stone_that_slides_on_after_a_touch_is_no_reply_to_a_move_between_dark_squares() -> None:
    hand = SnapshotHand("s1s3s1s/9/9/3s5/9/6S2/9/9/SSS6 w 0", game="hasami")
    flicker(hand, "a9")
    flicker(hand, "b9")
    hand.move("g4g2", rest_ms=200)
    assert hand.texts == ["g4g2"]
    hand.lift("d6")  # too early
    hand.wait(150)
    hand.put("d6", Side.BLACK)
    hand.move("g2g1", rest_ms=1000)
    assert hand.texts == ["g4g2"]
    assert hand.view.correction is not None


def test_the_reply_tells_a_move_between_dark_squares() -> None:
    hand = SnapshotHand("s1s3s1s/9/9/3s5/9/6S2/9/9/SSS6 w 0", game="hasami")
    flicker(hand, "a9")
    flicker(hand, "b9")
    hand.move("g4g2", rest_ms=2000)
    hand.move("c1c4", rest_ms=1000)
    assert hand.texts == ["g4g2", "a9b9", "c1c4"]


def test_two_puts_are_believed_after_a_stone_stood_wrong_for_long() -> None:
    hand = SnapshotHand(game="seega")
    hand.put("c5", Side.WHITE)
    hand.wait(1000)
    hand.put("a1", Side.BLACK)
    hand.wait(200)
    hand.show_at_once(a1=".", c3="b")  # where none may be put
    hand.wait(UNSEEN_MS)
    hand.show_at_once(c3=".", b4="b", e2="w")
    hand.wait(1000)
    assert hand.texts == ["c5", "b4", "e2"]


def test_a_move_with_a_reply_that_was_seen_before_it_is_not_stored() -> None:
    hand = SnapshotHand("5/5/3S1/3Ss/2s2 w 0 0 -", game="seega")
    hand.lift("d2")  # and put on d1 unseen; e2 to e3 would capture it
    hand.wait(2000)
    hand.move("e2e3", rest_ms=UNSEEN_MS)
    hand.move("d3c3", rest_ms=1000)
    assert hand.texts == []


@pytest.mark.parametrize(
    ("lifted", "unseen_ms", "texts"),
    [
        ("i6", 0, []),
        ("a4", 0, ["a1a4", "i9i6", "a4a1", "i6i9"]),
        ("a4", UNSEEN_MS, ["a1a4", "i9i6"]),
    ],
    ids=["last moved first", "to move first", "to move first, then long unseen"],
)
def test_a_move_and_its_reply_to_where_both_came_from_are_no_takeback(
    lifted: str, unseen_ms: int, texts: list[str]
) -> None:
    hand = SnapshotHand(game="hasami")
    hand.move("a1a4", rest_ms=1000)
    hand.move("i9i6", rest_ms=1000)
    hand.lift(lifted)
    hand.wait(300)
    hand.now_ms += unseen_ms
    hand.show_at_once(a4=".", a1="w", i6=".", i9="b")
    hand.wait(1500)
    assert hand.texts == texts
    assert (hand.view.correction is not None) == bool(unseen_ms)


def put_right_unseen() -> SnapshotHand:
    """Black's f9 has moved to f8, which has rested long enough for f8 to f4 to be a new move."""
    hand = SnapshotHand(game="hasami")
    hand.move("c1c2", rest_ms=1000)
    hand.move("f9f8", rest_ms=SLIDE_MS + 1000)
    assert hand.texts == ["c1c2", "f9f8"]
    return hand


@pytest.mark.parametrize(
    ("back", "texts"), [("f4f8", ["f9f8", "i1i5"]), ("i5i1", ["f9f4"])], ids=["made", "put right"]
)
def test_no_reply_is_guessed_where_the_last_move_may_have_been_put_right_unseen(
    back: str, texts: list[str]
) -> None:
    """Either White's i1 to i5 and f8 to f4, or f9 to f4 instead of f8 and i1 to i5."""
    hand = put_right_unseen()
    hand.now_ms += 1000
    hand.show_at_once(f8=".", f4="b", i1=".", i5="w")
    hand.wait(1500)
    assert hand.texts == ["c1c2", "f9f8"]
    assert hand.view.correction is not None
    hand.move(back, rest_ms=1000)
    assert hand.texts == ["c1c2", *texts]
    assert hand.view.correction is None


def test_a_move_put_right_that_was_seen_before_the_reply_is_no_move_after_it() -> None:
    hand = put_right_unseen()
    hand.show_at_once(f8=".", f4="b")
    hand.wait(40)
    hand.show_at_once(i1=".", i5="w")
    hand.wait(1000)
    assert hand.texts == ["c1c2", "f9f4", "i1i5"]


@pytest.mark.parametrize(
    ("row", "captured"), [("3s5", "e"), ("3s2Ss1", "eg"), ("3s2Ss1", "ge")], ids=["one", "eg", "ge"]
)
def test_a_stone_that_goes_on_may_be_captured_there_by_a_quick_reply(
    row: str, captured: str
) -> None:
    hand = SnapshotHand(f"s4s2s/9/9/{row}/9/9/9/9/S3S3S w 0", game="hasami")
    hand.move("e1e4")
    assert hand.texts == ["e1e4"]
    hand.move("e4e6", rest_ms=60)
    hand.move("f9f6", rest_ms=150)
    for file in captured:
        hand.lift(f"{file}6")
        hand.wait(250)
    hand.wait(1000)
    assert hand.texts == ["e1e6", "f9f6"]
    assert hand.view.correction is None


def test_a_stone_that_passes_a_square_is_not_captured_there() -> None:
    hand = SnapshotHand("s4s2s/9/9/3s5/9/9/9/9/S3S3S w 0", game="hasami")
    hand.move("e1e4")
    hand.lift("e4")
    hand.wait(200)
    hand.put("e6", Side.WHITE)
    hand.wait(100)
    hand.lift("e6")  # held, and on the way back
    hand.wait(100)
    hand.move("f9f6", rest_ms=1000)
    hand.put("e4", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["e1e4", "f9f6"]
    assert hand.view.correction is None
