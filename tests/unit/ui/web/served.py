"""A server with a host that records what is asked of it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from host.session.access.role import Role
from host.ui.messages.notice import unknown
from host.ui.web.access import Access
from host.ui.web.admission import PING_S
from host.ui.web.broadcast import Broadcast
from host.ui.web.server import create_app, serve
from tests.support.wire_messages import in_english

DEADLINE_S = 10.0

REFUSAL = "Who wins cannot be proven here."


class RecordingHost:
    """A host that records requests; it accepts one, refuses one and knows no other."""

    def __init__(self) -> None:
        self.broadcast = Broadcast()
        self.asked: list[dict[str, object]] = []
        self.roles: list[Role] = []
        self.connect = self.broadcast.connect

    async def ask(self, message: dict[str, object], role: Role, _reply: object) -> str | None:
        self.roles.append(role)
        if message["t"] == "review":
            return REFUSAL
        if message["t"] != "new":
            return unknown(message)
        self.asked.append(message)
        return None


class Served:
    """The server in a thread of its own, as the program runs it."""

    def __init__(
        self,
        hosts: Sequence[str] = ("127.0.0.1", "Board.local"),
        ping_s: float = PING_S,
        app: Starlette | None = None,
    ) -> None:
        self._ping_s = ping_s
        self.source = RecordingHost()
        sock = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{sock.getsockname()[1]}"
        self.loop = asyncio.new_event_loop()
        self.access = Access()
        self._app = create_app(self.source, hosts, self.access) if app is None else app
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, args=(sock,))
        self._thread.start()

    def _run(self, sock: socket.socket) -> None:
        async def main() -> None:
            self._task = asyncio.current_task()
            await serve(self._app, sock, self.access.knows, self._ping_s)

        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(main())
        self.loop.close()

    def publish(self, *messages: dict[str, object] | bytes) -> None:
        for message in messages:
            self.loop.call_soon_threadsafe(self.source.broadcast.publish, message)

    def connect(self, *secrets: str, path: str = "ws", **options: object) -> ClientConnection:
        """Open a WebSocket as a page does, with the secret that it keeps if it has one."""
        subprotocols = ["kamisado", *(f"key.{secret}" for secret in secrets)]
        settings: dict[str, object] = {"origin": f"http://{self.host}", "proxy": None}
        settings["subprotocols"] = subprotocols
        return connect(f"ws://{self.host}/{path}", **(settings | options))  # type: ignore[arg-type]

    @contextlib.contextmanager
    def open(self, **options: object) -> Iterator[ClientConnection]:
        """Open a WebSocket as the owner's page does, and read the message about its role."""
        with self.connect(self.access.owner_key, **options) as page:
            assert hear(page)["role"] == "owner"
            yield page

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=DEADLINE_S)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            response.body = response.read()  # type: ignore[attr-defined]
            return response

    def stop(self) -> None:
        """Cancel `serve`, as the program does when it ends."""
        if self._thread.is_alive():
            assert self._task is not None
            self.loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive(), "the server does not stop"


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + DEADLINE_S
    pause = threading.Event()
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        pause.wait(0.005)


def hear(page: ClientConnection) -> dict[str, object]:
    return in_english(str(page.recv(timeout=DEADLINE_S)))


def frame(text: bytes) -> bytes:
    """A text message of a client, masked with zeros (RFC 6455, 5.2)."""
    length = len(text)
    size = bytes([0x80 | length]) if length < 126 else b"\xff" + length.to_bytes(8, "big")
    return b"\x81" + size + bytes(4) + text
