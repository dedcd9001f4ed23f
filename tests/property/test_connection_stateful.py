"""Host and board with faults of cables and users in any order.

Run twice: against a model of docs/protocols/board.md, whose board shows and reports everything at
once, and against the firmware, which scans, debounces and dims.
"""

from __future__ import annotations

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from host.link import codec, wire
from host.link.connection import MAX_OUT, Connection, State
from host.link.events import Diagnostics, FrameShown, SnapshotReceived
from tests.support.firmware_board import FirmwareBoard
from tests.support.link_model import START, Faults, World

UNWANTED = "3-" * 64
BOUND = MAX_OUT + wire.MAX_LINE
SETTLED_MS = 60
"""After this the firmware has seen whatever stands still: SETTLE_MS, and some scans."""

PALETTES = st.lists(
    st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)),
    min_size=3,
    max_size=5,
).map(tuple)
MOVING = st.sampled_from(["0-", "1-", "2b", "3k", "1A", "2f"])
STEADY = st.sampled_from(["0-", "1-", "2-", "3-"])
FAULTS = st.builds(
    Faults,
    loss=st.sampled_from([0.0, 0.2]),
    double=st.sampled_from([0.0, 0.3]),
    damage=st.sampled_from([0.0, 0.2]),
    glue=st.sampled_from([0.0, 0.1]),
    delay_ms=st.sampled_from([0, 80]),
    swap=st.sampled_from([0.0, 0.2]),
    piece=st.sampled_from([0, 1, 17]),
)
NOISE = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"x" * 300, b"\xff" * 249, b"\r", b"*0000", b"frame,1,2,0-", b"snap,1,2,"]),
)

pytestmark = pytest.mark.slow
DIAGNOSTICS = {"lines_in", "lines_bad", "lines_lost", "scans", "scan_us"}
DIAGNOSTICS |= {"free", "limit", "ma", "ms", "strips"}


