"""The simulation: one loop that lets time go on and serves whatever wakes it."""

from __future__ import annotations

import selectors
import socket
import threading
import time

from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.clock import Clock
from simulator.control.server import Control
from simulator.device.device import Device
from simulator.device.interpreter import Runtime
from simulator.serial_port.port import open_port

_LOOK_S = 0.02
"""How soon it is noticed that a program has opened a pseudo-terminal while time stands."""
_START_S = 10.0


class Simulation:
    """A simulated board with its control channel.  A context manager.

    Args:
        geometry: of the board.
        seed: of everything that is random.
        runtime: starts the firmware.
        listen: `socket://HOST:PORT` for the port, None for the usual kind.
        server: where the control channel listens.
        doze_us: how long the chip may doze; see `Device`.  While time follows the clock, what
            comes is met so much later at most.
        wiring: how the chip is wired; None for the reference build.

    Raises:
        ValueError: the port cannot be had; the message quotes it.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        runtime: Runtime,
        listen: str | None,
        server: socket.socket,
        doze_us: int = 0,
        wiring: Wiring | None = None,
    ) -> None:
        # Not epoll: it rounds up to whole milliseconds, which would be a part of every latency.
        self._selector = selectors.SelectSelector()
        self._doze_us = doze_us
        self.clock = Clock()
        self.control = Control(server, self._selector, self.clock)
        port = open_port(self._selector, listen)
        self.device = Device(
            geometry,
            seed,
            runtime,
            port,
            self._selector,
            self.control.tell,
            doze_us,
            wiring,
        )
        self.control.attach(self.device)
        self._bell, self._wake = socket.socketpair()
        self._selector.register(self._bell, selectors.EVENT_READ, self._rung)
        self._ended = threading.Event()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.device.close()
        self.control.close()
        self._selector.unregister(self._bell)
        for end in (self._bell, self._wake):
            end.close()
        self._selector.close()

    def start(self) -> None:
        """Switch the board on and let it come to the beginning of its program; time stands.

        Raises:
            RuntimeError: it does not come to it.
        """
        self.device.power_on()
        deadline_s = time.monotonic() + _START_S
        while not self.device.identity:
            self._turn(max(0.0, deadline_s - time.monotonic()))
            if self.device.last_words:
                raise RuntimeError(f"the firmware does not start: {self.device.last_words}")
            if time.monotonic() > deadline_s:
                raise RuntimeError(f"the firmware does not start within {_START_S:g} s")

    def run(self) -> None:
        """Run until a client says quit, or `end` is called."""
        while not (self.control.quitting or self._ended.is_set()):
            pauses = [self.control.mind_steps()]
            due_us = self.device.due_us
            if not self.device.is_working:  # else it wakes us
                pauses.append(self.clock.pause_s(due_us))
            if self.device.port.wants_looks:
                pauses.append(_LOOK_S)
            self._turn(min((pause for pause in pauses if pause is not None), default=None))

    def end(self) -> None:
        """Let `run` return; may be called from another thread."""
        self._ended.set()
        self._wake.send(b"!")

    def _turn(self, pause_s: float | None) -> None:
        """Serve what is there within a time (None: wait for something), and let time go on."""
        ready = self._selector.select(pause_s)
        self._advance()  # requests are carried out at the time at which they come
        for key, events in ready:
            # Whoever was served before may have closed this one.
            if self._selector.get_map().get(key.fileobj) is key:
                key.data(events)
        self.device.port.poll()
        self._advance()

    def _advance(self) -> None:
        limit_us = self.clock.limit_us(self.device.now_us)
        if self._doze_us and self.clock.is_running and limit_us is not None:
            # Nobody has stopped the time to do something: whatever comes is met a doze later.
            self.device.quiet_us = limit_us + self._doze_us
        self.device.advance(limit_us)

    def _rung(self, _events: int) -> None:
        self._bell.recv(16)
