"""Presence and topics of a match: signed, and never older than what was told before."""

from __future__ import annotations

import json

import pytest

from host.engine.game import Side
from host.remote.match.presence import (
    Presence,
    PresenceReader,
    PresenceWriter,
    ToldPresence,
    log_topic,
    presence_topic,
)
from host.session.clock import MOST_MS

MATCH, KEY = "0123456789abcdef", b"k" * 16
THINKING, AWAY = Presence.THINKING, Presence.AWAY


def writer(run: int = 1, side: Side = Side.WHITE, key: bytes = KEY) -> PresenceWriter:
    return PresenceWriter(MATCH, side, key, run)


@pytest.fixture
def reader() -> PresenceReader:
    return PresenceReader(MATCH, Side.WHITE, KEY)


@pytest.mark.parametrize("presence", Presence)
def test_a_presence_comes_as_it_was_sent_and_has_words(
    presence: Presence, reader: PresenceReader
) -> None:
    assert reader.read(writer().payload(presence, 1500)) == ToldPresence(presence, 1500)
    assert str(presence.message)


def test_programs_before_the_signature_read_state_and_clock() -> None:
    told = json.loads(writer().payload(THINKING, 1500))
    assert (told["state"], told["clock"]) == ("thinking", 1500)


@pytest.mark.parametrize(
    "payload",
    [b"", b"{}", b"[]", b'{"state":["away"]}', b"[" * 99_999, b'{"state":"away","n":1e999}'],
)
def test_what_tells_no_presence_is_nothing(payload: bytes, reader: PresenceReader) -> None:
    reader.read(writer().payload(THINKING))
    assert reader.read(payload) is None


@pytest.mark.parametrize(
    "forged",
    [
        writer(9, key=b"x" * 16).payload(AWAY),
        writer(9, side=Side.BLACK).payload(AWAY),
        PresenceWriter("another match", Side.WHITE, KEY, 9).payload(AWAY),
        writer(9).payload(THINKING, 5).replace(b"thinking", b"away"),
        writer(9).payload(THINKING, 5).replace(b'"clock":5', b'"clock":605000'),
        b'{"state":"thinking","clock":605000}',
        b'{"state":"away","mac":null}',
        b'{"state":"away","mac":"\\ud800"}',
    ],
)
def test_what_another_has_written_is_nothing(forged: bytes, reader: PresenceReader) -> None:
    assert reader.read(writer().payload(THINKING)) is not None
    assert reader.read(forged) is None


def test_an_older_program_is_believed_but_for_its_clock_until_something_is_signed(
    reader: PresenceReader,
) -> None:
    old = b'{"state":"thinking","clock":1500}'
    assert reader.read(old) == ToldPresence(THINKING)
    reader.read(writer().payload(AWAY))
    assert reader.read(old) is None


def test_the_same_again_is_harmless_and_an_older_one_nothing(reader: PresenceReader) -> None:
    host = writer()
    first, second = host.payload(THINKING), host.payload(Presence.WAITING)
    for payload in (first, second, second):
        assert reader.read(payload) is not None
    assert reader.read(first) is None


def test_the_last_will_ends_what_was_told_however_often_it_comes(reader: PresenceReader) -> None:
    host = writer()
    will = host.payload(AWAY)
    here = host.payload(THINKING)
    reader.read(here)
    for _ in range(50):
        assert reader.read(will) == ToldPresence(AWAY)
    assert reader.read(here) is None, "whoever has died thinks no more"
    assert reader.read(host.payload(THINKING)) == ToldPresence(THINKING)


def test_a_host_that_was_started_again_replaces_what_it_told_before(
    reader: PresenceReader,
) -> None:
    before, after = writer(1), writer(2)
    will = before.payload(AWAY)
    last = [before.payload(THINKING) for _ in range(9)][-1]
    reader.read(last)
    assert reader.read(after.payload(Presence.SETUP)) is not None
    assert reader.read(will) is None, "the broker tells it late"
    assert reader.read(last) is None


def test_a_host_whose_clock_was_put_back_goes_on_from_what_the_broker_has(
    reader: PresenceReader,
) -> None:
    kept = writer(1_000_000).payload(THINKING)
    reader.read(kept)
    again = writer(5)
    assert reader.read(again.payload(THINKING)) is None
    again.see(writer(2_000_000, key=b"x" * 16).payload(THINKING))
    again.see(b"")
    again.see(kept)
    assert json.loads(again.payload(THINKING))["run"] == 1_000_001
    assert reader.read(again.payload(THINKING)) is not None


def test_a_host_whose_clock_was_put_back_learns_its_run_from_the_other_side(
    reader: PresenceReader,
) -> None:
    reader.read(writer(1_000_000).payload(THINKING))
    other = writer(3, side=Side.BLACK).payload(THINKING, seen_run=reader.run)
    told = PresenceReader(MATCH, Side.BLACK, KEY).read(other)
    assert told is not None
    again = writer(5)
    assert again.hear(told.seen_run)
    assert not again.hear(told.seen_run)
    assert not again.hear(None)
    assert reader.read(again.payload(Presence.WAITING)) == ToldPresence(Presence.WAITING)


@pytest.mark.parametrize("clock_ms", [-1, MOST_MS + 1, 2**53, 10**300])
def test_a_clock_out_of_range_is_shown_to_nobody(clock_ms: int, reader: PresenceReader) -> None:
    assert reader.read(writer().payload(THINKING, clock_ms)) == ToldPresence(THINKING)


def test_each_side_has_its_topics() -> None:
    assert log_topic("abc", Side.BLACK) == "kamisado/1/match/abc/black"
    assert presence_topic("abc", Side.WHITE) == "kamisado/1/match/abc/white/presence"
