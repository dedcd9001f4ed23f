"""A simulator started as a process and driven over its control channel."""

from __future__ import annotations

import time

from host.virtual.stepped_process import DEADLINE_S, Message, SteppedBoard

__all__ = ["DEADLINE_S", "Message", "SimulatedBoard"]


class SimulatedBoard(SteppedBoard):
    """A stepped board with methods for tests."""

    def step_until_idle(self, ms: float = 10) -> None:
        """Step until no hand is busy."""
        while self.step(ms)["busy"]:
            pass

    def wait_for(self, kind: str) -> Message:
        """Return the next event of a type, received already or before the deadline."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            for at, event in enumerate(self.events):
                if event.get("event") == kind:
                    del self.events[: at + 1]
                    return event
            assert time.monotonic() < deadline, f"no event {kind!r}"
            self.events.append(self._next())

    def raw(self, line: bytes) -> Message:
        """Send any bytes; return the next message."""
        self._socket.sendall(line)
        return self._next()
