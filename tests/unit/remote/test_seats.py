"""Seats of a match between two hosts: who has them, and on which terms."""

from __future__ import annotations

from dataclasses import replace

from host.remote.match.remote_match import RemoteMatch
from host.remote.record import events as e
from host.remote.record.payload import signed
from tests.unit.remote.test_remote_match import CLOCK, KEY, MATCH, pair, refusal, refused


def test_a_joiner_of_other_terms_is_refused() -> None:
    black = RemoteMatch.invite(MATCH, "one", pair()[0].terms, KEY)
    other = RemoteMatch.invite(MATCH, "one", pair(control=CLOCK)[0].terms, KEY)
    joiner = RemoteMatch.join(MATCH, "two", other.own_payload(), KEY)
    assert "other terms" in refusal(black, joiner.own_payload())


def test_another_device_with_the_seat_of_the_inviter_is_told() -> None:
    _, white = pair()
    assert white.far_log is not None
    copied = replace(white.far_log, device="another")
    assert "somebody else has joined" in refusal(white, signed(copied, KEY))


def test_the_joiner_admits_nobody() -> None:
    inviter = RemoteMatch.invite(MATCH, "one", pair()[0].terms, KEY)
    joiner = RemoteMatch.join(MATCH, "two", inviter.own_payload(), KEY)
    assert joiner.admitted is None
    assert refused(joiner, e.Admit("two")) != ""