def frames(cell: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The cells of a frame line."""
    return st.lists(cell, min_size=64, max_size=64).map("".join)


class LinkMachine(RuleBasedStateMachine):
    """A host and a board with two cables between them.

    At every moment the host believes only what was so; and whatever has happened, once the cable
    is whole the host knows what stands on the board, and the board shows what the host wants.
    """

    def begin(self, world: World) -> None:
        self.world = world
        self.checked = 0

    @rule(ms=st.sampled_from([10, 50, 250, 1000, 3500]))
    def time_passes(self, ms: int) -> None:
        self.world.run(ms)

    @rule()
    def the_host_asks(self) -> None:
        self.world.connection.request_snapshot()
        self.world.connection.request_diagnostics()

    @rule()
    def the_board_restarts(self) -> None:
        self.world.board.restart(self.world.now_ms)

    @rule()
    def the_host_is_started_anew(self) -> None:
        """A new host process on the same cable; the board keeps its state."""
        self.world.connection = Connection("0.1.0", self.world.now_ms)

    @rule(up=st.booleans(), down=st.booleans())
    def the_cable_is_cut(self, up: bool, down: bool) -> None:
        self.world.up.cut, self.world.down.cut = up, down

    @rule(data=NOISE, newline=st.booleans())
    def noise_comes(self, data: bytes, newline: bool) -> None:
        """Add noise at both ends, perhaps in the middle of a line."""
        data += b"\n" * newline
        self.world.board.step([data], self.world.now_ms)
        events = self.world.connection.receive(data, self.world.now_ms)
        self.world.events += [(self.world.now_ms, event) for event in events]

    @rule(data=st.data(), number=st.integers(0, 3))
    def another_program_writes_to_the_board(self, data: st.DataObject, number: int) -> None:
        """Send valid lines of another program, perhaps with the same numbers."""
        palette, cells = data.draw(PALETTES), data.draw(frames(STEADY))
        for message in (wire.Palette(palette), wire.Frame(number, cells)):
            self.world.board.step([codec.encode(message, 0)], self.world.now_ms)

    @rule()
    def the_cable_is_whole(self) -> None:
        self.world.mend()
        self.settle()

    def teardown(self) -> None:
        self.the_cable_is_whole()

    def settle(self) -> None:
        """Check that both ends agree within seconds."""
        world = self.world
        world.run(6000)
        assert world.connection.state is State.UP
        assert world.snapshot == world.board.cells
        if world.wanted is not None:
            assert world.board.shows(*world.wanted)
        refused = [code for code, _ in world.board.refused if code != "hello"]
        assert refused == []
        quiet = len(world.board.heard)
        world.run(2000)
        self.only_what_was_so_is_believed()
        assert set(world.board.heard[quiet:]) <= {"Beat", "Palette", "Frame"}
        assert len(world.board.heard) - quiet <= 3 * 2, "nothing is said more than once a second"

    @invariant()
    def only_what_was_so_is_believed(self) -> None:
        world = self.world
        for _, event in world.events[self.checked :]:
            match event:
                case SnapshotReceived(cells=cells):
                    assert cells in world.snapshots
                case FrameShown(number=number):
                    assert 0 < number < wire.SEQ_PERIOD
                case Diagnostics(values=values):
                    assert set(values) <= DIAGNOSTICS
        self.checked = len(world.events)
        assert world.connection.bytes_held <= BOUND

    def show(self, palette: tuple[wire.RGB, ...], cells: str) -> None:
        """Set the frame of the host."""
        self.world.connection.show(palette, cells, self.world.now_ms)
        self.world.wanted = (palette, cells)

    @rule(
        palette=PALETTES,
        shown=frames(STEADY),
        lifts=st.lists(st.integers(0, 63), min_size=1, max_size=8),
        offered_ms=st.sampled_from([0, 50, 250]),
        lifted_ms=st.sampled_from([10, 20, 60]),
    )
    def a_piece_is_lifted_whose_frame_was_offered(
        self,
        palette: tuple[wire.RGB, ...],
        shown: str,
        lifts: list[int],
        offered_ms: int,
        lifted_ms: int,
    ) -> None:
        """Offer frames that the host does not want to be shown, whatever is lifted."""
        world = self.world
        self.show(palette, shown)
        world.run(100)
        seen, cells = world.seen(SnapshotReceived), world.board.cells
        pieces = [cell for cell, letter in enumerate(cells) if letter in "ns"]
        if not pieces or not seen or not isinstance(last := seen[-1], SnapshotReceived):
            return
        lifts = list(dict.fromkeys(pieces[at % len(pieces)] for at in lifts))
        offered = tuple((cell, UNWANTED) for cell in lifts)
        world.connection.offer(last.revision, offered, world.now_ms)
        world.run(offered_ms)
        world.put(cells[: lifts[0]] + "." + cells[lifts[0] + 1 :])
        world.run(lifted_ms)
        world.put(cells)
        world.run(SETTLED_MS)


class ModelMachine(LinkMachine):
    """With the board model: any snapshot, any pattern."""

    @initialize(faults=FAULTS, seed=st.integers(0, 999))
    def begin_with_a_model(self, faults: Faults, seed: int) -> None:
        note(f"seed {seed}, {faults}")
        self.begin(World(faults, seed))

    @rule(cells=st.text("ns.?", min_size=64, max_size=64))
    def a_hand_changes_the_board(self, cells: str) -> None:
        self.world.put(cells)

    @rule(palette=PALETTES, cells=frames(MOVING))
    def the_host_shows(self, palette: tuple[wire.RGB, ...], cells: str) -> None:
        self.show(palette, cells)


class FirmwareMachine(LinkMachine):
    """With the firmware: sensor values, and steady lights."""

    @initialize(faults=FAULTS, seed=st.integers(0, 999))
    def begin_with_the_firmware(self, faults: Faults, seed: int) -> None:
        note(f"seed {seed}, {faults}")
        self.begin(World(faults, seed, FirmwareBoard()))
        self.world.put(START)

    @rule(cell=st.integers(0, 63), state=st.sampled_from("ns."))
    def a_hand_changes_a_square(self, cell: int, state: str) -> None:
        cells = self.world.board.cells
        for now in dict.fromkeys((".", state)):
            self.world.put(cells[:cell] + now + cells[cell + 1 :])
            self.world.run(SETTLED_MS)

    @rule(palette=PALETTES, cells=frames(STEADY))
    def the_host_shows(self, palette: tuple[wire.RGB, ...], cells: str) -> None:
        self.show(palette, cells)

    @invariant()
    def the_firmware_s_memory_is_bounded(self) -> None:
        link = self.world.board.rig.board._link
        assert len(link._line) < wire.MAX_LINE
        assert len(link._chunk) <= 256
        assert len(link._line_out.data) <= wire.MAX_LINE


TestModelMachine = ModelMachine.TestCase
TestModelMachine.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestFirmwareMachine = FirmwareMachine.TestCase
TestFirmwareMachine.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
