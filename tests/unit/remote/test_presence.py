"""Presence and topics of a match."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.remote.match.presence import (
    Presence,
    clock_of,
    log_topic,
    presence_of,
    presence_payload,
    presence_topic,
)


@pytest.mark.parametrize("presence", Presence)
def test_a_presence_comes_as_it_was_sent_and_has_words(presence: Presence) -> None:
    assert presence_of(presence_payload(presence)) is presence
    assert str(presence.message)


@pytest.mark.parametrize("payload", [b"", b"{}", b"[]", b'{"state":["away"]}', b"[" * 99_999])
def test_what_tells_no_presence_is_away(payload: bytes) -> None:
    assert presence_of(payload) is Presence.AWAY


def test_each_side_has_its_topics() -> None:
    assert log_topic("abc", Side.BLACK) == "kamisado/1/match/abc/black"
    assert presence_topic("abc", Side.WHITE) == "kamisado/1/match/abc/white/presence"


@pytest.mark.parametrize(
    ("payload", "clock_ms"),
    [
        (presence_payload(Presence.THINKING, 1500), 1500),
        (presence_payload(Presence.THINKING), None),
        (b'{"state":"thinking","clock":-1}', None),
        (b'{"state":"thinking","clock":true}', None),
        (b"[]", None),
    ],
)
def test_a_clock_comes_as_it_was_sent_or_not_at_all(payload: bytes, clock_ms: int | None) -> None:
    assert clock_of(payload) == clock_ms
