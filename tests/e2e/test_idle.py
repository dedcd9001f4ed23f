"""A board at rest: how often the host looks at it, and how little it does then."""

from __future__ import annotations

import asyncio

import pytest

from host.app.application import Application
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase, View

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DEADLINE_S = 30.0
TURNS = 6
"""Of the main loop, while the board is at rest: two a second."""


class CountedSession(Session):
    """A session that counts how often its view is made.

    Attributes:
        views: the number of views.
    """

    views = 0

    def view(self) -> View:
        """Return the whole of what a display may show now."""
        self.views += 1
        return super().view()


def test_a_turn_of_the_main_loop_makes_two_views() -> None:
    """One for the lights, and one for the displays and the virtual hand."""

    async def turned(app: Application, turns: int) -> None:
        while app.turns < turns:
            await asyncio.sleep(0)

    async def story() -> None:
        session = CountedSession(MatchSettings(game_named("kamisado-single")))
        app = Application(Desktop(), session, "virtual", 1)
        async with asyncio.timeout(DEADLINE_S), app.running():
            await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
            await turned(app, app.turns + 2)
            turns, views = app.turns, session.views
            await turned(app, turns + TURNS)
            assert session.views - views <= 2 * TURNS

    asyncio.run(story())
