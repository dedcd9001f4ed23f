"""States that a session is asked to show of a far match while its board lags behind the record."""

from __future__ import annotations

from host.ai.players.opponent import FarPlayer
from host.engine.game import Side
from host.remote.match.remote_match import RemoteMatch
from host.remote.match.wanted_record import wanted_record
from host.remote.record import events as e
from host.remote.record.terms import Terms
from host.session.requests import FollowRecord
from tests.support.snapshots import SnapshotHand

MATCH, KEY = "0123456789abcdef", b"k" * 16


def wanted(host: RemoteMatch, hand: SnapshotHand) -> FollowRecord:
    return wanted_record(host.merged, hand.session, hand.view, Side.BLACK)


def test_a_move_is_carried_out_before_the_end_that_came_with_it() -> None:
    hand = SnapshotHand(opponent=FarPlayer(Side.BLACK))
    black = RemoteMatch.invite(MATCH, "one", Terms(hand.session.settings, Side.BLACK), KEY)
    white = RemoteMatch.join(MATCH, "two", black.own_payload(), KEY)
    black.append(e.Move("e8g6"))
    black.append(e.Resign())
    white.take_in(black.own_payload())
    assert wanted(white, hand) == FollowRecord(0, "e8g6")
    hand.session.handle(wanted(white, hand), hand.now_ms)
    hand.move("e8g6")
    assert wanted(white, hand) == FollowRecord(1, termination="black resigns")
