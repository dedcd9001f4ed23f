"""A virtual board on a computer so busy that it answers late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.link.port import Port
from host.session.match_settings import MatchSettings
from host.session.session import Session
from tests.e2e.page_support import DEADLINE_S

pytestmark = pytest.mark.e2e


class SlowDesktop(Desktop):
    """A desktop on which nothing that boards send arrives, until `is_slow` is False."""

    is_slow = True

    def open_port(self, url: str, wake: Callable[[], None]) -> Port:
        port = super().open_port(url, wake)
        read = port.read_available

        def read_late() -> bytes:
            data = read()
            return b"" if self.is_slow else data

        port.read_available = read_late  # type: ignore[method-assign]
        return port


async def _wait_for(application: Application, state: str) -> None:
    await application.wait_for(lambda _: application.link_state.state == state, DEADLINE_S)


def test_a_virtual_board_that_answers_late_is_waited_for() -> None:
    async def play() -> None:
        platform = SlowDesktop()
        session = Session(MatchSettings(game_named("kamisado-single")))
        board = BoardOptions("virtual")
        async with compose(Composition(session, platform, board)) as application:
            await _wait_for(application, "refused")
            platform.is_slow = False
            await _wait_for(application, "up")

    asyncio.run(play())
