"""The web server: the page's files, and one WebSocket that carries PAGE.md's messages.

It makes no message but its answers to nonsense, and knows no game: what there is to
tell comes from a `Host`, what the page asks goes to it.

Who may talk to it.  The server usually listens on 127.0.0.1, yet every web site that
the player has open can send requests there.  Two checks keep them out:

- `Host` must be one of the names that we serve, or a foreign site could resolve its own
  name to 127.0.0.1 and be "same origin" with us (DNS rebinding);
- a WebSocket's `Origin` must be that very host with its port.  Browsers always send it and no
  script can change it; a missing one is no browser of ours.

Both are refused with 403 before anything is accepted.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import mimetypes
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from host.ui.quote import shorten

STATIC = Path(__file__).parents[1] / "static"

MESSAGE_LIMIT = 4096
"""Characters in a message from the page; the longest sensible one has about 60."""

FRAME_LIMIT = 65536
"""Bytes after which the server hangs up instead of answering."""

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # The files are small and near; a page of yesterday's version would be a riddle.
    "cache-control": "no-cache",
}


class Subscription(Protocol):
    """A stream of messages for one page."""

    async def next(self) -> dict[str, object] | bytes:
        """The next message, waiting for one: a JSON object, or an LED picture."""

    def close(self) -> None:
        """No more messages are wanted."""


class Host(Protocol):
    """What stands behind the page."""

    def connect(self) -> Subscription:
        """Begin to tell a new page everything, from hello on."""

    async def ask(self, message: dict[str, object]) -> str | None:
        """Do what a page asks.

        Args:
            message: any JSON object with a string `t`; nothing else is known about it.

        Returns:
            None if it was done or will be, otherwise what the player is told: why it is refused,
            or that it is not known, quoting it (shortened).  Nothing has changed then.
        """


def create_app(desk: Host, hosts: Sequence[str]) -> Starlette:
    """The page and its socket as an ASGI application.

    Args:
        desk: what the page shows and asks.
        hosts: the host names and addresses that are ours, without a port, e.g. "127.0.0.1" and
            "localhost"; any other is refused.  "*" stands for every address of this computer:
            any IP address, "localhost" and names of the local network ("kitchen", "kitchen.local"),
            none of which a foreign site can take for itself.
    """
    # Windows may have registered .js as text/plain, which `nosniff` forbids to run.
    mimetypes.add_type("text/javascript", ".js")

    async def talk(websocket: WebSocket) -> None:
        await _talk(websocket, desk)

    return Starlette(
        routes=[
            WebSocketRoute("/ws", talk),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
        middleware=[Middleware(_Guard, hosts=hosts)],
    )


async def serve(app: Starlette, sock: socket.socket) -> None:
    """Serve until cancelled, then close every connection and the socket.

    Args:
        app: of `create_app`.
        sock: a listening or bound TCP socket; it is owned from now on.
    """
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        # A picture has 192 bytes; compressing it would cost more time than the line saves.
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    server = _QuietServer(config)
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        server.should_exit = True
        await serving
        raise
    finally:
        sock.close()


class _QuietServer(uvicorn.Server):
    """Uvicorn without signal handlers: the program that runs it decides when to stop."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Guard:
    """Refuses foreign hosts and origins, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower().strip("[]") for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if scope["type"] == "websocket":
            if self._is_ours(host) and _is_origin_of(headers.get("origin", ""), host):
                await self._app(scope, receive, send)
            else:
                # Closing what was never accepted is how ASGI says 403.
                await send({"type": "websocket.close"})
        elif self._is_ours(host):
            await self._app(scope, receive, send_guarded)
        else:
            refusal = PlainTextResponse(
                f"This program is not served as {shorten(host)}. "
                "Open the address that it printed when it started.\n",
                status_code=403,
            )
            await refusal(scope, receive, send_guarded)

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
        except ValueError:
            return False
        name = parts.hostname or ""
        if "@" in host or parts.netloc != host:
            return False
        return name in self._hosts or ("*" in self._hosts and _is_local(name))


def _is_local(name: str) -> bool:
    """Whether nobody can make this name point here by a DNS record of his own."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name != "" and ("." not in name or name.endswith(".local"))
    return True


def _is_origin_of(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host


async def _talk(websocket: WebSocket, desk: Host) -> None:
    """Carry messages both ways until the page is gone."""
    await websocket.accept()
    subscription = desk.connect()
    ways = (
        asyncio.create_task(_tell(websocket, subscription)),
        asyncio.create_task(_listen(websocket, desk)),
    )
    try:
        done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in done:
            way.result()
    finally:
        subscription.close()
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _tell(websocket: WebSocket, subscription: Subscription) -> None:
    """Send what there is to tell; waiting for a slow line is left to the transport."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await subscription.next()
            if isinstance(message, bytes):
                await websocket.send_bytes(message)
            else:
                await websocket.send_text(json.dumps(message, separators=(",", ":")))


async def _listen(websocket: WebSocket, desk: Host) -> None:
    """Give the page's messages to the desk, one after another, and pass complaints back."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            complaint = await _ask(await websocket.receive(), desk)
            if complaint is not None:
                await websocket.send_json({"t": "say", "level": "warn", "text": complaint})


async def _ask(event: Message, desk: Host) -> str | None:
    """Give one message of the page to the desk; a complaint if nothing comes of it.

    Raises:
        WebSocketDisconnect: if the event says that the page is gone.
    """
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005), event.get("reason"))
    text = event.get("text")
    if text is None:
        return f"The page sent {len(event['bytes'])} bytes that are no text; nothing was done."
    if len(text) > MESSAGE_LIMIT:
        return f"The page sent {len(text)} characters at once, {shorten(text)}; nothing was done."
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return f"The page sent {shorten(text)}, which is not JSON; nothing was done."
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        return f"The page sent {shorten(text)}, which is not a message; nothing was done."
    return await desk.ask(message)
