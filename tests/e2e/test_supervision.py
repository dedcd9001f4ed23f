"""A virtual board whose programs are stopped or killed: it is started again, and play goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from host.app.application import Application
from host.engine.registry import game_named
from host.engine.squares import square_name
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.view import Phase
from simulator.device.interpreter import find_micropython
from tests.e2e.virtual_board import at_virtual_board
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DEADLINE_S = 60.0


class Listener:
    """A display that notes what is said.

    Attributes:
        said: the texts of the notices, oldest first.
    """

    def __init__(self, app: Application) -> None:
        self.said: list[str] = []
        self._subscription = app.connect()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            told = await self._subscription.next()
            if not isinstance(told, bytes) and told["t"] == "notice":
                self.said.append(str(told["text"]))


@asynccontextmanager
async def playing() -> AsyncIterator[tuple[Application, Listener]]:
    """Play on a virtual board, with one move made."""
    session = Session(MatchSettings(game_named("kamisado-single")))
    async with asyncio.timeout(DEADLINE_S), at_virtual_board(session) as app:
        listener = Listener(app)
        await app.wait_for(lambda view: view.phase is Phase.PLAY, DEADLINE_S)
        await move(app)
        yield app, listener


async def move(app: Application) -> None:
    """Make a legal move with the simulated hand, and wait until it is recognised."""
    made, option = len(app.view.plies), app.view.expectation.candidates[0]
    assert option.origin is not None
    assert option.target is not None
    origin, target = square_name(option.origin, 8), square_name(option.target, 8)
    assert await app.ask({"t": "lift", "square": origin}, Role.OWNER) is None
    assert await app.ask({"t": "put", "square": target}, Role.OWNER) is None
    await app.wait_for(lambda view: len(view.plies) > made, DEADLINE_S)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition that nothing announces; the application has a deadline."""
    while not condition():
        await asyncio.sleep(0.02)


def children(pid: int) -> dict[int, str]:
    """Return the processes that a process has started, with their commands."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return {int(line.split()[0]): line for line in listed.splitlines()}


def is_running(pid: int) -> bool:
    """Return True if a process runs, and is not just waited for by nobody."""
    state = subprocess.run(
        ["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return state.strip() not in ("", "Z")


def simulator_of() -> int:
    """Return the process id of the simulator that this process has started."""
    (pid,) = [pid for pid, line in children(os.getpid()).items() if "simulator" in line]
    return pid


def test_a_killed_simulator_is_started_again_and_the_pieces_stand_as_before() -> None:
    async def story() -> None:
        async with playing() as (app, listener):
            old = simulator_of()
            firmware = list(children(old))
            os.kill(old, signal.SIGKILL)
            await until(lambda: any("The board is back" in said for said in listener.said))
            assert simulator_of() != old
            assert any("virtual board has ended. It is being restarted" in s for s in listener.said)
            assert not any("cable" in said for said in listener.said)
            await app.wait_for(lambda view: view.correction is None, DEADLINE_S)
            await move(app)
            assert len(app.view.plies) == 2
            await until(lambda: not any(map(is_running, firmware)))

    asyncio.run(story())


def test_a_killed_firmware_is_started_again() -> None:
    require(find_micropython() is not None, "there is no MicroPython here")

    async def story() -> None:
        async with playing() as (app, listener):
            simulator = simulator_of()
            for time in range(2):
                (firmware,) = children(simulator)
                os.kill(firmware, signal.SIGKILL)
                count = time + 1
                await until(
                    lambda: sum("firmware of the virtual" in s for s in listener.said) == count  # noqa: B023
                )
                await until(lambda: firmware not in children(simulator))  # noqa: B023
                await until(lambda: len(children(simulator)) == 1)
                await move(app)
            assert len(app.view.plies) == 3

    asyncio.run(story())


def test_a_stopped_simulator_keeps_no_request_waiting_and_goes_on_later() -> None:
    async def story() -> None:
        async with playing() as (app, listener):
            simulator = simulator_of()
            os.kill(simulator, signal.SIGSTOP)
            answered = 0
            try:
                assert await app.ask({"t": "lift", "square": "a1"}, Role.OWNER) is None
                for _ in range(20):
                    assert await app.ask({"t": "help", "level": "off"}, Role.OWNER) is None
                    answered += 1
                await until(lambda: app.link_state.state == "lost")
                assert str(app.link_state.words) == "Virtual board: no answer."
                for _ in range(40):
                    told = await app.ask({"t": "lift", "square": "b1"}, Role.OWNER)
                assert "still busy" in str(told)
            finally:
                os.kill(simulator, signal.SIGCONT)
            await until(lambda: app.link_state.state == "up")
            assert answered == 20
            assert not any("cable" in said for said in listener.said)

    asyncio.run(story())
