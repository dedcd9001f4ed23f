"""Pieces where they may not be: told, and put right."""

from __future__ import annotations

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from host.recognition.times import WRONG_MS
from host.session.view import Severity
from tests.support.snapshots import SnapshotHand


def test_a_wrong_square_says_why_and_where_to_put_the_tower_back() -> None:
    hand = SnapshotHand()
    hand.move("d8e6", rest_ms=WRONG_MS + 100)
    correction = hand.view.correction
    assert correction is not None
    assert "(M1)" in correction.text
    assert "Put the pink tower back on d8." in correction.text
    assert hand.marked("illegal") == {"e6"}
    assert hand.marked("putback") == {"d8"}
    assert hand.notices[-1].level is Severity.WARN
    hand.lift("e6")
    assert hand.view.correction is None
    hand.put("d4", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["d8d4"], "any legal square is accepted while repairing"


def test_a_hand_that_passes_over_a_wrong_square_is_not_scolded() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.put("e6", Side.BLACK)
    hand.wait(WRONG_MS - 100)
    hand.lift("e6")
    hand.wait(100)
    hand.put("f6", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["d8f6"]
    assert [n for n in hand.notices if n.level is Severity.WARN] == []


def test_the_wrong_tower_is_told_within_a_second() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.lift("b1")
    hand.wait(900)
    correction = hand.view.correction
    assert correction is not None
    assert "(T2)" in correction.text
    assert "Put the green tower back on b1." in correction.text
    assert hand.marked("putback") == {"b1"}


def test_with_two_towers_in_the_air_the_one_that_must_not_move_is_named() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.lift("a1")
    hand.lift("b1")
    hand.wait(900)
    assert hand.marked("putback") == {"b1"}
    hand.put("b1", Side.WHITE)
    hand.wait(100)
    assert "c3" in hand.marked("legal")


def test_straightening_a_tower_does_nothing() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    for square in ("a1", "h8", "d4"):
        state = hand.lift(square)
        hand.wait(300)
        hand.show(square, state)
        hand.wait(600)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is None


def test_an_unsure_square_is_asked_about_and_not_believed() -> None:
    hand = SnapshotHand()
    hand.show("d8", SquareState.UNSURE)
    hand.wait(900)
    correction = hand.view.correction
    assert correction is not None
    assert "d8 is not seen clearly" in correction.text
    hand.put("d8", Side.BLACK)
    hand.wait(100)
    assert hand.view.correction is None


def test_a_stray_piece_is_named() -> None:
    hand = SnapshotHand()
    hand.show("e5", SquareState.WHITE)
    hand.wait(900)
    correction = hand.view.correction
    assert correction is not None
    assert "e5" in correction.text
    assert hand.marked("illegal") == {"e5"}


def test_of_two_displaced_towers_the_one_that_may_be_where_it_is_is_not_blamed() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.move("b1b3", rest_ms=900)
    hand.move("a1c3", rest_ms=900)
    correction = hand.view.correction
    assert correction is not None
    assert "Put the green tower back on b1." in correction.text
    hand.move("b3b1")
    assert hand.texts == ["d8d4", "a1c3"]
