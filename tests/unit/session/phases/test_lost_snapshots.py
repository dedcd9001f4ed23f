"""Moves of which snapshots are lost, and boards that are lost."""

from __future__ import annotations

import pytest

from host.recognition.snapshot import SquareState
from host.recognition.times import CARRIED_MS, DWELL_MS, LONE_MS, SET_DOWN_MS, SLIDE_MS
from tests.support.snapshots import SnapshotHand


@pytest.mark.parametrize(
    ("age_ms", "texts"),
    [(2300, ["c1c5"]), (300, ["c1c3", "pass", "c3c5"])],
    ids=["slid on", "moved twice"],
)
def test_lines_that_are_lost_hide_neither_a_slide_nor_a_second_move(
    age_ms: int, texts: list[str]
) -> None:
    hand = SnapshotHand()
    hand.move("h8h2")
    hand.move("c1c3")
    hand.now_ms += 2600  # nothing is heard
    hand.snapshot = hand.snapshot_with(c3=SquareState.EMPTY, c5=SquareState.WHITE)
    hand.notices += hand.session.see(hand.snapshot, hand.now_ms, age_ms)
    hand.wait(600)
    assert hand.texts == ["h8h2", *texts]


def test_a_move_is_put_right_and_replied_to_while_lines_are_lost() -> None:
    # h7 is purple: purple might go on to h3 after it, were it not in the air before.
    hand = SnapshotHand()
    hand.move("c8d7", rest_ms=SLIDE_MS)
    assert hand.texts == ["c8d7"]
    purple = hand.lift("d7")
    hand.wait(500)
    hand.show_at_once(h3=purple.value, b1=".", h7="w")
    hand.wait(600)
    assert hand.texts == ["c8h3", "b1h7"]


def test_a_reply_and_the_reply_to_it_may_come_while_lines_are_lost() -> None:
    hand = SnapshotHand()
    hand.move("c8d7", rest_ms=SLIDE_MS)
    hand.lift("b1")
    hand.wait(500)
    hand.show_at_once(d7=".", h3="b", h7="w")
    hand.wait(600)
    assert hand.texts[:3] == ["c8d7", "b1h7", "d7h3"]


def test_what_has_rested_while_lines_were_lost_has_rested() -> None:
    hand = SnapshotHand()
    hand.now_ms += 1000
    put = hand.snapshot_with(d8=SquareState.EMPTY, d4=SquareState.BLACK)
    hand.session.see(put, hand.now_ms, age_ms=DWELL_MS - 1)
    assert hand.texts == []
    hand.session.tick(hand.now_ms + 1)
    assert hand.texts == ["d8d4"]


def test_a_lost_board_is_not_believed_and_play_goes_on_when_it_is_back() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.session.board_lost()
    assert hand.session.tick(hand.now_ms + 5000) == []
    hand.wait(100)
    assert hand.view.correction is None
    hand.move("a1c3")
    assert hand.texts == ["d8d4", "a1c3"]


def test_a_piece_that_was_gone_from_where_it_came_before_lines_were_lost_is_no_fault() -> None:
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 w 0", game="hasami")
    hand.show("a5", SquareState.WHITE)  # the sensor of a1 is late
    hand.now_ms += LONE_MS + 100
    hand.snapshot = hand.snapshot_with(a1=".")
    hand.notices += hand.session.see(hand.snapshot, hand.now_ms, LONE_MS)
    hand.wait(1000)
    assert hand.marked("sensor") == set()
    hand.lift("b5")
    hand.wait(1000)
    assert hand.texts == ["a1a5"]


@pytest.mark.parametrize("missed", [False, True])
def test_a_piece_may_have_slid_and_slide_on_where_lines_were_lost(missed: bool) -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.wait(CARRIED_MS + 20)  # it is carried, or on squares of which the lines are lost
    hand.show_at_once(d5="b", missed=missed)
    hand.wait(SET_DOWN_MS + 100)
    assert hand.texts == ([] if missed else ["d8d5"])
    hand.wait(DWELL_MS)
    assert hand.texts == ["d8d5"]
