"""Presence of both sides, and the difference of their clocks."""

from __future__ import annotations

from host.ai.players.opponent import FarPlayer
from host.app.remote.far_state import FarState, presence_in
from host.engine.game import Side
from host.remote.match.presence import Presence, ToldPresence
from host.session.requests import FollowRecord
from host.session.session import Session
from tests.support.snapshots import SnapshotHand


def test_since_when_is_known_only_of_what_was_seen_to_begin() -> None:
    first = FarState().told(ToldPresence(Presence.AWAY), None)
    assert (first.presence, first.since) == (Presence.AWAY, None)
    second = first.told(ToldPresence(Presence.THINKING), None)
    assert second.since is not None
    assert second.told(ToldPresence(Presence.THINKING), None).since == second.since


def test_the_difference_of_the_clocks_is_shown_from_a_second_on() -> None:
    state = FarState().told(ToldPresence(Presence.THINKING, 60_000), 58_500)
    assert state.shown_ahead_ms == 1500
    assert FarState().told(ToldPresence(Presence.THINKING, 60_000), 59_000).ahead_ms == 1000
    assert FarState().told(ToldPresence(Presence.THINKING, 60_000), 59_000).shown_ahead_ms is None
    assert FarState().told(ToldPresence(Presence.THINKING), 59_000).ahead_ms is None
    # The move that has stopped that clock may not be here yet.
    assert FarState().told(ToldPresence(Presence.WAITING, 65_000), 58_500).ahead_ms is None


def presence(session: Session) -> Presence:
    return presence_in(session.view(), Side.BLACK)


def test_what_a_board_tells_of_itself() -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.WHITE))
    assert presence(hand.session) is Presence.THINKING
    hand.move("d8d4")
    assert presence(hand.session) is Presence.WAITING
    hand.session.handle(FollowRecord(1, "a1a5"), hand.now_ms)
    assert presence(hand.session) is Presence.EXECUTING
    hand.move("a1a5")
    assert presence(hand.session) is Presence.THINKING
    hand.lift("b1")
    hand.wait(2000)
    assert presence(hand.session) is Presence.SETUP
    hand.put("b1", Side.WHITE)
    hand.wait(2000)
    hand.session.handle(FollowRecord(2, paused=True), hand.now_ms)
    assert presence(hand.session) is Presence.PAUSED


def test_what_was_said_stays_until_the_next_move() -> None:
    state = FarState().heard(0, 4).told(ToldPresence(Presence.WAITING), None)
    assert str(state.says) == "Your friend says: Hello!"
    assert str(state.after(4).phrase) == "Hello!"
    assert state.after(5).phrase is None
    assert state.after(5).after(4).phrase is None
    assert state.heard(0, 4).said_count == 2
    assert FarState().after(0).phrase is None
