"""The simulator as a subprocess in stepped time, driven without an event loop.

Simulated time advances only in `step`, so runs are reproducible.  See docs/protocols/simulator.md;
`process` runs the simulator in real time.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import threading
from types import TracebackType
from typing import TypeVar

from host.link.errors import BoardNotFoundError, LinkLostError, LinkTimeoutError
from host.message import message
from host.virtual.board import JsonObject
from host.virtual.channel_address import ChannelAddress
from host.worker.process import APART, ctrl_c_blocked

SelfT = TypeVar("SelfT", bound="SteppedBoard")

DEADLINE_S = 20.0
"""Timeout of the start and of answers; both take well under 1 s."""
_END_S = 5.0
"""Time to end before the process is killed; it takes well under 1 s."""
_CHUNK = 65536


class ControlChannel:
    """Client of the control channel of a running simulator.

    Args:
        control: address, HOST:PORT.
        port: of the simulated board, to be opened as a serial port.

    Attributes:
        port: as given.
        events: watched events, oldest first; the reader clears the list.
        done_us: simulated time at which all requested actions are done.
        deadline_s: timeout of the start and of answers.

    Raises:
        OSError: the connection failed.
    """

    deadline_s = DEADLINE_S

    def __init__(self, control: str, port: str) -> None:
        self.port = port
        self.events: list[JsonObject] = []
        self.done_us = 0
        channel = ChannelAddress.parse(control)
        place = channel.host, channel.port
        self._socket = socket.create_connection(place, timeout=self.deadline_s)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(channel.opening)
        self._rest = b""
        self._number = 0

    def close(self) -> None:
        """Close the channel; the simulator goes on."""
        self._socket.close()

    def ask(self, do: str, **fields: object) -> JsonObject:
        """Send a request and return its answer.

        Raises:
            ValueError: it was refused; the message is the simulator's.
            LinkTimeoutError: no answer came.
            LinkLostError: the simulator has ended.
        """
        self._number += 1
        number = self._number
        self._socket.sendall(json.dumps({"id": number, "do": do, **fields}).encode() + b"\n")
        while True:
            reply = self._next()
            if reply.get("id") == number and "ok" in reply:
                break
            self.events.append(reply)
        if not reply["ok"]:
            raise ValueError(reply["error"])
        if "done_ms" in reply:
            self.done_us = max(self.done_us, microseconds(reply["done_ms"]))
        return reply

    def step(
        self, ms: float, received: int | None = None, *, until_sent: bool = False
    ) -> JsonObject:
        """Advance simulated time; see `step` in docs/protocols/simulator.md.

        Args:
            ms: duration.
            received: total bytes written to the port, for which the board waits; None: no waiting.
            until_sent: stop when the board has sent something.
        """
        fields: JsonObject = {} if received is None else {"received": received}
        if until_sent:
            fields["until"] = "sent"
        return self.ask("step", ms=ms, **fields)

    def _next(self) -> JsonObject:
        while b"\n" not in self._rest:
            try:
                data = self._socket.recv(_CHUNK)
            except TimeoutError as error:
                raise LinkTimeoutError(message("virtual.silent"), self.port) from error
            except OSError as error:
                raise LinkLostError(
                    message("virtual.ended_with_error", error=str(error)), self.port
                ) from error
            if not data:
                raise LinkLostError(message("virtual.ended"), self.port)
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        reply = json.loads(line)
        assert isinstance(reply, dict)
        return reply


class SteppedBoard(ControlChannel):
    """A running `python -m simulator`, as a context manager.

    Args:
        options: of its command line, e.g. "--seed", "7".
        running: True to let simulated time follow the clock until `stop`.
        timeout_s: whole seconds for which the simulator may be kept waiting by a busy computer;
            None for its default.

    Attributes:
        control: address of the control channel.
        runtime: interpreter of the firmware, such as `micropython 1.29.0`.

    Raises:
        BoardNotFoundError: it did not start; the message has its output.
    """

    def __init__(self, *options: str, running: bool = False, timeout_s: int | None = None) -> None:
        stopped = [] if running else ["--stopped"]
        if timeout_s is not None:
            self.deadline_s = 4.0 * timeout_s
            stopped += ["--timeout", str(timeout_s)]
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the simulator)
        with ctrl_c_blocked():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "simulator", "--with-stdin", *stopped, *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                text=True,
                creationflags=APART,
            )
        announced = self._read_announcement()
        if "runtime" not in announced:
            why = self._end()
            raise BoardNotFoundError(message("virtual.did_not_start", why=why))
        self.control = announced["control"]
        self.runtime = announced["runtime"]
        super().__init__(self.control, announced["port"])

    def _read_announcement(self) -> dict[str, str]:
        """Read its first lines by their first word; incomplete if the process has ended."""
        assert self._process.stdout is not None
        guard = threading.Timer(self.deadline_s, self._process.kill)
        guard.start()
        announced: dict[str, str] = {}
        try:
            for line in self._process.stdout:
                name, _, value = line.rstrip().partition(" ")
                announced[name] = value
                if name == "runtime":
                    break
        finally:
            guard.cancel()
        return announced

    def __enter__(self: SelfT) -> SelfT:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        self._end()

    def _end(self) -> str:
        """End the process; return its standard error output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        with self._stderr as words:
            words.seek(0)
            return words.read().decode(errors="replace").strip() or "no reason given"


def microseconds(ms: object) -> int:
    """Convert milliseconds of the simulator to whole microseconds."""
    assert isinstance(ms, (int, float))
    return round(ms * 1000)
