"""Moves of a player at another board that the record takes back and makes again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.session.requests import FollowRecord
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand


def taken_back() -> SnapshotHand:
    """The far player's move has been carried out and was taken back; its piece still stands."""
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK))
    hand.session.handle(FollowRecord(0, "e8g6"), hand.now_ms)
    hand.move("e8g6")
    assert hand.texts == ["e8g6"]
    hand.session.handle(FollowRecord(0), hand.now_ms)
    hand.wait(40)
    assert hand.texts == []
    return hand


@pytest.mark.parametrize("on_the_way", ["stays", "lifted", "home"])
def test_a_move_made_again_at_once_is_carried_out_already_or_by_the_next_put(
    on_the_way: str,
) -> None:
    hand = taken_back()
    hand.session.handle(FollowRecord(0, "e8g6"), hand.now_ms)
    if on_the_way != "stays":
        hand.lift("g6")
        hand.wait(150)
    if on_the_way == "home":
        hand.put("e8", Side.BLACK)
        hand.wait(300)
        hand.lift("e8")
        hand.wait(150)
    if on_the_way != "stays":
        hand.put("g6", Side.BLACK)
    hand.wait(2000)
    assert hand.texts == ["e8g6"]
    assert hand.view.correction is None


def test_another_move_waits_until_the_piece_of_the_one_taken_back_is_home() -> None:
    hand = taken_back()
    hand.session.handle(FollowRecord(0, "d8d4"), hand.now_ms)
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert hand.view.correction.text.endswith("Put the yellow tower back on e8.")
    hand.move("g6e8")
    hand.move("d8d4")
    assert hand.texts == ["d8d4"]


@pytest.mark.parametrize(
    "record",
    [
        FollowRecord(1),
        FollowRecord(1, paused=True),
        FollowRecord(1, offer="new"),
        FollowRecord(1, offer="takeback", taken_back=("e8g6",)),
        FollowRecord(1, termination="white resigns"),
        FollowRecord(0, "d8d4"),
        FollowRecord(0, "d8d4", (50_000, 40_000)),
    ],
)
def test_what_was_followed_is_shown_and_need_not_be_asked_for_again(record: FollowRecord) -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+1")
    hand.session.handle(FollowRecord(0, "e8g6", (60_000, 55_000)), hand.now_ms)
    hand.move("e8g6")
    assert hand.session.followed == FollowRecord(1)
    hand.session.handle(record, hand.now_ms)
    assert hand.session.followed == record
    assert hand.session.handle(record, hand.now_ms) == []


def test_a_move_that_is_made_again_with_other_times_leaves_those() -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+1")
    hand.session.handle(FollowRecord(0, "e8g6", (60_000, 55_000)), hand.now_ms)
    hand.session.handle(FollowRecord(0, "e8g6", (60_000, 51_000)), hand.now_ms)
    hand.move("e8g6")
    assert hand.session.times == (60_000, 51_000)


@pytest.mark.parametrize(
    "record", [FollowRecord(1, paused=True), FollowRecord(1, termination="white resigns")]
)
def test_an_offer_that_comes_with_a_pause_or_an_end_is_told_after_it(record: FollowRecord) -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK))
    hand.session.handle(FollowRecord(0, "e8g6"), hand.now_ms)
    hand.move("e8g6")
    told = hand.session.handle(replace(record, offer="takeback"), hand.now_ms)
    assert len(told) == 2
    assert "Your friend proposes" in told[-1].text


def test_a_pause_waits_until_the_board_is_set_up() -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+1", standing={"d8": "."})
    assert hand.view.phase is Phase.SETUP
    hand.session.handle(FollowRecord(0, paused=True), hand.now_ms)
    assert hand.view.phase is Phase.SETUP


def test_a_game_that_was_lost_on_time_goes_on_once_the_record_takes_that_back() -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+0")
    hand.session.handle(FollowRecord(0, "e8g6", (60_000, 60_000)), hand.now_ms)
    hand.move("e8g6")
    hand.wait(61_000)
    assert hand.session.outcome is not None
    hand.session.handle(FollowRecord(1, termination="white out of time"), hand.now_ms)
    hand.session.handle(FollowRecord(1), hand.now_ms)
    assert hand.session.outcome is None
    assert hand.session.times == (60_000, 60_000)


def test_a_restored_game_is_not_shown_as_paused_before_it_is_set_up() -> None:
    played = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+1")
    played.session.handle(FollowRecord(0, "e8g6", (60_000, 55_000)), played.now_ms)
    played.move("e8g6")
    again = SnapshotHand(opponent=FarPlayer(Side.BLACK), clock="1+1")
    again.session.restore([ply.stored() for ply in played.session.plies])
    assert again.session.followed == FollowRecord(1)
    again.snapshot = played.snapshot
    again.wait(1000)
    assert again.session.followed == FollowRecord(1, paused=True)
