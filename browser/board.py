"""The virtual board in a browser: the simulator in the host's worker, the firmware in its own."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from browser.javascript import JavaScript, JsBytes
from host.link.errors import BoardNotFoundError, LinkLostError
from host.message import message
from host.virtual.board import JsonObject, OnEvent
from simulator.board.geometry import Geometry
from simulator.device.circuitpy_drive import CONFIG, configuration
from simulator.device.interpreter_link import (
    InterpreterEndedError,
    InterpreterLink,
    Report,
    encode_answer,
    encode_start,
    take_report,
)
from simulator.resources import CIRCUITPYTHON, FIRMWARE
from simulator.serial_port.memory_port import MemoryPort
from simulator.simulated_board import SimulatedBoard

_LOG = logging.getLogger(__name__)

START_S = 120.0
"""Deadline for the firmware to start; on an idle computer it takes well under 1 s."""
STREAM = "circuitpython/circuit/stream.py"
"""The file that `static/firmware_worker.js` has one of its own for."""
TURNS = 50
"""Turns of the simulator before others of the event loop have theirs."""


class WorkerInterpreter:
    """The firmware's interpreter in a worker; see `InterpreterLink`.

    Args:
        javascript: starts the worker.
        files: texts by their paths.
        start: the first two messages.
        wake: called when a report has come, or the worker has ended.
    """

    def __init__(
        self,
        javascript: JavaScript,
        files: Mapping[str, str],
        start: bytes,
        wake: Callable[[], None],
    ) -> None:
        self._received = bytearray()
        self._last_words: str | None = None
        self._wake = wake
        self._line = javascript.startFirmware(json.dumps(files), self._receive, self._ended)
        self._line.send(start)

    def poll(self) -> Report | None:
        """Return the next report; None if there is none yet.

        Raises:
            InterpreterEndedError: the worker has ended.
        """
        report = take_report(self._received)
        if report is None and self._last_words is not None:
            raise InterpreterEndedError(self._last_words)
        return report

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Send the answer, which lets the interpreter continue."""
        self._line.send(encode_answer(parts))

    def close(self) -> None:
        """End the worker."""
        self._line.close()

    def _receive(self, data: JsBytes) -> None:
        self._received += data.to_bytes()
        self._wake()

    def _ended(self, last_words: str) -> None:
        self._last_words = last_words
        self._wake()


class VirtualPort:
    """The host's end of the board's port; see `host.link.port.Port`.

    Args:
        port: the board's end.
        url: its name.
        wake: called when bytes have come, or the board was unplugged.
        advance: lets the board's time go on to the present; called before bytes are sent, so that
            they do not come at the time of its last event, and after.

    Raises:
        BoardNotFoundError: it is unplugged, or open already.
    """

    exchanges: Collection[tuple[float, float]] = ()

    def __init__(
        self, port: MemoryPort, url: str, wake: Callable[[], None], advance: Callable[[], None]
    ) -> None:
        self.url = url
        self.received = 0
        self.written = 0
        self._port = port
        self._advance = advance
        try:
            port.open(wake)
        except ValueError as error:
            raise BoardNotFoundError(message("link.no_port", port=repr(url)), url) from error

    def read_available(self) -> bytes:
        """Return the bytes received since the last call.

        Raises:
            LinkLostError: the board was unplugged.
        """
        data = self._port.receive()
        self.received += len(data)
        if not data:
            self._require()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            LinkLostError: the board was unplugged.
        """
        self._require()
        self.written += len(data)
        self._advance()
        self._port.send(data)
        self._advance()

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Return True if so much has been received; nothing comes while somebody waits."""
        return self.received >= total

    def close(self) -> None:
        """Close the port."""
        self._port.hang_up()

    def _require(self) -> None:
        if not self._port.is_open:
            raise LinkLostError(
                message("link.port_gone", port=self.url, error="unplugged"), self.url
            )


