"""The web server of a club's wall: its pages, results to download, and one WebSocket.

Viewers cannot act: there is no request.  All routes are of GET, and the WebSocket only sends; a
page that says anything is hung up on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from host.ui.web.assets import Assets, use_own_media_types
from host.ui.web.heartbeat import BEAT, next_or_beat
from host.ui.web.origin_check import upgrade_required
from host.ui.web.server import DATA, STATIC, SUBPROTOCOL, guarded, is_sent, text_routes
from host.ui.web.wall_feed import WallFeed

NOT_ASKED = 1008
"""Code with which a page is hung up on that says anything: a policy was violated (RFC 6455)."""
PAGES = {"/": "wall", "/overlay/{board}": "overlay"}
"""Folders of the wall's pages by their paths."""


class Downloads(Protocol):
    """Results as files."""

    def csv(self, decimal_comma: bool) -> str:
        """Return a table, for a spreadsheet with decimal commas or points."""

    def records(self) -> str:
        """Return all records."""

    def record(self, number: int) -> str:
        """Return a record by the number of its result, from 1.

        Raises:
            IndexError: there is no such one.
        """


def create_wall(feed: WallFeed, downloads: Downloads, hosts: Sequence[str]) -> Starlette:
    """Create the ASGI application; to be served by `host.ui.web.server.serve`.

    Args:
        feed: what pages are told.
        downloads: the results.
        hosts: the host names that are ours, as of `host.ui.web.server.create_app`.
    """
    use_own_media_types()

    async def talk(websocket: WebSocket) -> None:
        await _talk(websocket, feed)

    async def send_csv(request: Request) -> Response:
        decimal_comma = request.query_params.get("decimal") == ","
        # Without this mark Excel takes the letters for those of a code page.
        return _file(f"\ufeff{downloads.csv(decimal_comma)}", "results.csv", "text/csv")

    async def send_records(_: Request) -> Response:
        return _file(downloads.records(), "records.txt", "text/plain")

    async def send_record(request: Request) -> Response:
        number = request.path_params["number"]
        try:
            text = downloads.record(number)
        except IndexError as error:
            raise HTTPException(404) from error
        return _file(text, f"record-{number}.txt", "text/plain")

    assets = Assets(STATIC, (DATA,), text_routes(), PAGES)
    return guarded(
        [
            WebSocketRoute("/ws", talk),
            Route("/ws", upgrade_required),
            Route("/results.csv", send_csv),
            Route("/records.txt", send_records),
            Route("/records/{number:int}.txt", send_record),
            *assets.routes(),
        ],
        hosts,
    )


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


async def _talk(websocket: WebSocket, feed: WallFeed) -> None:
    """Tell a page what there is and what changes, until it is gone or says something."""
    offered = websocket.scope["subprotocols"]
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    subscription = feed.connect(websocket.query_params.get("board"))

    async def send() -> None:
        while await is_sent(websocket, await next_or_beat(subscription.next()) or BEAT):
            # The texts of a new page are all there: let others have their turn in between.
            await asyncio.sleep(0)

    sending = asyncio.create_task(send())
    try:
        said = await websocket.receive()
        if said["type"] != "websocket.disconnect":
            await websocket.close(NOT_ASKED)
    finally:
        subscription.close()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
