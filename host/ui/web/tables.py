"""Many tables on one web server: a list at `/`, and each one's page at `/table/NAME/`.

All of them share the page's files.  A table whose program is being started, or started again, has
no host yet: its page is there, and connects as soon as it can.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from host.message import DEFAULT_LANGUAGE, Message, Words, catalogue, find_language, message, render
from host.ui.web.access import Access, new_secret
from host.ui.web.origin_check import upgrade_required
from host.ui.web.page_files import UNSCRIPTED, with_hint
from host.ui.web.server import STATIC, Host, guarded, page_routes, talk

RESTARTED = 1012
"""Code of the end of a connection: the service restarts (RFC 6455, registry of close codes)."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """A table that pages can connect to.

    Attributes:
        host: of the pages.
        closed: set when they must connect to another one.
    """

    host: Host
    closed: asyncio.Event = field(default_factory=asyncio.Event)


class Table(Protocol):
    """One of several tables.

    Attributes:
        name: in its address.
        access: the roles of its pages.
        opened: None while nobody can play at it.
    """

    name: str
    access: Access
    opened: OpenTable | None

    @property
    def words(self) -> Words:
        """The task at it now, or why nobody can play."""


class TablesAccess:
    """Access to several tables: one owner, and invitations that are each for one table.

    Who owns the program owns all tables, so that whoever runs a club's evening comes from one to
    another; a player invited to one table has no say at another.

    Args:
        owner_key: as of `Access`.
        url: where others open the list of the tables.
        reachable: True if other computers reach it there.
    """

    def __init__(self, owner_key: str, url: str, reachable: bool) -> None:
        self.owner_key = owner_key
        self._url, self._reachable = url, reachable
        self._tickets: set[str] = set()
        self._tables: dict[str, Access] = {}

    def table(self, name: str) -> Access:
        """Return the access to a table, a new one for a new name."""
        if name not in self._tables:
            url = f"{self._url}{_path(name)}"
            access = Access(self.owner_key, url, self._reachable, self._tickets)
            self._tables[name] = access
        return self._tables[name]

    def move_to(self, url: str, reachable: bool) -> None:
        """Change where others open the list, as the computer has another address."""
        self._url, self._reachable = url, reachable
        for name, access in self._tables.items():
            access.move_to(f"{url}{_path(name)}", reachable)

    def ticket(self) -> str:
        """Make a secret that admits an owner once, at any table; see `Access.ticket`."""
        ticket = new_secret()
        self._tickets.add(ticket)
        return ticket

    def knows(self, secret: str) -> bool:
        """Return True if this secret is valid at one of the tables; see `Access.knows`."""
        return sum(access.knows(secret) for access in self._tables.values()) > 0


def create_tables_app(tables: Sequence[Table], hosts: Sequence[str]) -> Starlette:
    """Create the ASGI application of several tables.

    Args:
        tables: with names that an address may hold as they are.
        hosts: as of `create_app`.
    """
    files = page_routes()

    async def send_list(request: Request) -> HTMLResponse:
        language = _language(request.headers.get("accept-language", ""))
        return HTMLResponse(with_hint(_list_page(tables, language), UNSCRIPTED))

    async def send_icon(request: Request) -> FileResponse:
        return FileResponse(STATIC / "icon.svg")

    return guarded(
        [
            Route("/", send_list),
            Route("/icon.svg", send_icon),
            *(
                Mount(f"/{_path(table.name)}", routes=[*_lines_to(table), *files])
                for table in tables
            ),
            Mount("/css", StaticFiles(directory=STATIC / "css")),
            Mount("/js", StaticFiles(directory=STATIC / "js")),
        ],
        hosts,
    )


def _path(name: str) -> str:
    return f"table/{name}/"


def _lines_to(table: Table) -> list[BaseRoute]:
    """Return the routes to a table's WebSocket."""

    async def talk_at(websocket: WebSocket) -> None:
        opened = table.opened
        if opened is None:
            await websocket.close()  # 403; the page tries again
            return
        talking = asyncio.create_task(talk(websocket, opened.host, table.access))
        closed = asyncio.create_task(opened.closed.wait())
        try:
            await asyncio.wait((talking, closed), return_when=asyncio.FIRST_COMPLETED)
            if talking.done():
                talking.result()
        finally:
            for task in (talking, closed):
                task.cancel()
            await asyncio.gather(talking, closed, return_exceptions=True)
        if opened.closed.is_set():
            # The page may be gone, or the server hang up on it, at the same time.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.close(RESTARTED)

    async def explain(request: Request) -> Response:
        return Response(status_code=503) if table.opened is None else upgrade_required(request)

    return [WebSocketRoute("/ws", talk_at), Route("/ws", explain)]


def _language(accepted: str) -> str:
    """Return the first known language of an Accept-Language header; English if there is none."""
    tags = [tag.partition(";")[0].strip() for tag in accepted.split(",")[:20]]
    return next(filter(None, map(find_language, tags)), DEFAULT_LANGUAGE)


def _list_page(tables: Sequence[Table], language: str) -> str:
    """Return the page with a link to each table, in a language."""
    words = catalogue(language)

    def text(told: Words) -> str:
        return html.escape(render(told, words) if isinstance(told, Message) else told)

    title = text(message("ui.tables"))
    items = "\n".join(
        f'<li><a href="{_path(table.name)}"><b>{html.escape(table.name)}</b>'
        f"<span>{text(table.words)}</span></a></li>"
        for table in tables
    )
    return f"""<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <meta name="color-scheme" content="dark light">
  <title>{title}</title>
  <link rel="icon" href="icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="css/page.css">
  <link rel="stylesheet" href="css/tables.css">
  <script type="module" src="js/tables.js"></script>
</head>
<body>
<main class="tables">
<h1>{title}</h1>
<p id="lost" role="status" hidden>{text(message("page.connection_lost"))}</p>
<ul id="tables">
{items}
</ul>
</main>
</body>
</html>
"""