class WorkerBoard:
    """A virtual board in this event loop, but for its firmware; see `VirtualBoard`.

    Args:
        javascript: starts the firmware's worker.
        on_event: receives the watched events.
        size: files and ranks of the board.
        seed: of the simulator.
        doze_ms: how long its chip may doze while nothing is touched.
        url: name of its port.

    Attributes:
        watching: names of the watched events; see `simulator.control.request.Client`.
    """

    is_closed = False

    def __init__(
        self,
        javascript: JavaScript,
        on_event: OnEvent,
        size: tuple[int, int],
        seed: int,
        doze_ms: int,
        url: str,
    ) -> None:
        self.port = url
        self.watching: frozenset[str] = frozenset()
        self.ended = asyncio.Event()
        self._javascript = javascript
        self._on_event = on_event
        geometry = Geometry(*size)
        self._files = drive_files(geometry)
        self._memory = MemoryPort(url)
        self._board = SimulatedBoard(
            geometry, seed, self._start_interpreter, self._memory, doze_ms * 1000
        )
        self._board.control.admit(self)
        self._ids = itertools.count(1)
        self._answers: dict[object, JsonObject] = {}
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._started = asyncio.Event()
        self._is_advancing = False

    @property
    def runtime(self) -> str:
        """Interpreter of the firmware."""
        return self._board.device.identity

    async def start(self) -> None:
        """Switch the board on, wait until its program starts, and let time pass.

        Raises:
            BoardNotFoundError: it does not start; the message says why.
        """
        device = self._board.device
        device.power_on()
        self._wake()
        try:
            async with asyncio.timeout(START_S):
                await self._started.wait()
        except TimeoutError as error:
            await self.close()
            raise BoardNotFoundError(
                message("virtual.did_not_start", why="it does not answer")
            ) from error
        if device.last_words:
            raise BoardNotFoundError(message("virtual.did_not_start", why=device.last_words))
        self._board.clock.run(1.0, device.now_us)
        self._wake()

    def open_port(self, wake: Callable[[], None]) -> VirtualPort:
        """Open its port; see `VirtualPort`."""
        return VirtualPort(self._memory, self.port, wake, self._wake)

    async def ask(self, do: str, **fields: object) -> JsonObject:
        """Send a request and return its answer; see `VirtualBoard`."""
        if self.ended.is_set():
            raise LinkLostError(message("virtual.ended"), self.port)
        number = next(self._ids)
        self._wake()  # so that it is carried out at the time at which it comes
        self._board.control.handle(self, {"id": number, "do": do, **fields})
        self._wake()
        reply = self._answers.pop(number)
        if not reply.get("ok"):
            raise ValueError(str(reply["error"]))
        return reply

    async def close(self) -> None:
        """End the simulator."""
        self.ended.set()
        if self._timer is not None:
            self._timer.cancel()
        self._board.device.close()

    def send(self, message: Mapping[str, object]) -> None:
        """Take an answer or an event of the simulator."""
        if "ok" in message:
            self._answers[message["id"]] = dict(message)
        else:
            self._on_event(dict(message))

    def _start_interpreter(
        self, settings: Mapping[str, object], state: Mapping[str, bytes]
    ) -> InterpreterLink:
        start = encode_start(settings, state)
        return WorkerInterpreter(self._javascript, self._files, start, self._wake)

    def _wake(self) -> None:
        """Advance time as far as it may, and come back when it may go on."""
        if self._is_advancing or self.ended.is_set():
            return  # something has come out of it, which it will see
        self._is_advancing = True
        try:
            pause_s = self._advance()
        finally:
            self._is_advancing = False
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if pause_s is None else self._loop.call_later(pause_s, self._wake)
        if self.runtime or self._board.device.last_words:
            self._started.set()

    def _advance(self) -> float | None:
        """Return the time after which it may go on; None: when something comes."""
        pause_s: float | None = 0.0
        for _ in range(TURNS):
            self._board.advance()
            pause_s = self._board.pause_s()
            if pause_s is None or pause_s > 0:
                break
        return pause_s


def drive_files(geometry: Geometry) -> dict[str, str]:
    """Return the firmware, configured for a board, and the stand-ins for CircuitPython's modules.

    Returns:
        texts by their paths: `firmware/main.py`, `circuitpython/start.py` ...
    """
    files = {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8")
        for name, folder in (("firmware", FIRMWARE), ("circuitpython", CIRCUITPYTHON))
        for path in sorted(folder.rglob("*.py"))
    }
    config = str(Path("firmware", CONFIG).as_posix())
    files[config] = configuration(files[config], geometry, "strips")
    del files[STREAM]
    return files
