"""A simulator for tests: started as a program of its own, driven over its control channel."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
import threading
import time
from types import TracebackType

DEADLINE_S = 20.0

Message = dict[str, object]


class SimulatedBoard:
    """A running `python -m simulator`, as a context manager.

    Args:
        options: of its command line, e.g. "--seed", "7".  `--stopped` unless `running`.

    Attributes:
        port: what to open as the board's serial port.
        control: address of the control channel.
        runtime: what runs the firmware, such as `micropython 1.29.0`.
        events: the events that are watched, oldest first; the test may clear it.
    """

    def __init__(self, *options: str, running: bool = False) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "simulator", "--with-stdin"]
            + ([] if running else ["--stopped"])
            + list(options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = self._first_lines()
        self.port = told["port"]
        self.control = told["control"]
        self.runtime = told["runtime"]
        self.events: list[Message] = []
        host, _, port = self.control.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=DEADLINE_S)
        self._rest = b""
        self._number = 0

    def _first_lines(self) -> dict[str, str]:
        """What it says first, by its first word."""
        assert self._process.stdout is not None
        guard = threading.Timer(DEADLINE_S, self._process.kill)
        guard.start()
        told: dict[str, str] = {}
        try:
            while len(told) < 3:
                name, _, value = self._process.stdout.readline().rstrip().partition(" ")
                if not name:  # it has ended; why, it has said on the standard error
                    self._process.communicate()
                    raise ConnectionError("the simulator did not start")
                told[name] = value
        finally:
            guard.cancel()
        return told

    def __enter__(self) -> SimulatedBoard:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def ask(self, do: str, **fields: object) -> Message:
        """Send a request; its answer.

        Raises:
            ValueError: it was refused; the message is the simulator's sentence.
        """
        self._number += 1
        number = self._number
        request = {"id": number, "do": do, **fields}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self._next()
            if message.get("id") == number and "ok" in message:
                break
            self.events.append(message)
        if not message["ok"]:
            raise ValueError(message["error"])
        return message

    def step(self, ms: float, received: int = 0) -> Message:
        """Let simulated time run; see `step` in CONTROL.md."""
        return self.ask("step", ms=ms, received=received)

    def step_until_idle(self, ms: float = 10) -> None:
        """Step until no hand is at work."""
        while self.step(ms)["busy"]:
            pass

    def wait_for(self, kind: str) -> Message:
        """The next event of a kind, from those that came already or come by the deadline."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            for at, event in enumerate(self.events):
                if event.get("event") == kind:
                    del self.events[: at + 1]
                    return event
            assert time.monotonic() < deadline, f"no event {kind!r}"
            self.events.append(self._next())

    def raw(self, line: bytes) -> Message:
        """Send any bytes; the next message."""
        self._socket.sendall(line)
        return self._next()

    def _next(self) -> Message:
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._socket], [], [], DEADLINE_S)
            assert ready, "the simulator is silent"
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionError("the simulator has closed the control channel")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message = json.loads(line)
        assert isinstance(message, dict)
        return message
