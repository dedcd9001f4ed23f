"""Gestures in a match with a far player: each asks once, however late the record follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.guidance import phrases
from host.recognition.times import STOOD_MS, TOUCH_MS
from host.session import requests as r
from host.session.requests import FarRequest
from host.session.view import Action, Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import SERIES, choose, open_menu, tidy

LONG_MS = 4000


def far() -> SnapshotHand:
    """Black's board after the first move of each side; White plays elsewhere."""
    hand = SnapshotHand(game=SERIES, opponent=FarPlayer(Side.WHITE))
    hand.move("d8d4")
    hand.session.handle(r.FollowRecord(1, "a1a5"), hand.now_ms)
    hand.move("a1a5")
    assert hand.texts == ["d8d4", "a1a5"]
    return hand


def hold(hand: SnapshotHand, square: str) -> None:
    """Lift a piece for long, while every moment is told to the session, and put it back."""
    state = hand.lift(square)
    hand.wait(LONG_MS)
    hand.session.tick(hand.now_ms)
    hand.show(square, state)
    hand.wait(STOOD_MS)


def go_on(hand: SnapshotHand) -> None:
    hand.session.handle(r.FollowRecord(2, paused=True), hand.now_ms)
    hand.wait(STOOD_MS)
    hold(hand, "c8")


def agree(hand: SnapshotHand) -> None:
    hand.session.handle(r.FollowRecord(2, offer="draw"), hand.now_ms)
    hand.wait(STOOD_MS)
    hold(hand, "c8")


def agree_to_takeback(hand: SnapshotHand) -> None:
    offer = r.FollowRecord(2, offer="takeback", taken_back=("a1a5",))
    hand.session.handle(offer, hand.now_ms)
    hand.wait(STOOD_MS)
    hold(hand, "c8")


def from_the_menu(action: Action) -> Callable[[SnapshotHand], None]:
    def act(hand: SnapshotHand) -> None:
        open_menu(hand, "b8", "c8")
        place = choose(hand, action, Side.BLACK)
        hand.wait(LONG_MS)
        tidy(hand, place, "b8", "c8", side=Side.BLACK)
        if action is Action.RESIGN or action is Action.NEW:
            hold(hand, "c8")

    return act


GESTURES = {
    r.Resume(): go_on,
    r.Answer(True): agree,
    Action.PAUSE: from_the_menu(Action.PAUSE),
    Action.DRAW: from_the_menu(Action.DRAW),
    Action.RESIGN: from_the_menu(Action.RESIGN),
    Action.NEW: from_the_menu(Action.NEW),
}


@pytest.mark.parametrize("wanted", GESTURES)
def test_a_gesture_asks_the_far_player_once(wanted: FarRequest) -> None:
    hand = far()
    GESTURES[wanted](hand)
    assert hand.session.far_requests == [wanted]
    assert hand.session.outcome is None, "nothing comes true before it is in the record"


def test_a_takeback_is_agreed_to_once() -> None:
    hand = far()
    agree_to_takeback(hand)
    assert hand.session.far_requests == [r.Answer(True)]
    assert hand.texts == ["d8d4", "a1a5"]


def test_what_is_offered_is_answered_before_anything_else_is_asked_for() -> None:
    hand = far()
    hand.session.handle(r.FollowRecord(2, offer="draw"), hand.now_ms)
    told = hand.session.handle(r.Pause(), hand.now_ms)
    assert [notice.text for notice in told] == [hand.view.prompt]
    assert hand.session.far_requests == []


def test_no_hint_is_given_while_a_friend_is_to_move() -> None:
    hand = far()
    hand.move("d4e3")
    assert hand.texts == ["d8d4", "a1a5", "d4e3"]
    assert [notice.text for notice in hand.session.ask_hint()] == [str(phrases.FAR_TO_MOVE)]


def test_a_pause_that_the_record_does_not_end_can_be_ended_by_hand_again() -> None:
    hand = far()
    go_on(hand)
    assert hand.view.phase is Phase.PAUSED
    hold(hand, "c8")
    assert hand.session.far_requests == [r.Resume(), r.Resume()]
    hand.session.handle(r.FollowRecord(2), hand.now_ms)
    assert hand.view.phase is Phase.PLAY


def test_a_piece_that_is_lifted_to_go_on_is_not_asked_back_while_the_record_is_waited_for() -> None:
    hand = far()
    hand.session.handle(r.FollowRecord(2, paused=True), hand.now_ms)
    hand.wait(STOOD_MS)
    hand.lift("c8")
    hand.wait(TOUCH_MS + LONG_MS)
    assert hand.view.correction is None
    hand.session.handle(r.FollowRecord(2), hand.now_ms)
    assert hand.view.phase is Phase.PLAY


def test_an_offer_that_is_withdrawn_in_a_pause_leaves_the_pause() -> None:
    hand = far()
    hand.session.handle(r.FollowRecord(2, paused=True), hand.now_ms)
    offered = r.FollowRecord(2, paused=True, offer="draw")
    hand.session.handle(offered, hand.now_ms)
    assert hand.session.followed == offered
    assert "draw" in hand.view.prompt, "it can be answered"
    hand.session.handle(r.FollowRecord(2, paused=True), hand.now_ms)
    assert hand.view.prompt == str(phrases.PAUSED)
    hand.wait(STOOD_MS)
    hand.move("d4e3")
    assert hand.texts == ["d8d4", "a1a5"]
    assert hand.session.far_requests == [r.Resume()]


def test_what_hands_are_to_confirm_stays_whatever_the_record_says_meanwhile() -> None:
    hand = far()
    open_menu(hand, "b8", "c8")
    choose(hand, Action.RESIGN, Side.BLACK)
    offered = hand.view.offer
    assert offered is not None
    for record in (r.FollowRecord(2), r.FollowRecord(2, offer="draw")):
        hand.session.handle(record, hand.now_ms)
        assert hand.view.offer == offered
