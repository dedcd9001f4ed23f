"""Link to one board: a serial port that is reopened when it is lost, and its connection.

A board that comes back at another port, as on systems that number the ports, is found again by its
chip's number.

Synchronous and non-blocking: `pump` does what is due.  The port has threads of its own, and a lost
one is opened again by a worker, since that may take seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

from host.link.connection import Connection
from host.link.errors import BoardNotFoundError, LinkLostError
from host.link.events import BoardReady, BoardSilent, Event, NotOurBoard
from host.link.frame_sender import validate_frame
from host.link.frames_ahead import LiftFrames
from host.link.port import OpenPort, Port
from host.link.problems import connection_closed
from host.link.timeouts import RETRY_MS
from host.link.wire import FULL_BRIGHTNESS, RGB
from host.worker.immediate import run_now
from host.worker.worker import Worker

ResultT = TypeVar("ResultT")

_LOG = logging.getLogger(__name__)


def _no_wake() -> None:
    """Default of `wake`: do nothing."""


def _not_found(uid: str) -> str | None:
    """Default of `locate`: no other port is known."""
    return None


class BoardLink:
    """The link to a board at a port.

    Args:
        url: of the port.  "" if it is not known yet: `locate` finds it.
        version: of the host.
        open_port: opens the port at a URL.
        wake: called from another thread when `pump` has something to do.
        brightness: of the board's LEDs, per cent as perceived.
        locate: returns the port of the board with this chip's number, "" if that is not known yet;
            None if there is none.
        worker: opens a lost port again; None to do so in `pump`, where time is simulated.

    Attributes:
        url: of the current or last port of the board.
        received, written: bytes in all, over all openings of the port.
    """

    def __init__(
        self,
        url: str,
        version: str,
        open_port: OpenPort,
        wake: Callable[[], None] = _no_wake,
        brightness: int = FULL_BRIGHTNESS,
        locate: Callable[[str], str | None] = _not_found,
        worker: Worker | None = None,
    ) -> None:
        self.url = url
        self._version = version
        self._open_port = open_port
        self._wake = wake
        self._brightness = brightness
        self._locate = locate
        self._worker = worker
        self._opening: Future[Port] | None = None
        self._uid = ""  # of the board when it last said hello
        self._port: Port | None = None
        self._connection: Connection | None = None
        self._boot: str | None = None  # of the board when it last said hello
        self._wanted: tuple[tuple[RGB, ...], str] | None = None
        self._retry_ms = 0
        self._attempt = 0
        self._before = (0, 0)

    def open(self, now_ms: int) -> None:
        """Open the port for the first time; without this `pump` does, as soon as it is there.

        Raises:
            BoardNotFoundError: the port cannot be opened; the message says what to do.
        """
        self._use(self._open_port(self.url, self._wake), now_ms)

    def move_to(self, url: str) -> None:
        """Look for the board at another port from now on."""
        self.url = url
        self._uid = ""
        self._drop()
        self._attempt = self._retry_ms = 0

    def _use(self, port: Port, now_ms: int) -> None:
        """Begin a connection on an open port."""
        self._port = port
        self._connection = Connection(self._version, now_ms, self._boot, self._brightness)
        self._attempt = 0
        if self._wanted is not None:
            self._connection.show(*self._wanted, now_ms)

    def close(self) -> None:
        """Close the port."""
        port = self._release()
        if port is not None:
            port.close()
        self._forget_opening()

    def _release(self) -> Port | None:
        """End the connection; return the port, which is to be closed."""
        port = self._port
        self._before = (self.received, self.written)
        self._port = self._connection = None
        return port

    def pump(self, now_ms: int) -> list[Event]:
        """Read, send what is due, reopen a lost port; return the events."""
        events: list[Event] = []
        if self._port is None or self._connection is None:
            self._reconnect(now_ms)
            if self._port is None or self._connection is None:
                return events
        try:
            data = self._port.read_available()
            if data:
                events += self._connection.receive(data, now_ms)
            events += self._connection.tick(now_ms)
            for event in events:
                if isinstance(event, BoardReady):
                    self._boot = event.hello.boot
                    self._uid = event.hello.uid
            self._flush(self._port, self._connection)
        except LinkLostError as error:
            _LOG.info("%s", error)
            events.append(self._disconnect(now_ms))
        return events

    def show(self, palette: Sequence[RGB], cells: str, now_ms: int) -> None:
        """Show a frame; it is shown again after the link was lost.

        Raises:
            LocalProtocolError: the frame is not valid for this board; the old one stays.
        """
        wanted = (tuple(palette), cells)
        if self._port is None or self._connection is None:
            if wanted != self._wanted:
                validate_frame(*wanted)
                self._wanted = wanted
            return
        self._connection.show(*wanted, now_ms)
        self._wanted = wanted
        self._try_flush(self._port, self._connection)

    @property
    def keeps_frames(self) -> bool:
        """True if the board can be sent the frames of lifts that may come."""
        return self._connection is not None and self._connection.keeps_frames

    def offer(self, revision: int, offered: LiftFrames, now_ms: int) -> None:
        """Set the frames that the board shows by itself when a piece is lifted, as of
        `Connection.offer`; they are not sent again after the link was lost."""
        if self._port is not None and self._connection is not None:
            self._connection.offer(revision, offered, now_ms)
            self._try_flush(self._port, self._connection)

    def request_snapshot(self) -> None:
        """Request a snapshot, which comes as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_snapshot()

    def request_diagnostics(self) -> None:
        """Request diagnostics, which come as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_diagnostics()

    def request_cells(self, name: str) -> None:
        """Request one value of each cell (wire.CELL_NAMES), which come as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_cells(name)

    def calibrate(self, action: str) -> None:
        """Send a calibration command, one of wire.CALIBRATE."""
        if self._connection is not None:
            self._connection.calibrate(action)

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Wait until `total` bytes have been received, for lockstep with a simulator.

        Returns:
            False on timeout, or if the port is lost.
        """
        if self._port is None:
            return False
        return self._port.wait_received(total - self._before[0], timeout_s)

    @property
    def next_wake_ms(self) -> int | None:
        """Time at which `pump` must be called at the latest."""
        if self._connection is not None:
            return self._connection.next_wake_ms
        return None if self._opening is not None else self._retry_ms

    @property
    def lines_lost(self) -> int:
        """Number of lines from the board damaged or lost since the port was opened."""
        link = self._connection
        return 0 if link is None else link.lines_bad + link.lines_lost

    def last_exchange(self, moment_s: float) -> tuple[float, float]:
        """Return the times of the last read and of the write after it, before a moment.

        For benchmarks.  All by `time.perf_counter`; zeros if nothing was sent.
        """
        exchanges = () if self._port is None else tuple(self._port.exchanges)
        return max((each for each in exchanges if each[1] <= moment_s), default=(0.0, 0.0))

    @property
    def received(self) -> int:
        """Total bytes received."""
        return self._before[0] + (0 if self._port is None else self._port.received)

    @property
    def written(self) -> int:
        """Total bytes sent."""
        return self._before[1] + (0 if self._port is None else self._port.written)

    def _flush(self, port: Port, connection: Connection) -> None:
        data = connection.data_to_send()
        if data:
            port.write(data)

    def _try_flush(self, port: Port, connection: Connection) -> None:
        """Send what is due; if the port is lost, the next `pump` meets the same error and reports
        it."""
        try:
            self._flush(port, connection)
        except LinkLostError as error:
            _LOG.info("%s", error)

    def _disconnect(self, now_ms: int) -> Event:
        self._drop()
        self._attempt = 0
        self._retry_ms = now_ms + RETRY_MS[0]
        if self._boot is None and not self.received:
            return NotOurBoard(connection_closed(self.url))
        return BoardSilent()

    def _reconnect(self, now_ms: int) -> None:
        if self._opening is None:
            if now_ms < self._retry_ms:
                return
            self._opening = self._submit(self._open_any)
            self._opening.add_done_callback(lambda _: self._wake())
        if not self._opening.done():
            return
        opening, self._opening = self._opening, None
        try:
            port = opening.result()
        except BoardNotFoundError as error:
            _LOG.debug("%s", error)
            self._attempt = min(self._attempt + 1, len(RETRY_MS) - 1)
            self._retry_ms = now_ms + RETRY_MS[self._attempt]
        else:
            self.url = port.url
            self._use(port, now_ms)

    def _drop(self) -> None:
        """End the connection, and have the port closed."""
        port = self._release()
        if port is not None:
            self._submit(port.close)
        self._forget_opening()

    def _forget_opening(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.add_done_callback(_close_opened)

    def _submit(self, call: Callable[[], ResultT]) -> Future[ResultT]:
        return run_now(call) if self._worker is None else self._worker.submit(call)

    def _open_any(self) -> Port:
        """Open the last port of the board, or the port found by its chip's number.

        Raises:
            BoardNotFoundError: neither can be opened.
        """
        url = self.url
        try:
            return self._open_port(url, self._wake)
        except BoardNotFoundError:
            found = self._locate(self._uid) if self._uid or not url else None
            if found is None or found == url:
                raise
            return self._open_port(found, self._wake)


def _close_opened(opening: Future[Port]) -> None:
    """Close a port that was opened too late."""
    if opening.exception() is None:
        opening.result().close()
