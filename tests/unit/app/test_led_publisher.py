"""LEDs of a real board: computed only while a display shows them, and only while they move."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from host.app.board_controller import BoardController
from host.app.led_publisher import LedPublisher
from host.engine.registry import game_named
from host.guidance.lighting import DARK, is_moving
from host.link.board_link import BoardLink
from host.link.serial_port import SerialPort
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.ui.web.broadcast import Broadcast

STEADY = ("1-", *[DARK] * 63)
BREATHING = ("1b", *[DARK] * 63)
DEADLINE_S = 10.0


class Scene:
    """A publisher at work."""

    def __init__(self) -> None:
        session = Session(MatchSettings(game_named("kamisado-single")))
        self.controller = BoardController(session, BoardLink("none", "0", SerialPort))
        self.broadcast = Broadcast()
        self.publisher = LedPublisher(self.controller, self.broadcast)

    def show(self, frame: tuple[str, ...]) -> None:
        self.controller.frame = frame
        self.publisher.look()


def run(story: Coroutine[None, None, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story

    asyncio.run(bounded())


async def settle() -> None:
    """Let all tasks go on until each waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def timers() -> int:
    """Return how many timers will wake the event loop, but for the deadline of `run`."""
    loop = asyncio.get_running_loop()
    return sum(not handle.cancelled() for handle in loop._scheduled) - 1  # type: ignore[attr-defined]


def test_nothing_wakes_the_loop_while_nobody_looks_or_nothing_moves() -> None:
    async def story() -> None:
        scene = Scene()
        task = asyncio.create_task(scene.publisher.run())
        scene.show(BREATHING)
        await settle()
        assert timers() == 0
        terminal = scene.broadcast.connect(leds=False)
        await settle()
        assert timers() == 0
        page = scene.broadcast.connect()
        assert isinstance(await page.next(), bytes)
        await settle()
        assert timers() == 1, "the next picture is due"
        scene.show(STEADY)
        while timers():
            await asyncio.sleep(0.001)
        latest = [await page.next() for _ in range(len(page))]
        scene.show(("2-", *STEADY[1:]))
        assert await page.next() not in latest
        page.close()
        scene.show(BREATHING)
        await settle()
        assert timers() == 0
        assert len(terminal) == 0
        task.cancel()

    run(story())


def test_a_frame_moves_if_a_lit_square_does() -> None:
    assert not is_moving(())
    assert not is_moving(STEADY)
    assert is_moving(BREATHING)
    assert not is_moving(("0b", *STEADY))
