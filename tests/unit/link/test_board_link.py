"""BoardLink over a real pseudo-terminal in simulated time: used, lost, replugged."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.link.board_link import BoardLink
from host.link.errors import BoardNotFoundError, LocalProtocolError
from host.link.events import (
    BoardReady,
    BoardSilent,
    Event,
    FrameShown,
    NotOurBoard,
    SnapshotReceived,
)
from host.link.serial_port import SerialPort
from host.link.timeouts import RETRY_MS, SILENT_MS
from host.worker.thread import WorkerThread
from tests.support.link_model import START, STEP_MS, BoardModel
from tests.unit.link.test_connection import DARK, LIT, MOVED, PALETTE, colours_of

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX systems"
)

DEADLINE_S = 10.0


class Bench:
    """A link and a board model behind a real pseudo-terminal, stepped in simulated time.

    The port keeps its name over unplugging, as one does that udev names.

    Attributes:
        board: the model; it starts anew whenever it is plugged in.
        events: what the link reported, with the time, oldest first.
    """

    def __init__(self, path: Path) -> None:
        self.now_ms = 0
        self.board = BoardModel()
        self.link = BoardLink(str(path), "0.1.0", SerialPort)
        self.events: list[tuple[int, Event]] = []
        self._path = path
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        """Plug the board in: it restarts, and the port appears."""
        self._ends = os.openpty()
        self._path.symlink_to(os.ttyname(self._ends[1]))
        self.board.restart(self.now_ms)
        self._heard = self._before = self.link.written
        self._told = self.link.received

    def unplug(self) -> None:
        """Unplug the board: the port disappears."""
        if self._ends is not None:
            self._path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None
            # Simulated time must not run away from the thread that notices it.
            self.link.wait_received(self.link.received + 1, DEADLINE_S)

    def step(self) -> None:
        """Advance both ends by STEP_MS; every byte written has arrived."""
        self.now_ms += STEP_MS
        if self._ends is not None and self.link.written > self._before:
            # Before the host has said anything, nobody listens to the board.
            self._serve(self._ends[0])
        self.events += [(self.now_ms, event) for event in self.link.pump(self.now_ms)]
        while self._ends is not None and self.link.written > self._heard:
            self._serve(self._ends[0])

    def _serve(self, master: int) -> None:
        pieces = []
        while self._heard < self.link.written:
            ready, _, _ = select.select([master], [], [], DEADLINE_S)
            assert ready, "what the host wrote did not arrive"
            pieces.append(os.read(master, 4096))
            self._heard += len(pieces[-1])
        out = self.board.step(pieces, self.now_ms)
        self._told += os.write(master, out)
        assert self.link.wait_received(self._told, DEADLINE_S), (
            "what the board wrote did not arrive"
        )

    def run(self, ms: int) -> None:
        """Advance simulated time."""
        for _ in range(0, ms, STEP_MS):
            self.step()

    def until(self, condition: Callable[[], bool], within_ms: int, what: str) -> int:
        """Step until the condition holds; return the milliseconds it took."""
        begun_ms = self.now_ms
        while not condition():
            assert self.now_ms - begun_ms < within_ms, f"no {what} within {within_ms} ms"
            self.step()
        return self.now_ms - begun_ms

    def seen(self, kind: type[Event], since_ms: int = 0) -> list[Event]:
        """Return the events of a kind from a time on."""
        return [event for at, event in self.events if isinstance(event, kind) and at >= since_ms]

    def snapshots(self, since_ms: int) -> list[str]:
        """Return the snapshots reported from a time on."""
        return [
            e.cells
            for e in self.seen(SnapshotReceived, since_ms)
            if isinstance(e, SnapshotReceived)
        ]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path / "board")
    yield bench
    bench.link.close()
    bench.unplug()


@pytest.fixture
def up(bench: Bench) -> Bench:
    """Return a board that is up, has sent its snapshot and shows LIT."""
    bench.plug()
    bench.link.show(PALETTE, LIT, 0)
    bench.link.open(0)
    bench.until(lambda: bool(bench.seen(FrameShown)), 200, "frame")
    assert bench.board.shown == colours_of(PALETTE, LIT)
    assert bench.snapshots(0)[-1] == START
    return bench


def test_a_missing_board_is_told_when_it_is_opened_for_the_first_time(bench: Bench) -> None:
    with pytest.raises(BoardNotFoundError, match="There is no port"):
        bench.link.open(0)


def test_a_board_is_used_through_a_real_port(up: Bench) -> None:
    since_ms = up.now_ms
    up.board.put(MOVED, up.now_ms)
    up.until(lambda: MOVED in up.snapshots(since_ms), 100, "picture")
    up.link.show(PALETTE, DARK, up.now_ms)
    up.until(lambda: up.board.shown == colours_of(PALETTE, DARK), 100, "frame")


def test_cable_out_and_in_again_and_play_goes_on_within_two_seconds(up: Bench) -> None:
    for round_number in range(3):
        up.unplug()
        since_ms = up.now_ms
        up.until(lambda: bool(up.seen(BoardSilent, since_ms)), 100, "loss")  # noqa: B023
        up.link.show(PALETTE, (DARK, LIT)[round_number % 2], up.now_ms)
        up.run(7770)
        assert len(up.seen(BoardSilent, since_ms)) == 1, "the loss is told once"
        up.board.put((MOVED, START)[round_number % 2], up.now_ms)
        expected = up.board.cells
        up.plug()
        plugged_ms = up.now_ms
        took = up.until(lambda: expected in up.snapshots(plugged_ms), 2000, "picture")  # noqa: B023
        assert took <= RETRY_MS[-1] + 5 * STEP_MS
        up.run(50)
        assert up.board.shown == colours_of(PALETTE, (DARK, LIT)[round_number % 2])
        (ready,) = up.seen(BoardReady, plugged_ms)
        assert isinstance(ready, BoardReady)
        assert ready.restarted


def test_a_loss_in_mid_frame_costs_nothing_but_time(up: Bench) -> None:
    up.unplug()
    up.link.show(PALETTE, DARK, up.now_ms)
    up.until(lambda: bool(up.seen(BoardSilent)), 100, "loss")
    up.plug()
    up.until(lambda: up.board.shown == colours_of(PALETTE, DARK), 2000, "frame")


def test_pauses_between_attempts_grow_to_a_second_and_stay(bench: Bench) -> None:
    link = bench.link
    link.pump(0)
    times = []
    now_ms = 0
    for _ in range(8):
        wake_ms = link.next_wake_ms
        assert wake_ms is not None
        assert link.pump(wake_ms - 1) == []
        assert link.next_wake_ms == wake_ms
        times.append(wake_ms - now_ms)
        now_ms = wake_ms
        assert link.pump(now_ms) == []
    assert times == [400, 700, 1000, 1000, 1000, 1000, 1000, 1000]
    assert RETRY_MS[0] == 200


def test_a_known_board_that_starts_slowly_after_a_replug_is_waited_for(up: Bench) -> None:
    """A CircuitPython board takes seconds from power to its program; that is no stranger."""
    up.unplug()
    up.until(lambda: bool(up.seen(BoardSilent)), 100, "loss")
    up.plug()
    silent = up.board
    up.board = SleepingBoard()
    up.run(SILENT_MS + 3000)
    assert up.seen(NotOurBoard) == []
    silent.restart(up.now_ms)
    up.board = silent
    up.until(lambda: bool(up.seen(BoardReady, up.now_ms - 1000)), 1000, "hello")


class SleepingBoard(BoardModel):
    """A board whose firmware does not run yet: its port exists but is silent."""

    def step(self, pieces: list[bytes], now_ms: int) -> bytes:
        return b""


def test_a_silent_stranger_is_told_with_what_to_do(bench: Bench) -> None:
    bench.board = SleepingBoard()
    bench.plug()
    bench.link.open(0)
    bench.run(SILENT_MS + 1000)
    (told,) = bench.seen(NotOurBoard)
    assert isinstance(told, NotOurBoard)
    assert "data" in str(told.message)


def test_what_no_board_could_show_is_refused_also_while_there_is_none(bench: Bench) -> None:
    for palette, cells in ((PALETTE, "0z"), ((), DARK), (PALETTE, "9-" * 64)):
        with pytest.raises(LocalProtocolError):
            bench.link.show(palette, cells, 0)
    bench.plug()
    bench.link.open(0)
    bench.run(1000)
    assert bench.board.shown is None
    assert bench.board.refused == []


def test_bytes_are_counted_over_all_openings(up: Bench) -> None:
    before = (up.link.received, up.link.written)
    assert min(before) > 100
    up.link.close()
    assert (up.link.received, up.link.written) == before
    up.unplug()
    up.plug()
    up.until(lambda: up.link.received > before[0], 2000, "bytes")
    assert up.link.written > before[1]
    assert not up.link.wait_received(up.link.received + 1, 0)
    up.link.close()
    assert not up.link.wait_received(0, 0)


def test_what_was_sent_last_before_a_moment_is_known_with_what_had_come_before_it(
    bench: Bench,
) -> None:
    assert bench.link.last_exchange(time.perf_counter()) == (0.0, 0.0)
    bench.plug()
    bench.link.open(bench.now_ms)
    bench.run(3000)
    then_s = time.perf_counter()
    came_s, sent_s = bench.link.last_exchange(then_s)
    assert 0.0 < came_s < sent_s < then_s
    bench.run(3000)  # the heartbeat goes both ways
    assert bench.link.last_exchange(then_s) == (came_s, sent_s)
    later = bench.link.last_exchange(time.perf_counter())
    assert came_s < later[0] < later[1]
    assert later[1] > then_s


def test_diagnostics_and_pictures_come_when_asked_for(up: Bench) -> None:
    since_ms = up.now_ms + 1
    up.link.request_snapshot()
    up.link.request_diagnostics()
    up.run(50)
    kinds = {type(event).__name__ for at, event in up.events if at >= since_ms}
    assert kinds == {"SnapshotReceived", "Diagnostics"}
    up.link.close()
    up.link.request_snapshot()
    up.link.request_diagnostics()


def test_bytes_wake_the_application_from_another_thread(tmp_path: Path) -> None:
    woken: list[str] = []
    awake = threading.Event()

    def wake() -> None:
        woken.append(threading.current_thread().name)
        awake.set()

    bench = Bench(tmp_path / "board")
    bench.link = BoardLink(str(tmp_path / "board"), "0.1.0", SerialPort, wake)
    try:
        bench.plug()
        bench.link.open(0)
        bench.run(30)
        assert awake.wait(DEADLINE_S)
        assert set(woken) == {f"reader of {tmp_path / 'board'}"}
        awake.clear()
        bench.unplug()
        assert awake.wait(DEADLINE_S)
    finally:
        bench.link.close()
        bench.unplug()


@pytest.fixture
def dead_address() -> Iterator[str]:
    """Return an address where nobody answers an attempt to connect, not even with a refusal."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(8):  # more than wait to be accepted; the rest is ignored
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"


def test_an_address_where_nobody_answers_blocks_nothing(dead_address: str) -> None:
    ended = threading.Event()
    link = BoardLink(dead_address, "0.1.0", SerialPort, ended.set, worker=WorkerThread("opener"))
    for now_ms in range(0, 60_000, 10):
        assert link.pump(now_ms) == []
    assert link.next_wake_ms is None, "the first attempt goes on, and wakes when it ends"
    assert not ended.is_set()
    link.close()


def test_a_board_that_has_moved_to_another_port_is_found_there(up: Bench, tmp_path: Path) -> None:
    up.unplug()
    up.until(lambda: bool(up.seen(BoardSilent)), 100, "loss")
    up._path = tmp_path / "elsewhere"
    up.plug()
    up.run(3000)
    plugged_ms = up.now_ms
    assert up.seen(BoardReady, plugged_ms - 3000) == []
    up.link.move_to(str(tmp_path / "elsewhere"))
    up.until(lambda: bool(up.seen(BoardReady, plugged_ms)), 1000, "hello")
    assert up.link.url == str(tmp_path / "elsewhere")
