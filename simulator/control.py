"""The control channel: JSON lines over TCP on this machine, as CONTROL.md tells.

Requests about time and about watching are answered here; all others by `commands.py`.
"""

from __future__ import annotations

import contextlib
import json
import selectors
import socket
import time
from dataclasses import dataclass, field

from simulator.commands import EVENTS, Answer, Commands, Request
from simulator.device import Device, Event

CHUNK = 65536
LONGEST = 1 << 20
STEP_DEADLINE_S = 5.0
WATCHED = {
    "frame": "frames",
    "pieces": "pieces",
    "console": "console",
    "done": "done",
    "board": "board",
}


@dataclass(eq=False)
class Client:
    """One connection."""

    socket: socket.socket
    rest: bytes = b""
    unsent: bytes = b""
    watching: set[str] = field(default_factory=set)


@dataclass
class Step:
    """A step that is under way: who asked, its request, and until when it may wait for bytes."""

    client: Client
    request: Request
    goal_us: int
    received: int
    deadline_s: float
    started: bool = False


class Control:
    """The server; it is also what the device calls while it has nothing to do.

    Args:
        host, port: where to listen; port 0 = any.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind((host, port))
        self._server.listen()
        self._server.setblocking(False)
        self.address = "{}:{}".format(*self._server.getsockname()[:2])
        self._clients: list[Client] = []
        self._steps: list[Step] = []

    def attach(self, device: Device) -> None:
        """Serve this device from now on."""
        self._device = device
        self._commands = Commands(device)
        device.idle = self.serve

    def serve(self, pause_s: float | None) -> None:
        """Deal with what comes in, waiting for it at most so long (None = until something comes)."""
        self._advance_steps()
        if self._device.clock.stepped():
            pause_s = 0.0
        elif self._steps:
            pause_s = 0.05 if pause_s is None else min(pause_s, 0.05)
        with selectors.DefaultSelector() as selector:
            for fileno in self._device.port.filenos():
                selector.register(fileno, selectors.EVENT_READ)
            selector.register(self._server, selectors.EVENT_READ, self._accept)
            for client in self._clients:
                wanted = selectors.EVENT_READ
                if client.unsent:
                    wanted |= selectors.EVENT_WRITE
                selector.register(client.socket, wanted, client)
            ready = selector.select(_HANGUP_POLL_S if pause_s is None else pause_s)
        self._device.receive()
        for key, events in ready:
            if key.data == self._accept:
                self._accept()
            elif isinstance(key.data, Client):
                if events & selectors.EVENT_WRITE:
                    self._flush(key.data)
                if events & selectors.EVENT_READ:
                    self._read(key.data)
        self._advance_steps()

    def tell(self, event: Event) -> None:
        """Send an event to those who watch for it."""
        kind = WATCHED[str(event["event"])]
        watching = [client for client in self._clients if kind in client.watching]
        if watching:
            line = json.dumps(event).encode() + b"\n"
            for client in watching:
                self._send(client, line)

    def close(self) -> None:
        """Drop everybody."""
        for client in list(self._clients):
            self._drop(client)
        self._server.close()

    # Clients

    def _accept(self) -> None:
        connection, _ = self._server.accept()
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._clients.append(Client(connection))

    def _drop(self, client: Client) -> None:
        if client in self._clients:
            self._clients.remove(client)
            client.socket.close()
        self._steps = [step for step in self._steps if step.client is not client]

    def _read(self, client: Client) -> None:
        try:
            data = client.socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(client)
            return
        *lines, client.rest = (client.rest + data).split(b"\n")
        if len(client.rest) > LONGEST:
            lines, client.rest = [*lines, client.rest], b""
        for line in lines:
            if client in self._clients and line.strip():
                self._request(client, line)

    def _request(self, client: Client, line: bytes) -> None:
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ValueError
        except ValueError:
            shown = line[:60].decode(errors="replace")
            self._reply(client, {}, error=f"{shown!r} is not a JSON object; see CONTROL.md")
            self._drop(client)
            return
        try:
            match request.get("do"):
                case "step":
                    self._steps.append(self._step(client, request))
                case "watch":
                    client.watching = self._events(request.get("what"))
                    self._reply(client, request, answer={})
                case _:
                    self._reply(client, request, answer=self._commands.answer(request))
        except ValueError as error:
            self._reply(client, request, error=str(error))

    @staticmethod
    def _events(what: object) -> set[str]:
        if not isinstance(what, list) or not set(map(str, what)) <= set(EVENTS):
            raise ValueError(f"watch wants a list out of {list(EVENTS)}, not {what!r}")
        return set(map(str, what))

    def _reply(
        self,
        client: Client,
        request: Request,
        answer: Answer | None = None,
        error: str | None = None,
    ) -> None:
        message: Answer = {"id": request.get("id"), "ok": error is None}
        message.update({"error": error} if error is not None else answer or {})
        self._send(client, json.dumps(message).encode() + b"\n")

    def _send(self, client: Client, line: bytes) -> None:
        client.unsent += line
        self._flush(client)

    def _flush(self, client: Client) -> None:
        with contextlib.suppress(BlockingIOError):
            try:
                client.unsent = client.unsent[client.socket.send(client.unsent) :]
            except (BrokenPipeError, ConnectionResetError):
                self._drop(client)

    # Steps

    def _step(self, client: Client, request: Request) -> Step:
        milliseconds, received = request.get("ms"), request.get("received", 0)
        if isinstance(milliseconds, bool) or not isinstance(milliseconds, (int, float)):
            raise ValueError(f"step wants a number of ms, not {milliseconds!r}")
        if not 0 < milliseconds <= 600_000:
            raise ValueError(f"a step is above 0 and at most 600000 ms, not {milliseconds!r}")
        if not isinstance(received, int):
            raise ValueError(f"'received' wants a number of bytes, not {received!r}")
        self._device.clock.stop()
        goal_us = self._device.now_us + round(milliseconds * 1000)
        return Step(client, request, goal_us, received, time.monotonic() + STEP_DEADLINE_S)

    def _advance_steps(self) -> None:
        """Begin the first step when its bytes are there; answer it when its time is reached."""
        while self._steps:
            step, device = self._steps[0], self._device
            if not step.started:
                if device.received < step.received:
                    if time.monotonic() < step.deadline_s:
                        return
                    self._steps.pop(0)
                    self._reply(
                        step.client,
                        step.request,
                        error=f"{step.received} bytes were announced, {device.received} came",
                    )
                    continue
                step.started = True
                step.goal_us = device.now_us + round(_ms(step.request) * 1000)
                device.clock.step_to(step.goal_us)
            if device.clock.pause_s(device.next_us) == 0.0:
                return
            self._steps.pop(0)
            device.clock.stop()
            # The firmware's next exchange lies beyond the goal; the time until then passes all the same.
            device.advance(step.goal_us)
            self._reply(
                step.client,
                step.request,
                answer={
                    "time_ms": device.now_us / 1000,
                    "sent": device.sent,
                    "busy": device.busy,
                },
            )


def _ms(request: Request) -> float:
    value = request["ms"]
    assert isinstance(value, (int, float))
    return float(value)


_HANGUP_POLL_S = 0.5
"""While time stands: how soon a program that opens the pseudo-terminal is noticed."""
