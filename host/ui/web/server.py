"""The web server: the page's files, the catalogues of messages, and one WebSocket.

The WebSocket carries the messages of docs/protocols/page.md: those of a `Host` to the page, and
requests of the page to the `Host`.  The server itself only refuses what is no request.

Other web sites that the player has open are kept out by `origin_check`.

A page that floods the server with requests is slowed down by `request_limit`, then hung up on, and
delays no other.

What a page may ask for depends on its role (`access`): its secret comes with the handshake, as the
subprotocol `key.SECRET` beside `kamisado`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from host.engine.rule_book import books
from host.message import Words, catalogue, languages, message, quoted
from host.session.access.role import Role
from host.ui.messages.differences import StateDifferences
from host.ui.messages.encoding import encode
from host.ui.messages.notice import warning_message
from host.ui.messages.rules import rules_data
from host.ui.web.access import Access, Visitor
from host.ui.web.admission import (
    FLOODED,
    PING_S,
    KnowsSecret,
    PageProtocol,
    PlainProtocol,
    knows_none,
    secret_of,
)
from host.ui.web.assets import FOR_GOOD, Assets, use_own_media_types
from host.ui.web.heartbeat import BEAT, next_or_beat
from host.ui.web.origin_check import OriginCheck, upgrade_required
from host.ui.web.request_limit import RequestLimit
from host.ui.web.request_line import RequestLine

STATIC = Path(__file__).parents[1] / "static"
DATA = Path(__file__).parents[2] / "data"

MESSAGE_LIMIT = 40_000
"""Characters in a message from the page; the longest, a record of 500 moves, has about 20 000."""

DIFFERENCES = "kamisado.2"
"""Subprotocol of displays that get only what is new of the moves; it goes before the other."""
SUBPROTOCOL = "kamisado"
FRAME_LIMIT = 65536
"""Bytes after which the server hangs up instead of answering."""


BACKLOG = 32
"""Connections that wait to be accepted."""

CLOSE_S = 0.4
"""Time for pages to say goodbye when the server ends."""


class Subscription(Protocol):
    """A stream of messages for one page."""

    async def next(self) -> Mapping[str, object] | bytes:
        """Wait for the next message and return it: a JSON object, or an LED picture."""

    def post(self, message: Mapping[str, object]) -> None:
        """Queue a message for this page alone."""

    def close(self) -> None:
        """End the subscription."""


class Host(Protocol):
    """The source of the messages and the receiver of the requests."""

    def connect(self, *, looks_on: Callable[[], bool]) -> Subscription:
        """Subscribe a new page, a spectator's as long as it looks on, to all messages."""

    async def ask(
        self,
        request: dict[str, object],
        role: Role,
        reply: Callable[[Mapping[str, object]], None],
    ) -> Words | None:
        """Carry out a request of a page.

        Args:
            request: any JSON object with a string `t`; nothing else is checked before.
            role: of the page.
            reply: queues messages for this page alone, the same function for all its requests.

        Returns:
            None if it was done or will be, otherwise the reason for the player why it is refused,
            or that it is not known, quoting it (shortened).  Nothing has changed then.
        """


def create_app(host: Host, hosts: Sequence[str], access: Access) -> Starlette:
    """Create the ASGI application.

    Args:
        host: the source of the messages.
        access: the roles of pages.
        hosts: the host names and addresses that are ours, without a port, e.g. "127.0.0.1" and
            "localhost"; any other is refused.  "*" stands for every address of this computer:
            any IP address, "localhost" and names of the local network ("kitchen", "kitchen.local"),
            none of which a foreign site can take for itself.  "https://board.example.org" is where
            a proxy serves us: its pages are ours, whether it passes their `Host` on or not.
    """

    async def talk_to_host(websocket: WebSocket) -> None:
        await talk(websocket, host, access)

    lines = [WebSocketRoute("/ws", talk_to_host), Route("/ws", upgrade_required)]
    return guarded([*lines, *page_routes()], hosts)


