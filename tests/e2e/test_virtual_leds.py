"""LEDs of the virtual board: sent while a display shows them, and as they are when one begins."""

from __future__ import annotations

import asyncio

import pytest

from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from host.virtual.board import JsonObject, OnEvent, VirtualBoard

pytestmark = pytest.mark.e2e

DEADLINE_S = 60.0


class FrameCounter(Desktop):
    """A computer that counts the frames that the simulator sends."""

    frames = 0

    async def start_virtual_board(
        self, on_event: OnEvent, size: tuple[int, int], seed: int, doze_ms: int
    ) -> VirtualBoard:
        def heard(event: JsonObject) -> None:
            self.frames += event.get("event") == "frame"
            on_event(event)

        return await super().start_virtual_board(heard, size, seed, doze_ms)


def test_the_simulator_sends_its_leds_only_while_a_display_shows_them() -> None:
    async def story() -> None:
        session = Session(MatchSettings(game_named("kamisado-single")))
        computer = FrameCounter()
        composition = Composition(session, computer, BoardOptions("virtual"))
        async with asyncio.timeout(DEADLINE_S), compose(composition) as app:
            terminal = app.connect(leds=False)
            await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
            assert app.virtual is not None
            while not int(str((await app.virtual.ask("state"))["rgb"]), 16):
                pass  # not lit yet
            assert computer.frames == 0, "nobody looks"
            page = app.connect()
            while not isinstance(picture := await page.next(), bytes):
                pass
            assert len(picture) == 3 * 64
            assert any(picture), "the lights are as they were before"
            page.close()
            terminal.close()

    asyncio.run(story())
