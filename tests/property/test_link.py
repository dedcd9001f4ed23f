"""The connection with arbitrary input: no exceptions, bounded buffers, no false events."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.link import codec, wire
from host.link.connection import MAX_OUT, Connection, State
from host.link.events import BoardReady, Event, SnapshotReceived
from tests.unit.link.test_connection import HELLO, answer

CHUNKS = st.lists(st.binary(max_size=400), max_size=20)
BOUND = MAX_OUT + wire.MAX_LINE

CELLS = st.text("ns.?", min_size=64, max_size=64)
LINES: st.SearchStrategy[wire.BoardMessage] = st.one_of(
    st.just(HELLO),
    st.builds(
        wire.BoardHello,
        st.sampled_from([(1, 0), (1, 3), (2, 0)]),
        *(st.sampled_from(["0.1.0", "x"]), st.just("E6"), st.sampled_from(["b1", "b2", "b3"])),
        *(st.sampled_from([(8, 8), (9, 9)]), st.just(frozenset()), st.just(300)),
        *(st.none(), st.none()),
    ).filter(lambda hello: hello.protocol[0] == 1),
    st.builds(wire.Snap, st.integers(0, 5), st.integers(0, 9999), CELLS),
    st.builds(wire.Ack, st.integers(0, 3), st.integers(0, 400)),
    st.builds(wire.Nak, st.sampled_from(["hello", "type", "field"]), st.just("")),
    st.just(wire.Diag((("scans", "1"),))),
    st.just(wire.Diag((("end", "1"),))),
)


@given(CHUNKS, st.booleans())
def test_random_bytes_are_nothing_to_the_host(chunks: list[bytes], after_a_hello: bool) -> None:
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    if after_a_hello:
        connection.receive(answer(HELLO), 0)
    for number, chunk in enumerate(chunks):
        assert connection.receive(chunk, number) == []
        connection.tick(number)
        assert connection.bytes_held <= BOUND


@pytest.mark.slow
@given(st.lists(LINES, max_size=40), st.randoms(use_true_random=False))
def test_good_lines_in_any_order_never_harm(
    messages: list[wire.BoardMessage], rng: random.Random
) -> None:
    """Every picture that is told was sent, and after any of it a real board is welcome."""
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    connection.request_diagnostics()
    now_ms = 0
    sent = {message.cells for message in messages if isinstance(message, wire.Snap)}
    for message in messages:
        now_ms += rng.choice((0, 10, 300, 2000))
        events: list[Event] = connection.receive(answer(message), now_ms) + connection.tick(now_ms)
        assert {e.letters for e in events if isinstance(e, SnapshotReceived)} <= sent
        assert connection.bytes_held <= BOUND
        if rng.random() < 0.5:
            for line in connection.data_to_send().splitlines():
                codec.decode_host(line)
    other = wire.BoardHello(
        wire.PROTOCOL, "0.1.0", "E6", "b9", (8, 8), frozenset(), 300, None, None
    )
    assert any(isinstance(e, BoardReady) for e in connection.receive(answer(other), now_ms))
    assert connection.state is State.UP


@given(st.data())
@pytest.mark.slow
def test_how_the_bytes_are_cut_makes_no_difference(data: st.DataObject) -> None:
    messages = data.draw(st.lists(LINES, max_size=15))
    rubbish = data.draw(st.binary(max_size=60))
    stream = answer(HELLO) + answer(*messages[:7]) + rubbish + b"\n" + answer(*messages[7:])
    whole, cut = Connection("0.1.0", 0), Connection("0.1.0", 0)
    at_once = whole.receive(stream, 5)
    in_pieces: list[Event] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        in_pieces += cut.receive(stream[:size], 5)
        stream = stream[size:]
    assert in_pieces == at_once
    assert cut.data_to_send() == whole.data_to_send()