def page_routes() -> list[BaseRoute]:
    """Return the routes of the page's files and texts: the same for all boards."""
    use_own_media_types()
    texts = text_routes()
    assets = Assets(STATIC, (DATA,), texts)
    return [*assets.routes(), *texts, Mount("/", StaticFiles(directory=STATIC, html=True))]


def guarded(routes: Sequence[BaseRoute], hosts: Sequence[str]) -> Starlette:
    """Create an ASGI application that other web sites cannot reach; `hosts` as of `create_app`."""
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(OriginCheck, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )


def text_routes() -> list[BaseRoute]:
    """Return the routes of the catalogues and the rules."""
    return [
        Route("/locale/index.json", _send_languages),
        Route("/locale/{language}.json", _send_catalogue),
        Route("/rules/{language}/{book}.json", _send_rules),
    ]


def _send_languages(request: Request) -> JSONResponse:
    """Send the names of all languages by their codes; runs in a thread, since it reads files."""
    return JSONResponse(dict(languages()), headers=_kept(request))


def _send_catalogue(request: Request) -> JSONResponse:
    """Send the templates of all messages in a language; runs in a thread, since it reads files."""
    language = request.path_params["language"]
    if not re.fullmatch(r"[A-Za-z-]{2,12}", language):
        raise HTTPException(404)
    try:
        return JSONResponse(catalogue(language), headers=_kept(request))
    except FileNotFoundError as error:
        raise HTTPException(404) from error


async def _send_rules(request: Request) -> JSONResponse:
    """Send the rules of a game in a language, in English as `kamisado rules` prints them."""
    book, language = request.path_params["book"], request.path_params["language"]
    if book not in books() or language not in languages():
        raise HTTPException(404)
    return JSONResponse(rules_data(book, language), headers=_kept(request))


def _kept(request: Request) -> dict[str, str]:
    """Return the headers that let a browser keep a text that was asked for by its version."""
    return {"cache-control": FOR_GOOD} if "version" in request.path_params else {}


async def serve(
    app: Starlette,
    sock: socket.socket,
    knows: KnowsSecret = knows_none,
    ping_s: float = PING_S,
) -> None:
    """Serve until cancelled, then close every connection and the socket.

    Args:
        app: of `create_app`.
        sock: a listening or bound TCP socket; it is owned from now on.
        knows: tells valid secrets, whose pages have places of their own.
        ping_s: time between two pings to a page, and until it must have answered one.
    """
    # It would tell at this terminal of each page that has hung up.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    # What serves files is imported when it is first used: not while somebody plays.
    async with await anyio.open_file(STATIC / "index.html"):
        pass
    config = uvicorn.Config(
        app,
        http=PlainProtocol.admitting(knows),
        ws=PageProtocol,
        ws_max_size=FRAME_LIMIT,
        ws_ping_interval=ping_s,
        ws_ping_timeout=ping_s,
        # A picture has 192 bytes; compressing it would cost more time than the line saves.
        ws_per_message_deflate=False,
        log_config=None,
        # What strangers send is no business of whoever plays at this terminal.
        log_level="error",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
        # So many connections are accepted at a time; their limits are applied in between.
        backlog=BACKLOG,
        date_header=False,  # uvicorn would renew it ten times a second
    )
    server = _QuietServer(config)
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        server.end()
        await asyncio.wait({serving}, timeout=CLOSE_S)
        # A page that does not answer any more keeps nobody waiting.
        for connection in list(server.server_state.connections):
            connection.transport.abort()
        await serving
        raise
    finally:
        sock.close()


