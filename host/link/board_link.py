"""The link to one board: a port that is opened again whenever it is lost, and the connection on it.

A board that comes back at another port, as it may where the system counts its ports, is followed.

Synchronous and non-blocking: `pump` does whatever is due.  Only the port has a thread, which does
nothing but collect bytes and call `wake`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from host.errors import BoardNotFoundError, LinkLostError
from host.link.connection import (
    BoardReady,
    BoardSilent,
    Connection,
    Event,
    NotOurBoard,
    validate_frame,
)
from host.link.problems import connection_closed
from host.link.serial_port import SerialPort
from host.link.wire import FULL_BRIGHTNESS, RGB

_LOG = logging.getLogger(__name__)

RETRY_MS = (200, 400, 700, 1000)
"""Pauses between attempts to open a lost port; the last one for ever."""


def _no_wake() -> None:
    """Nobody wants to be woken."""


def _not_found(uid: str) -> str | None:
    """Nobody knows of other ports."""
    return None


class BoardLink:
    """A board at a port.

    Args:
        url: of the port; see `SerialPort`.
        version: the host's own.
        wake: called from another thread when `pump` has something to do.
        brightness: of the board's lights, per cent of what the eye would see.
        locate: where the board with this chip's number is plugged in now; None if nowhere.

    Attributes:
        url: of the port where the board is, or was last.
        received, written: bytes in all, over all openings of the port.
    """

    def __init__(
        self,
        url: str,
        version: str,
        wake: Callable[[], None] = _no_wake,
        brightness: int = FULL_BRIGHTNESS,
        locate: Callable[[str], str | None] = _not_found,
    ) -> None:
        self.url = url
        self._version = version
        self._wake = wake
        self._brightness = brightness
        self._locate = locate
        self._uid = ""  # of the board as it was last seen
        self._port: SerialPort | None = None
        self._connection: Connection | None = None
        self._boot: str | None = None  # of the board as it was last seen
        self._wanted: tuple[tuple[RGB, ...], str] | None = None
        self._retry_ms = 0
        self._attempt = 0
        self._before = (0, 0)

    def open(self, now_ms: int) -> None:
        """Open the port for the first time.

        Raises:
            BoardNotFoundError: the message says why not, and what to do.
        """
        self._port = SerialPort(self.url, self._wake)
        self._connection = Connection(self._version, now_ms, self._boot, self._brightness)
        self._attempt = 0
        if self._wanted is not None:
            self._connection.show(*self._wanted, now_ms)

    def close(self) -> None:
        """Close the port."""
        if self._port is not None:
            self._before = (self.received, self.written)
            self._port.close()
            self._port = None
        self._connection = None

    def pump(self, now_ms: int) -> list[Event]:
        """Take in what has come, send what is due, open a lost port again; what happened."""
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
        """Let the board show this from now on; kept over losses of the link.

        Raises:
            LocalProtocolError: the board would refuse it; what was shown before stays.
        """
        wanted = (tuple(palette), cells)
        if wanted == self._wanted:
            return
        if self._port is None or self._connection is None:
            validate_frame(*wanted)
            self._wanted = wanted
            return
        self._connection.show(*wanted, now_ms)
        self._wanted = wanted
        try:
            self._flush(self._port, self._connection)
        except LinkLostError as error:
            # The next `pump` meets the same loss and tells it.
            _LOG.info("%s", error)

    def request_snapshot(self) -> None:
        """Ask for a picture; it comes as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_snapshot()

    def request_diagnostics(self) -> None:
        """Ask for diagnostics; they come as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_diagnostics()

    def request_cells(self, name: str) -> None:
        """Ask for a value of each cell, one of wire.CELL_NAMES; it comes as an event of `pump`."""
        if self._connection is not None:
            self._connection.request_cells(name)

    def calibrate(self, what: str) -> None:
        """Begin, lead or end a calibration: one of wire.CALIBRATE."""
        if self._connection is not None:
            self._connection.calibrate(what)

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Wait until so many bytes have come in all, in lockstep with a simulator."""
        if self._port is None:
            return False
        return self._port.wait_received(total - self._before[0], timeout_s)

    @property
    def next_wake_ms(self) -> int | None:
        """When `pump` must be called at the latest."""
        return self._retry_ms if self._connection is None else self._connection.next_wake_ms

    @property
    def lines_lost(self) -> int:
        """Lines from the board that were damaged or did not come, since the port was opened."""
        link = self._connection
        return 0 if link is None else link.lines_bad + link.lines_lost

    def last_exchange(self, moment_s: float) -> tuple[float, float]:
        """When bytes had come, and then when bytes were sent last before a moment; for benchmarks.

        All by `time.perf_counter`; noughts if nothing was sent.
        """
        exchanges = () if self._port is None else tuple(self._port.exchanges)
        return max((each for each in exchanges if each[1] <= moment_s), default=(0.0, 0.0))

    @property
    def received(self) -> int:
        """Bytes that have come in all."""
        return self._before[0] + (0 if self._port is None else self._port.received)

    @property
    def written(self) -> int:
        """Bytes that have been sent in all."""
        return self._before[1] + (0 if self._port is None else self._port.written)

    def _flush(self, port: SerialPort, connection: Connection) -> None:
        data = connection.data_to_send()
        if data:
            port.write(data)

    def _disconnect(self, now_ms: int) -> Event:
        self.close()
        self._attempt = 0
        self._retry_ms = now_ms + RETRY_MS[0]
        if self._boot is None and not self.received:
            return NotOurBoard(connection_closed(self.url))
        return BoardSilent()

    def _reconnect(self, now_ms: int) -> None:
        if now_ms < self._retry_ms:
            return
        for url in self._candidate_urls():
            try:
                self.url = url
                self.open(now_ms)
                return
            except BoardNotFoundError as error:
                _LOG.debug("%s", error)
        self._attempt = min(self._attempt + 1, len(RETRY_MS) - 1)
        self._retry_ms = now_ms + RETRY_MS[self._attempt]

    def _candidate_urls(self) -> Iterator[str]:
        """Where the board may be now: where it was, and where its chip's number says it is."""
        was = self.url
        yield was
        now = self._locate(self._uid) if self._uid else None
        if now is not None and now != was:
            yield now
        self.url = was
