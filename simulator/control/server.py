"""The control channel: JSON lines over TCP on this machine, as CONTROL.md tells.

Requests about time and about watching are answered here; all others by `commands.py`.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from simulator.clock import Clock
from simulator.control.commands import Answer, Commands
from simulator.control.request import Request
from simulator.device.device import Device, Event

_CHUNK = 65536
_LONGEST = 1 << 20
"""Bytes of a request; more is no request."""
_SLOWEST_READER = 1 << 24
"""Bytes that a client may leave unread before it is dropped."""
_WATCHED = {"frame": "frames", "pieces": "pieces", "console": "console", "done": "done"}
"""What to watch for each event; `board` comes to everyone who watches anything."""
_STEP_DEADLINE_S = 5.0
_LONGEST_STEP_MS = 3_600_000.0


class Client:
    """One connection; drops itself when the other end has gone.

    Attributes:
        watching: the names of what it wants to be told.
        is_closed: whether the connection has ended.
    """

    def __init__(
        self,
        connection: socket.socket,
        selector: selectors.BaseSelector,
        asked: Callable[[Client, bytes], None],
    ) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.watching: frozenset[str] = frozenset()
        self.is_closed = False
        self._socket = connection
        self._selector = selector
        self._asked = asked
        self._rest = b""
        self._unsent = b""
        self._selector.register(connection, selectors.EVENT_READ, self._ready)

    def send(self, message: Event) -> None:
        """Send an object as a line."""
        if not self.is_closed:
            self._unsent += json.dumps(message).encode() + b"\n"
            self._flush()

    def close(self) -> None:
        """End the connection."""
        if not self.is_closed:
            self.is_closed = True
            self._selector.unregister(self._socket)
            self._socket.close()

    def _ready(self, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._flush()
        if events & selectors.EVENT_READ and not self.is_closed:
            self._read()

    def _read(self) -> None:
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            if line.strip() and not self.is_closed:
                self._asked(self, line)

    def _flush(self) -> None:
        try:
            self._unsent = self._unsent[self._socket.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        if len(self._unsent) > _SLOWEST_READER:
            self.close()
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        self._selector.modify(self._socket, wanted, self._ready)


@dataclass
class _Step:
    """A step that was asked for.

    Attributes:
        received: bytes that the board must have got before; None if nothing was promised.
        until_sent: whether it ends as soon as the board writes something.
        goal_us: when it ends at the latest; None before it has begun.
        sent: bytes that the board had written when it began.
    """

    client: Client
    request: Request
    ms: float
    received: int | None
    until_sent: bool
    deadline_s: float
    goal_us: int | None = field(default=None)
    sent: int = field(default=0)


class Control:
    """The server.

    Args:
        server: a listening socket that does not block.
        selector: wakes the server and its clients; calls a key's data with the events.
        clock: what `run`, `stop` and `step` set.

    Attributes:
        quitting: whether somebody has asked for the end.
    """

    def __init__(
        self, server: socket.socket, selector: selectors.BaseSelector, clock: Clock
    ) -> None:
        self.quitting = False
        self._server = server
        self._selector = selector
        self._clock = clock
        self._clients: list[Client] = []
        self._steps: list[_Step] = []
        self._selector.register(server, selectors.EVENT_READ, self._accept)

    @property
    def address(self) -> str:
        """Where it listens, as HOST:PORT."""
        host, port = self._server.getsockname()[:2]
        return f"{host}:{port}"

    def attach(self, device: Device) -> None:
        """Serve this device from now on."""
        self._device = device
        self._commands = Commands(device)

    def tell(self, event: Event, client: object) -> None:
        """Send an event to those who watch for it: to one client, or None for all."""
        kind = _WATCHED.get(str(event["event"]))
        self._clients = [each for each in self._clients if not each.is_closed]
        for each in self._clients:
            wanted = bool(each.watching) if kind is None else kind in each.watching
            if wanted and (client is None or client is each):
                each.send(event)

    def close(self) -> None:
        """Drop everybody."""
        for client in self._clients:
            client.close()
        self._selector.unregister(self._server)
        self._server.close()

    # --- Requests ---------------------------------------------------------------------------------

    def _accept(self, _events: int) -> None:
        try:
            connection, _ = self._server.accept()
        except OSError:  # it has gone again
            return
        self._clients.append(Client(connection, self._selector, self._asked))

    def _asked(self, client: Client, line: bytes) -> None:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            shown = line[:60].decode(errors="replace")
            error = f"{shown!r} is not a JSON object; see docs/protocols/simulator.md"
            client.send({"id": None, "ok": False, "error": error})
            client.close()
            return
        request = Request(fields, self._device.geometry)
        try:
            answer = self._answer(client, request)
        except ValueError as error:
            client.send({"id": request.id, "ok": False, "error": str(error)})
        else:
            if answer is not None:
                client.send({"id": request.id, "ok": True, **answer})

    def _answer(self, client: Client, request: Request) -> Answer | None:
        """The answer; None if it comes later."""
        match request.do:
            case "step":
                self._plan_step(client, request)
                return None
            case "run":
                request.allow(("rate",))
                rate = request.number("rate", 1.0, 0.0, 1000.0)
                self._interrupt(request)
                self._clock.run(rate, self._device.now_us)
                return {}
            case "stop":
                request.allow(())
                self._interrupt(request)
                self._halt()
                return {"time_ms": self._device.now_us / 1000}
            case "watch":
                request.allow(("what",))
                client.watching = _watch_list(request)
                return {}
            case "quit":
                request.allow(())
                self.quitting = True
                return {}
        return self._commands.answer(request, client)

    # --- Steps ------------------------------------------------------------------------------------

    def _plan_step(self, client: Client, request: Request) -> None:
        request.allow(("ms", "received", "until"))
        self._steps.append(
            _Step(
                client,
                request,
                request.number("ms", None, 0.001, _LONGEST_STEP_MS),
                request.whole("received", 0, 0, 1 << 60) if "received" in request else None,
                "until" in request and request.choice("until", ("sent",)) == "sent",
                time.monotonic() + _STEP_DEADLINE_S,
            )
        )
        if len(self._steps) == 1:
            self._halt()

    def mind_steps(self) -> float | None:
        """Begin the first step when its bytes are there, answer it when its time has come.

        Returns:
            after how many seconds at most this is to be called again; None if nothing waits.
        """
        while self._steps:
            step = self._steps[0]
            if step.goal_us is None:
                received = self._device.port.received
                left_s = step.deadline_s - time.monotonic()
                if received >= (step.received or 0):
                    step.goal_us = self._device.now_us + round(step.ms * 1000)
                    step.sent = self._device.port.sent
                    if step.received is not None:
                        self._device.quiet_us = step.goal_us
                    step.deadline_s = time.monotonic() + _STEP_DEADLINE_S
                    self._clock.step_to(step.goal_us)
                elif left_s > 0:
                    return left_s
                else:
                    self._refuse(
                        f"'received' of 'step' announced {step.received} bytes, {received} came"
                    )
                    continue
            heard = step.until_sent and self._device.port.sent > step.sent
            if heard or self._device.now_us >= step.goal_us:
                self._finish(step)
            elif not self._device.is_working:
                step.deadline_s = time.monotonic() + _STEP_DEADLINE_S
                return None
            elif step.deadline_s > time.monotonic():
                return step.deadline_s - time.monotonic()
            else:
                self._refuse(
                    "the firmware has not asked for anything for 5 s: it is in an endless loop"
                )
        return None

    def _finish(self, step: _Step) -> None:
        self._steps.remove(step)
        self._halt()
        answer: Answer = {
            "time_ms": self._device.now_us / 1000,
            "sent": self._device.port.sent,
            "busy": self._device.hands.busy,
        }
        step.client.send({"id": step.request.id, "ok": True, **answer})

    def _refuse(self, error: str) -> None:
        """Give the first step up."""
        step = self._steps.pop(0)
        self._halt()
        step.client.send({"id": step.request.id, "ok": False, "error": error})

    def _halt(self) -> None:
        self._clock.stop()
        self._device.quiet_us = 0

    def _interrupt(self, request: Request) -> None:
        while self._steps:
            self._refuse(f"the step was interrupted by {request.do!r}")


def _watch_list(request: Request) -> frozenset[str]:
    known = sorted(_WATCHED.values())
    names = set()
    for name in request.items("what"):
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"there is nothing to watch called {name!r}, only {known}")
        names.add(name)
    return frozenset(names)
