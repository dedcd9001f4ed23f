"""The connection of a page in the browser: a fault of one request leaves the next ones answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from browser.page_connection import PageConnection
from host.app.application import Application
from host.app.explorer import Reply
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.message import Words
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session

DEADLINE_S = 20.0


class FailingApplication(Application):
    """An application that fails over one kind of request."""

    async def ask(
        self, message: Mapping[str, object], role: Role, reply: Reply = lambda _: None
    ) -> Words | None:
        if message["t"] == "fault":
            raise RuntimeError("a fault of the program")
        return await super().ask(message, role, reply)


def test_after_a_fault_the_page_is_answered_as_before() -> None:
    async def story() -> None:
        faults: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, told: faults.append(str(told["exception"])))
        session = Session(MatchSettings(game_named("kamisado-single")))
        application = FailingApplication(Desktop(), session, "virtual", 1)
        started, warned = asyncio.Event(), asyncio.Event()
        started.set()

        def post(text: str | bytes) -> None:
            if isinstance(text, str) and json.loads(text).get("level") == "warn":
                warned.set()

        page = PageConnection(application, started, post, lambda _: None)
        page.receive('{"t": "fault"}')
        page.receive('{"t": "no such request"}')
        async with asyncio.timeout(DEADLINE_S):
            await warned.wait()
        assert faults == ["a fault of the program"]
        page.close()

    asyncio.run(story())
