"""Moves that were taken back, made again by request."""

from __future__ import annotations

import pytest

from host.guidance import phrases
from host.recognition.times import UNDO_END_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import (
    ONE_FROM_HOME,
    playing,
)

# Making again


def test_a_move_taken_back_is_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.session.take_back(hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.view.can_redo
    hand.session.redo(hand.now_ms)
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4", "a1c3"]
    assert not hand.view.can_redo
    (notice,) = hand.session.redo(hand.now_ms)
    assert notice.text == str(phrases.NO_REDO)


def test_a_board_is_guided_to_a_move_that_was_made_again() -> None:
    hand = playing()
    hand.move("d4d8")
    assert hand.texts == []
    hand.notices += hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4"]
    hand.wait(3000)
    assert hand.texts == ["d8d4"], "that the tower is not there yet does not take it back again"
    assert hand.view.correction is not None
    hand.move("d8d4")
    assert hand.view.correction is None
    assert hand.texts == ["d8d4"]


@pytest.mark.parametrize("game", ["kamisado-single", "kamisado-standard"])
def test_the_move_that_ends_a_round_is_made_again_though_the_board_has_yet_to_follow(
    game: str,
) -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game=game)
    hand.move("f7e8")
    hand.session.take_back(hand.now_ms)
    hand.move("e8f7", rest_ms=UNDO_END_MS + 1000)
    assert hand.texts == []
    phase = hand.view.phase
    hand.session.redo(hand.now_ms)
    hand.wait(UNDO_END_MS + 1000)
    assert hand.texts == ["f7e8"]
    assert hand.view.phase is not phase
    hand.move("f7e8", rest_ms=1000)
    assert hand.texts == ["f7e8"]
    hand.move("e8f7", rest_ms=UNDO_END_MS + 1000)
    assert hand.texts == [], "taken back by hand, now that it has stood there"


def test_another_move_ends_what_could_be_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.move("c3a1")
    hand.move("d4d8")
    assert hand.view.can_redo
    hand.move("e8e5")
    assert hand.texts == ["e8e5"]
    assert not hand.view.can_redo, "neither of the two"


def test_making_the_same_move_by_hand_leaves_the_rest_to_be_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.move("c3a1")
    hand.move("d4d8")
    assert hand.texts == []
    hand.move("d8d4")
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4", "a1c3"]


def test_a_move_made_again_leaves_the_time_that_it_had_left() -> None:
    hand = playing(clock="5+3")
    hand.wait(4000)
    hand.move("a1c3")
    times = hand.session.times
    hand.move("c3a1")
    hand.wait(3000)
    hand.session.redo(hand.now_ms)
    assert hand.session.plies[-1].times == times


def test_a_choice_between_two_rounds_is_made_again() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    hand.session.choose("fill left", hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.texts == ["f7e8"]
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["f7e8", "fill left"]
    assert hand.view.phase is Phase.SETUP
