"""A synchronous client of one board: send a request, wait for the answer.

Time comes from a `TimeSource`: the system's clock, or a stepped simulator, so that an examination
of a simulated board is reproducible and takes no longer than it must.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from host import VERSION
from host.link import wire
from host.link.board_link import BoardLink
from host.link.errors import BoardNotFoundError, LinkTimeoutError
from host.link.events import (
    BoardReady,
    BoardRefused,
    BoardWarning,
    CalibrationProgress,
    CellValues,
    Diagnostics,
    NotOurBoard,
    SnapshotReceived,
)
from host.link.serial_port import SerialPort
from host.link.wire import RGB, BoardHello
from host.message import Message
from host.virtual.stepped_process import DEADLINE_S, SteppedBoard, microseconds

OPEN_MS = 8000
"""Timeout of `open`; a board that has just been plugged in takes 2.5 s to start."""
ANSWER_MS = 700
"""Timeout of an answer, after which the request is sent again, TRIES times in all."""
TRIES = 4
SETTLED_MS = 120_000
"""Timeout of an action of the operator."""
T = TypeVar("T")
_PLUG_IN_AGAIN = "Pull its plug, put it in again, and run this again."
_LEAST_MS = 1
"""Shortest wait: one of no time would bring no simulator forward."""
_LOOK_MS = 50
"""Time between two looks at what the operator types, while the link to the board is served."""
_LONGEST_STEP_MS = 200
"""Longest step of a simulator: on a busy machine more could run into the timeout."""


class TimeSource(Protocol):
    """Source of time while the client waits."""

    @property
    def now_ms(self) -> int:
        """Current time in milliseconds."""

    def wait(self, link: BoardLink, until_ms: int) -> None:
        """Wait until the board has sent something, the link must act, or `until_ms`."""

    @property
    def is_settled(self) -> bool:
        """True if the operator's action is done, as far as is known."""

    def perform(self, act: Callable[[], T], pump: Callable[[], None]) -> T:
        """Call `act`, which may wait for a person, and keep the link alive meanwhile."""


class RealTime:
    """The system's clock."""

    def __init__(self) -> None:
        self.woken = threading.Event()

    @property
    def now_ms(self) -> int:
        """Current time in milliseconds."""
        return int(time.monotonic() * 1000)

    def wait(self, link: BoardLink, until_ms: int) -> None:
        """Wait for the board, at most until `until_ms`."""
        wake_ms = link.next_wake_ms
        goal_ms = until_ms if wake_ms is None else min(until_ms, wake_ms)
        self.woken.wait(max(_LEAST_MS, goal_ms - self.now_ms) / 1000)
        self.woken.clear()

    @property
    def is_settled(self) -> bool:
        """True: an operator confirms an action only when it is done."""
        return True

    def perform(self, act: Callable[[], T], pump: Callable[[], None]) -> T:
        """Call `act` in a thread, since it may wait for the keyboard."""
        done: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                done.append(act())
            except Exception as error:
                failed.append(error)

        # A daemon, so that ctrl-C ends the program without Return.
        thread = threading.Thread(target=run, daemon=True, name="operator")
        thread.start()
        while thread.is_alive():
            pump()
            thread.join(_LOOK_MS / 1000)
        if failed:
            raise failed[0]
        return done[0]


class SimulatedTime:
    """The time of a stepped simulator."""

    def __init__(self, board: SteppedBoard) -> None:
        self._board = board
        self._now_us = 0

    @property
    def now_ms(self) -> int:
        """Simulated time in milliseconds."""
        return self._now_us // 1000

    def wait(self, link: BoardLink, until_ms: int) -> None:
        """Step the simulator."""
        wake_ms = link.next_wake_ms
        goal_ms = until_ms if wake_ms is None else min(until_ms, wake_ms)
        ms = max(_LEAST_MS, min(goal_ms - self.now_ms, _LONGEST_STEP_MS))
        answer = self._board.step(ms, link.written, until_sent=True)
        self._now_us = microseconds(answer["time_ms"])
        if not link.wait_received(int(str(answer["sent"])), DEADLINE_S):
            raise LinkTimeoutError(
                f"The simulator has sent {answer['sent']} bytes, and not all have arrived.",
                self._board.port,
            )

    @property
    def is_settled(self) -> bool:
        """True if no action of the hand is running."""
        return self._now_us >= self._board.done_us

    def perform(self, act: Callable[[], T], pump: Callable[[], None]) -> T:
        """Call `act`, which begins an action of the simulated hand."""
        return act()


