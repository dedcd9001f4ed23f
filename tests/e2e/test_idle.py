"""A board at rest: how often the host looks at it, and how little it does then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from host.ai.players.opponent import FarPlayer
from host.app.application import Application
from host.app.remote.remote_player import RemotePlayer
from host.engine.game import Side
from host.engine.registry import game_named
from host.remote.match.remote_match import RemoteMatch
from host.remote.record.terms import Terms
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.requests import FarRequest
from host.session.session import Session
from host.session.view import Phase, View
from tests.e2e.virtual_board import at_virtual_board

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DEADLINE_S = 30.0
FRAMES = 60
"""Of the LEDs, while a light pulses: 40 a second."""
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


class WatchedSession(CountedSession):
    """A session that also counts how often somebody asks what its players want of a far player.

    Attributes:
        looks: the number of times.
    """

    looks = 0
    wanted: list[FarRequest]

    @property
    def far_requests(self) -> list[FarRequest]:
        """Requests of the players here to a player at another board, until they are taken."""
        self.looks += 1
        return self.wanted

    @far_requests.setter
    def far_requests(self, wanted: list[FarRequest]) -> None:
        self.wanted = wanted


class NoChannel:
    """A broker that is far away."""

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        """Hand nothing over."""

    def retain(self, topic: str, payload: bytes) -> None:
        """Keep nothing."""


async def turned(app: Application, turns: int) -> None:
    """Wait until the main loop has turned so often."""
    while app.turns < turns:
        await asyncio.sleep(0)


def test_a_turn_of_the_main_loop_makes_two_views() -> None:
    """One for the lights, and one for the displays and the virtual hand."""

    async def story() -> None:
        session = CountedSession(MatchSettings(game_named("kamisado-single")))
        async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
            await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
            await turned(app, app.turns + 2)
            turns, views = app.turns, session.views
            await turned(app, turns + TURNS)
            assert session.views - views <= 2 * TURNS

    asyncio.run(story())


def test_a_pulsing_light_wakes_no_main_loop() -> None:
    async def story() -> None:
        session = Session(MatchSettings(game_named("kamisado-single")))
        async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
            await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
            shown = app.connect()
            for do, square in (("lift", "d8"), ("put", "d4")):
                assert await app.ask({"t": do, "square": square}, Role.OWNER) is None
            await app.wait_for(lambda view: view.expectation.turn is Side.WHITE, DEADLINE_S)
            frames, turns = 0, app.turns
            while frames < FRAMES:
                frames += isinstance(await shown.next(), bytes)
            assert app.turns - turns < FRAMES / 3

    asyncio.run(story())


def test_a_far_match_is_looked_at_when_something_happens_alone() -> None:
    """Nothing is asked for at rest; and what is asked for is written at once."""
    settings = MatchSettings(game_named("kamisado-single"))
    match = RemoteMatch.invite("match", "one", Terms(settings, Side.BLACK), b"k" * 16)

    async def save(_: RemoteMatch, __: int) -> None:
        pass

    async def story() -> None:
        session = WatchedSession(replace(settings, opponent=FarPlayer(Side.WHITE)))
        async with (
            asyncio.timeout(DEADLINE_S),
            at_virtual_board(session) as app,
            asyncio.TaskGroup() as tasks,
        ):
            player = RemotePlayer(session, match, NoChannel(), save, app.handle, lambda _: None)
            running = [player.run(), player.attend(app._displays.changed)]
            started = [tasks.create_task(task) for task in running]
            await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
            await turned(app, app.turns + 2)
            turns, looks = app.turns, session.looks
            await turned(app, turns + TURNS)
            assert session.looks - looks <= TURNS
            assert await app.ask({"t": "lift", "square": "e8"}, Role.OWNER) is None
            assert await app.ask({"t": "put", "square": "g6"}, Role.OWNER) is None
            while not match.merged.plies:
                await asyncio.sleep(0)
            assert await app.ask({"t": "pause"}, Role.OWNER) is None
            while not match.merged.negotiation.paused:
                await asyncio.sleep(0)
            for task in started:
                task.cancel()

    asyncio.run(story())
