"""The link under anything at all: it neither fails nor grows, nor believes what was not sent."""

from __future__ import annotations

import random

from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from host.link import wire
from host.link.connection import (
    MAX_OUT,
    BoardReady,
    Connection,
    Diagnostics,
    Event,
    FrameShown,
    PictureSeen,
    State,
)
from tests.link_model import Faults, World
from tests.unit.link.test_connection import HELLO, answer, colours_of

CHUNKS = st.lists(st.binary(max_size=400), max_size=20)
BOUND = MAX_OUT + wire.MAX_LINE

SIGHTS = st.text("ns.?", min_size=64, max_size=64)
LINES: st.SearchStrategy[wire.BoardMessage] = st.one_of(
    st.just(HELLO),
    st.builds(
        wire.BoardHello,
        st.sampled_from([(1, 0), (1, 3), (2, 0)]),
        *(st.sampled_from(["0.1.0", "x"]), st.just("E6"), st.sampled_from(["b1", "b2", "b3"])),
        *(st.sampled_from([(8, 8), (9, 9)]), st.just(frozenset()), st.just(300)),
        *(st.none(), st.none()),
    ).filter(lambda hello: hello.protocol[0] == 1),
    st.builds(wire.Snap, st.integers(0, 5), st.integers(0, 9999), SIGHTS),
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


@given(st.lists(LINES, max_size=40), st.randoms(use_true_random=False))
def test_good_lines_in_any_order_never_harm(
    messages: list[wire.BoardMessage], rng: random.Random
) -> None:
    """Every picture that is told was sent, and after any of it a real board is welcome."""
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    connection.ask_diagnostics()
    now_ms = 0
    sent = {message.cells for message in messages if isinstance(message, wire.Snap)}
    for message in messages:
        now_ms += rng.choice((0, 10, 300, 2000))
        events: list[Event] = connection.receive(answer(message), now_ms) + connection.tick(now_ms)
        assert {e.cells for e in events if isinstance(e, PictureSeen)} <= sent
        assert connection.bytes_held <= BOUND
        if rng.random() < 0.5:
            for line in connection.take_output().splitlines():
                wire.decode_host(line)
    other = wire.BoardHello(
        wire.PROTOCOL, "0.1.0", "E6", "b9", (8, 8), frozenset(), 300, None, None
    )
    assert any(isinstance(e, BoardReady) for e in connection.receive(answer(other), now_ms))
    assert connection.state is State.UP


@given(st.data())
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
    assert cut.take_output() == whole.take_output()


PALETTES = st.lists(
    st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)),
    min_size=3,
    max_size=5,
).map(tuple)
CELL = st.sampled_from(["0-", "1-", "2b", "3k", "1A", "2f"])
FRAMES = st.lists(CELL, min_size=64, max_size=64).map("".join)
FAULTS = st.builds(
    Faults,
    loss=st.sampled_from([0.0, 0.2]),
    double=st.sampled_from([0.0, 0.3]),
    damage=st.sampled_from([0.0, 0.2]),
    glue=st.sampled_from([0.0, 0.1]),
    delay_ms=st.sampled_from([0, 80]),
    piece=st.sampled_from([0, 1, 17]),
)


class LinkMachine(RuleBasedStateMachine):
    """A host and a board, and everything that people and cables do to them.

    At every moment the host believes only what was so; and whatever has happened, once the cable
    is whole the host knows what stands on the board, and the board shows what the host wants.
    """

    @initialize(faults=FAULTS, seed=st.integers(0, 999))
    def begin(self, faults: Faults, seed: int) -> None:
        note(f"seed {seed}, {faults}")
        self.world = World(faults, seed)
        self.wanted: tuple[tuple[wire.RGB, ...], str] | None = None
        self.checked = 0

    @rule(ms=st.sampled_from([10, 50, 250, 1000, 3500]))
    def time_passes(self, ms: int) -> None:
        self.world.run(ms)

    @rule(cells=SIGHTS)
    def a_hand_changes_the_board(self, cells: str) -> None:
        self.world.put(cells)

    @rule(palette=PALETTES, cells=FRAMES)
    def the_host_shows(self, palette: tuple[wire.RGB, ...], cells: str) -> None:
        self.world.connection.show(palette, cells, self.world.now_ms)
        self.wanted = (palette, cells)

    @rule()
    def the_host_asks(self) -> None:
        self.world.connection.look()
        self.world.connection.ask_diagnostics()

    @rule()
    def the_board_restarts(self) -> None:
        self.world.board.restart(self.world.now_ms)

    @rule(up=st.booleans(), down=st.booleans())
    def the_cable_is_cut(self, up: bool, down: bool) -> None:
        self.world.up.cut, self.world.down.cut = up, down

    @rule(data=st.binary(max_size=300))
    def noise_comes(self, data: bytes) -> None:
        self.world.events += [
            (self.world.now_ms, event)
            for event in self.world.connection.receive(data, self.world.now_ms)
        ]

    @precondition(lambda self: self.world.now_ms > 0)
    @rule()
    def the_cable_is_whole(self) -> None:
        world = self.world
        world.mend()
        world.run(6000)
        assert world.connection.state is State.UP
        assert world.board.greeted
        assert world.picture == world.board.cells
        if self.wanted is not None:
            assert world.board.shown == colours_of(*self.wanted)
        refused = [code for code, _ in world.board.refused if code != "hello"]
        assert refused == []
        quiet = len(world.board.heard)
        world.run(2000)
        assert set(world.board.heard[quiet:]) <= {"Beat", "Palette"}, "nothing is left to repeat"

    @invariant()
    def only_what_was_so_is_believed(self) -> None:
        world = self.world
        for _, event in world.events[self.checked :]:
            match event:
                case PictureSeen(cells=cells):
                    assert cells in world.pictures
                case FrameShown(number=number):
                    assert 0 < number < wire.SEQ_PERIOD
                case Diagnostics(values=values):
                    assert set(values) <= {"scans", "lines_bad", "strips"}
        self.checked = len(world.events)
        assert world.connection.bytes_held <= BOUND


TestLinkMachine = LinkMachine.TestCase
TestLinkMachine.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
