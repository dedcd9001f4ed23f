"""The port of Web Serial under the link: its bytes, its loss, and a cable that garbles."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from browser.web_serial import URL, WebSerialPort
from host.link.board_link import BoardLink
from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.events import BoardReady, BoardSilent, Event, FrameShown, SnapshotReceived
from host.link.port import Port
from host.message import message
from tests.support.link_model import START, STEP_MS, BoardModel
from tests.unit.browser.serial_line import Line
from tests.unit.link.test_connection import LIT, MOVED, PALETTE, colours_of

AGAIN_MS = 2000
"""Time in which a board that was plugged in again is played on."""


def test_bytes_come_in_order_and_free_their_room_when_they_are_read() -> None:
    line = Line()
    port = WebSerialPort(line)
    woken: list[int] = []
    port.wake_by(lambda: woken.append(port.received))
    line.come(b"ab")
    line.come(b"c")
    assert woken == [2, 3]
    assert line.room == 3
    assert port.read_available() == b"abc"
    assert line.room == 0
    assert port.read_available() == b""
    port.write(b"hello")
    port.write(b"!")
    assert (line.sent, port.written) == (b"hello!", 6)
    assert port.wait_received(3, 0)
    assert not port.wait_received(4, 0)


def test_a_pulled_board_is_told_after_its_last_bytes() -> None:
    line = Line()
    port = WebSerialPort(line)
    woken: list[bool] = []
    port.wake_by(lambda: woken.append(port.is_open))
    line.come(b"last")
    line.lose()
    assert woken == [True, False]
    assert port.read_available() == b"last"
    with pytest.raises(LinkLostError, match="USB is gone: unplugged"):
        port.read_available()
    with pytest.raises(LinkLostError, match="USB is gone"):
        port.write(b"x")
    assert line.sent == b""


def test_a_port_is_closed_once() -> None:
    line = Line()
    port = WebSerialPort(line)
    port.close()
    port.close()
    assert line.closed == 1
    with pytest.raises(LinkLostError):
        port.read_available()


class Bench:
    """A link on ports of the page, and a board model at their other end, in simulated time."""

    def __init__(self, seed: int) -> None:
        self.now_ms = 0
        self.board = BoardModel()
        self.is_noisy = False
        self.events: list[tuple[int, Event]] = []
        self.link = BoardLink(URL, "0.1.0", self._open)
        self._random = random.Random(seed)
        self._line: Line | None = None
        self._offered: WebSerialPort | None = None

    def plug(self) -> None:
        """Plug the board in: it restarts, and the page has opened its port."""
        self.board.restart(self.now_ms)
        self._line = Line()
        self._offered = WebSerialPort(self._line)

    def pull(self) -> None:
        """Pull the cable."""
        assert self._line is not None
        self._line.lose()
        self._line = None

    def _open(self, url: str, wake: Callable[[], None]) -> Port:
        port, self._offered = self._offered, None
        if port is None:
            raise BoardNotFoundError(message("link.no_port", port=url), url)
        port.wake_by(wake)
        return port

    def step(self) -> None:
        """Advance both ends by STEP_MS."""
        self.now_ms += STEP_MS
        if self._line is not None:
            told = self.board.step([self._garbled(self._line.take())], self.now_ms)
            said = self._garbled(told)
            while said:
                size = self._random.randrange(1, 40)
                self._line.come(said[:size])
                said = said[size:]
        self.events += [(self.now_ms, event) for event in self.link.pump(self.now_ms)]

    def _garbled(self, data: bytes) -> bytes:
        if not self.is_noisy or self._random.random() < 0.95:
            return data
        at = self._random.randrange(len(data) + 1)
        kept = self._random.randrange(at, len(data) + 1)
        return data[:at] + self._random.randbytes(self._random.randrange(60)) + data[kept:]

    def until(self, kind: type[Event], within_ms: int) -> int:
        """Step until an event of a type; return the milliseconds that it took."""
        begun_ms, known = self.now_ms, len(self.events)
        while not any(isinstance(event, kind) for _, event in self.events[known:]):
            assert self.now_ms - begun_ms < within_ms, f"no {kind.__name__} in {within_ms} ms"
            self.step()
        return self.now_ms - begun_ms


def snapshots(bench: Bench) -> list[str]:
    return [event.cells for _, event in bench.events if isinstance(event, SnapshotReceived)]


def test_a_board_that_is_plugged_in_again_is_played_on_within_two_seconds() -> None:
    bench = Bench(1)
    bench.plug()
    bench.link.show(PALETTE, LIT, 0)
    bench.until(FrameShown, AGAIN_MS)
    # Whatever the pause between two tries is by then.
    for pulled_ms in (30, 500, 1000, 4000, 30_000):
        bench.pull()
        bench.until(BoardSilent, STEP_MS)
        for _ in range(0, pulled_ms, STEP_MS):
            bench.step()
        bench.board.put(MOVED, bench.now_ms)
        bench.plug()
        bench.until(FrameShown, AGAIN_MS)
        assert bench.board.shown == colours_of(PALETTE, LIT)
        assert snapshots(bench)[-1] == MOVED
        bench.board.put(START, bench.now_ms)
        bench.until(SnapshotReceived, STEP_MS)


@pytest.mark.parametrize("seed", range(4))
def test_rubbish_in_both_directions_shows_no_wrong_board_and_ends(seed: int) -> None:
    bench = Bench(seed)
    bench.plug()
    bench.link.show(PALETTE, LIT, 0)
    bench.until(BoardReady, AGAIN_MS)
    bench.is_noisy = True
    shown = {START}
    for round in range(40):
        cells = "n" * (round % 9) + "." * (64 - round % 9)
        shown.add(cells)
        bench.board.put(cells, bench.now_ms)
        for _ in range(25):
            bench.step()
    assert set(snapshots(bench)) <= shown, f"seed {seed}"
    assert len(set(snapshots(bench))) > 5, f"seed {seed}"
    bench.is_noisy = False
    bench.board.put(MOVED, bench.now_ms)
    for _ in range(0, 5000, STEP_MS):
        bench.step()
    assert snapshots(bench)[-1] == MOVED, f"seed {seed}"
    assert bench.board.shown == colours_of(PALETTE, LIT), f"seed {seed}"