class BoardClient:
    """A synchronous client of one board.

    Attributes:
        snapshot: a letter for each cell, as in a `snap`; "" before the first.
        calibration: last progress of a calibration; None if there was none.
        occupied: cells seen occupied since the caller cleared the set.
        warnings: current warnings of the board by code, in sentences.
    """

    def __init__(self, url: str, pace: TimeSource) -> None:
        woken = pace.woken.set if isinstance(pace, RealTime) else lambda: None
        self.link = BoardLink(url, VERSION, SerialPort, woken)
        self.snapshot = ""
        self.calibration: wire.Calib | None = None
        self.occupied: set[int] = set()
        self.warnings: dict[str, str] = {}
        self._time = pace
        self._hello: BoardHello | None = None
        self._refusal: Message | None = None
        self._diagnostics: dict[str, str] | None = None
        self._cells: CellValues | None = None

    @property
    def hello(self) -> BoardHello:
        """The board's hello; only after `open`."""
        assert self._hello is not None, "open has not been called"
        return self._hello

    @property
    def now_ms(self) -> int:
        """Current time in milliseconds."""
        return self._time.now_ms

    def open(self) -> None:
        """Open the port and wait for the board.

        Raises:
            BoardNotFoundError: there is none, or it cannot be used; the message has the remedy.
        """
        self.link.open(self._time.now_ms)
        seen = self.wait(lambda: bool(self._refusal or (self._hello and self.snapshot)), OPEN_MS)
        if self._refusal is not None:
            raise BoardNotFoundError(self._refusal, self.link.url)
        if not seen:
            raise BoardNotFoundError(f"The board does not answer. {_PLUG_IN_AGAIN}", self.link.url)

    def close(self) -> None:
        """Close the port."""
        self.link.close()

    def wait(self, done: Callable[[], bool], ms: int) -> bool:
        """Wait until `done` returns True; return False on timeout."""
        end_ms = self._time.now_ms + ms
        while not done():
            if self._time.now_ms >= end_ms:
                return False
            self._time.wait(self.link, end_ms)
            self._pump()
        return True

    def sleep(self, ms: int) -> None:
        """Wait while handling the board's lines."""
        self.wait(lambda: False, ms)

    def perform(self, act: Callable[[], T], *, settle: bool = True) -> T:
        """Call an action of the operator; with `settle` wait until it is done."""
        answer = self._time.perform(act, self._pump)
        if settle:
            self.wait(self.is_settled, SETTLED_MS)
        return answer

    def is_settled(self) -> bool:
        """Return True if the operator's action is done, as far as is known."""
        return self._time.is_settled

    def diagnostics(self) -> dict[str, str]:
        """Request the board's diagnostics, the pairs of `diag`.

        Raises:
            LinkTimeoutError: the board does not answer.
        """
        self._forget()
        for _ in range(TRIES):
            self.link.request_diagnostics()
            self._pump()  # sent now
            self.wait(lambda: self._diagnostics is not None, ANSWER_MS)
            if self._diagnostics is not None:
                return self._diagnostics
        raise LinkTimeoutError(
            f"The board does not send its diagnostics. {_PLUG_IN_AGAIN}", self.link.url
        )

    def cells(self, name: str) -> list[float]:
        """Request a value of each cell (wire.CELL_NAMES), in millitesla.

        Raises:
            LinkTimeoutError: the board does not answer.
        """
        self._forget()
        for _ in range(TRIES):
            self.link.request_cells(name)
            self._pump()  # sent now
            self.wait(lambda: self._cells is not None, ANSWER_MS)
            if self._cells is not None:
                return [value / 100 for value in self._cells.values]
        raise LinkTimeoutError(
            f"The board does not send {name!r} of its cells. {_PLUG_IN_AGAIN}", self.link.url
        )

    def show(self, palette: Sequence[RGB], cells: str) -> None:
        """Show a frame."""
        self.link.show(palette, cells, self._time.now_ms)

    def calibrate(self, action: str) -> None:
        """Send a calibration command (wire.CALIBRATE) and wait for the progress.

        Raises:
            LinkTimeoutError: the board does not answer.
        """
        self.calibration = None
        for _ in range(TRIES):
            self.link.calibrate(action)
            self._pump()  # sent now
            if self.wait(lambda: self.calibration is not None, ANSWER_MS):
                return
        raise LinkTimeoutError(
            f"The board does not answer 'calibrate,{action}'. {_PLUG_IN_AGAIN}", self.link.url
        )

    def _forget(self) -> None:
        """Drop answers to earlier requests."""
        self._diagnostics = None
        self._cells = None

    def _pump(self) -> None:
        for event in self.link.pump(self._time.now_ms):
            match event:
                case BoardReady(hello=hello, restarted=restarted):
                    self._hello = hello
                    if restarted:
                        self.warnings.clear()
                case BoardRefused(message=message) | NotOurBoard(message=message):
                    self._refusal = message
                case SnapshotReceived(cells=cells):
                    self.snapshot = cells
                    self.occupied |= {at for at, letter in enumerate(cells) if letter != "."}
                case BoardWarning(code=code, message=None):
                    self.warnings.pop(code, None)
                case BoardWarning(code=code, message=message):
                    self.warnings[code] = str(message)
                case Diagnostics(values=values):
                    self._diagnostics = values
                case CellValues():
                    self._cells = event
                case CalibrationProgress(progress=progress):
                    self.calibration = progress
