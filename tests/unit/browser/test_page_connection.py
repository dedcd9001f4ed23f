"""The connection of a page in the browser: a fault of one request leaves the next ones answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from browser.page_connection import PageConnection
from host.app.explorer import Reply
from host.message import Words
from host.ui.web.broadcast import Broadcast

DEADLINE_S = 20.0


async def ask(request: Mapping[str, object], _: Reply) -> Words | None:
    """Fail over one kind of request, and refuse all others."""
    if request["t"] == "fault":
        raise RuntimeError("a fault of the program")
    return "It is not known."


def test_after_a_fault_the_page_is_answered_as_before() -> None:
    async def story() -> None:
        faults: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, told: faults.append(str(told["exception"])))
        warned = asyncio.Event()

        def post(text: str | bytes) -> None:
            if isinstance(text, str) and json.loads(text).get("level") == "warn":
                warned.set()

        page = PageConnection(Broadcast(), ask, post, lambda _: None)
        page.receive('{"t": "fault"}')
        page.receive('{"t": "no such request"}')
        async with asyncio.timeout(DEADLINE_S):
            await warned.wait()
        assert faults == ["a fault of the program"]
        page.close()

    asyncio.run(story())
