"""A simulator started as a process and driven over its control channel."""

from __future__ import annotations

import os
import time
from pathlib import Path

from host.virtual.board import JsonObject
from host.virtual.stepped_process import DEADLINE_S, SteppedBoard

__all__ = ["DEADLINE_S", "SimulatedBoard"]

EMULATED_S = 1200.0
"""Timeout with an emulated chip: only for one that hangs, whatever else the computer does."""
IMPORT_MS = 2500
"""From CircuitPython's ports to the firmware's main loop, with a reserve."""


class SimulatedBoard(SteppedBoard):
    """A stepped board with methods for tests.

    With the environment variable KAMISADO_UF2 its firmware runs under that image.

    Args:
        options: of the simulator.
        running: True to let simulated time follow the clock.

    Attributes:
        import_ms: from a start of the program to its main loop; 0 where that takes no time.
        begin: answer to the step after which the main loop runs; None if there was none.
    """

    import_ms = 0
    begin: JsonObject | None = None

    def __init__(self, *options: str, running: bool = False) -> None:
        image = "" if "--uf2" in options else os.environ.get("KAMISADO_UF2", "")
        if image:
            options += ("--uf2", str(Path(image).expanduser().resolve()))
        if "--uf2" in options:
            self.deadline_s = EMULATED_S
        super().__init__(*options, running=running)
        if image:
            self.import_ms = IMPORT_MS
        if image and not running:
            self.begin = self.step(IMPORT_MS)

    def step_until_idle(self, ms: float = 10) -> None:
        """Step until no hand is busy."""
        while self.step(ms)["busy"]:
            pass

    def wait_for(self, kind: str) -> JsonObject:
        """Return the next event of a type, received already or before the deadline."""
        deadline = time.monotonic() + self.deadline_s
        while True:
            for at, event in enumerate(self.events):
                if event.get("event") == kind:
                    del self.events[: at + 1]
                    return event
            assert time.monotonic() < deadline, f"no event {kind!r}"
            self.events.append(self._next())

    def raw(self, line: bytes) -> JsonObject:
        """Send any bytes; return the next message."""
        self._socket.sendall(line)
        return self._next()
