"""Simulation: event loop that advances time and serves port, control channel and interpreter."""

from __future__ import annotations

import secrets
import selectors
import socket
import threading
import time
from collections.abc import Mapping

from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.control.server import KEY_BYTES, ControlServer
from simulator.device.device import MOTION_US
from simulator.device.interpreter import Command
from simulator.device.interpreter_link import InterpreterLink
from simulator.device.interpreter_process import InterpreterProcess
from simulator.serial_port.open_port import open_port
from simulator.simulated_board import SimulatedBoard

_POLL_S = 0.02
"""Interval of polling for a program that opens a pseudo-terminal while time stands."""


class Simulation:
    """A simulated board with its control channel.  A context manager.

    Args:
        geometry, seed, doze_us, wiring, motion_us: of the `SimulatedBoard`.
        timeout_s: the same; None for the command's.
        command: starts the firmware.
        listen: `socket://HOST:PORT` for the port, None for the usual kind.
        server: listening socket of the control channel.
        key: of the control channel; None for a new one.

    Raises:
        ValueError: the port cannot be used; the message quotes it.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        command: Command,
        listen: str | None,
        server: socket.socket,
        doze_us: int = 0,
        wiring: Wiring | None = None,
        timeout_s: float | None = None,
        motion_us: int = MOTION_US,
        key: str | None = None,
    ) -> None:
        # Not epoll: it rounds time-outs up to whole milliseconds, which would add to each latency.
        self._selector = selectors.SelectSelector()
        self._command = command
        timeout_s = command.timeout_s if timeout_s is None else timeout_s
        self._start_s = max(command.start_s, timeout_s)
        port = open_port(self._selector, listen)
        board = SimulatedBoard(
            geometry, seed, self._start_interpreter, port, doze_us, wiring, timeout_s, motion_us
        )
        self.board, self.clock, self.device = board, board.clock, board.device
        self.control = ControlServer(
            server, self._selector, board.control, key or secrets.token_urlsafe(KEY_BYTES)
        )
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._selector.register(self._wake_receiver, selectors.EVENT_READ, self._woken)
        self._ended = threading.Event()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.device.close()
        self.control.close()
        self._selector.unregister(self._wake_receiver)
        for end in (self._wake_receiver, self._wake_sender):
            end.close()
        self._selector.close()

    def start(self, uptime_us: int = 0) -> None:
        """Switch the board on and wait until its program starts; time stands.

        Args:
            uptime_us: as for `Device.power_on`.

        Raises:
            RuntimeError: it does not start.
        """
        self.device.power_on(uptime_us)
        deadline_s = time.monotonic() + self._start_s
        while not self.device.identity:
            self._turn(max(0.0, deadline_s - time.monotonic()))
            if self.device.last_words:
                raise RuntimeError(f"the firmware does not start: {self.device.last_words}")
            if time.monotonic() > deadline_s:
                raise RuntimeError(f"the firmware does not start within {self._start_s:g} s")

    def run(self) -> None:
        """Run until a client sends `quit`, or `end` is called."""
        while not (self.board.control.quitting or self._ended.is_set()):
            pauses = [self.board.pause_s()]
            if self.device.port.needs_polling:
                pauses.append(_POLL_S)
            self._turn(min((pause for pause in pauses if pause is not None), default=None))

    def end(self) -> None:
        """Make `run` return; may be called from another thread."""
        self._ended.set()
        self._wake_sender.send(b"!")

    def _turn(self, pause_s: float | None) -> None:
        """Wait for events up to `pause_s` (None: without limit), serve them, and advance time."""
        ready = self._selector.select(pause_s)
        self.board.advance()  # so that requests are carried out at the time of their arrival
        for key, events in ready:
            # An event served before may have closed this one.
            if self._selector.get_map().get(key.fileobj) is key:
                key.data(events)
        self.device.port.poll()
        self.board.advance()

    def _start_interpreter(
        self, settings: Mapping[str, object], state: Mapping[str, bytes]
    ) -> InterpreterLink:
        return InterpreterProcess(self._command.arguments, self._selector, settings, state)

    def _woken(self, _events: int) -> None:
        self._wake_receiver.recv(16)