class _QuietServer(uvicorn.Server):
    """Uvicorn without signal handlers, and asleep until it ends or a page comes."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ending = asyncio.Event()

    async def main_loop(self) -> None:
        """Wait for `end`; uvicorn's own looks ten times a second."""
        await self._ending.wait()

    def end(self) -> None:
        """End, after the connections have been closed."""
        self.should_exit = True
        self._ending.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def talk(websocket: WebSocket, host: Host, access: Access) -> None:
    """Carry messages and requests until the page is gone."""
    subprotocols = websocket.scope["subprotocols"]
    known = (name for name in (DIFFERENCES, SUBPROTOCOL) if name in subprotocols)
    chosen = next(known, None)
    await websocket.accept(chosen)
    differences = StateDifferences() if chosen == DIFFERENCES else None
    visitor = access.admit(secret_of(subprotocols), lambda message: subscription.post(message))
    subscription = host.connect(looks_on=lambda: visitor.role is Role.SPECTATOR)
    line = RequestLine()
    tasks = (
        asyncio.create_task(_send(websocket, subscription, visitor.message(), differences)),
        asyncio.create_task(_read(websocket, line)),
        asyncio.create_task(_carry_out(line, host, subscription, visitor, access.spectators)),
    )
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        subscription.close()
        access.dismiss(visitor)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send(
    websocket: WebSocket,
    subscription: Subscription,
    first: Mapping[str, object],
    differences: StateDifferences | None,
) -> None:
    """Send the messages; waiting for a slow line is left to the transport.

    Nobody else sends, so that nothing is sent after the end of the connection was seen.
    """
    data: bytes | str = encode(first)
    while await is_sent(websocket, data):
        message = await next_or_beat(subscription.next())
        if message is None:
            data = BEAT
        elif isinstance(message, bytes):
            data = message
        else:
            data = encode(message if differences is None else differences.of(message))


async def is_sent(websocket: WebSocket, data: str | bytes) -> bool:
    """Send; return False if the connection has ended."""
    try:
        if isinstance(data, bytes):
            await websocket.send_bytes(data)
        else:
            await websocket.send_text(data)
    except (WebSocketDisconnect, RuntimeError):
        # After the server has hung up by itself (too long a message, no pong) uvicorn raises the
        # latter, until it has told `_read`.
        return False
    return True


async def _read(websocket: WebSocket, line: RequestLine) -> None:
    """Queue what the page asks for, until it is gone, or hang up if it does not stop asking."""
    while (event := await websocket.receive())["type"] != "websocket.disconnect":
        if line.full():
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may be gone
                await websocket.close(FLOODED)
            return
        line.put_nowait(event)
        # Other pages have their turn, even if more has come from this one already.
        await asyncio.sleep(0)
    await line.join()


async def _carry_out(
    line: RequestLine,
    host: Host,
    subscription: Subscription,
    visitor: Visitor,
    spectators: asyncio.Lock,
) -> None:
    """Pass the page's requests to the host, one after another, and queue refusals for it.

    Args:
        spectators: held for each request of a page that only looks on: there may be many.
    """
    limit = RequestLimit()
    while True:
        event = await line.get()
        await asyncio.sleep(limit.take())
        async with spectators if visitor.role is Role.SPECTATOR else contextlib.nullcontext():
            work = _request(event, host, visitor, subscription.post)
            refusal = await line.carry_out(event, work)
        if refusal is not None:
            subscription.post(warning_message(refusal))
        line.task_done()


async def _request(
    event: Message,
    host: Host,
    visitor: Visitor,
    reply: Callable[[Mapping[str, object]], None],
) -> Words | None:
    """Pass one request to the host; return the refusal if there is one."""
    text = event.get("text")
    if text is None:
        return message("ui.request_not_text", size=len(event["bytes"]))
    if len(text) > MESSAGE_LIMIT:
        return message("ui.request_too_long", size=len(text), request=quoted(text))
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return message("ui.request_not_json", request=quoted(text))
    if not isinstance(request, dict) or not isinstance(request.get("t"), str):
        return message("ui.request_not_a_message", request=quoted(text))
    if request["t"] == "beat":
        reply({"t": "beat"})
        return None
    return await host.ask(request, visitor.role, reply)
