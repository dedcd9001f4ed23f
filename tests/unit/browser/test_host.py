"""The host of the tab turns from the virtual board to a real one and back; the game goes on.

The firmware of the virtual board runs in a process, in the place of the browser's worker; the real
board is a model at the other end of a port of the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import cast

import pytest

from browser.board import STREAM
from browser.host import BrowserHost
from browser.javascript import Ended, JavaScript, Receive
from simulator.device.interpreter import InterpreterCommand, find_micropython
from simulator.resources import CIRCUITPYTHON
from tests.support.link_model import STEP_MS, BoardModel
from tests.unit.browser.serial_line import Bytes, Line

pytestmark = pytest.mark.slow

DEADLINE_S = 60.0


class Firmware:
    """The firmware in a process; see `browser.javascript.Line`."""

    def __init__(self, folder: Path, receive: Receive) -> None:
        self._stack = contextlib.ExitStack()
        command = InterpreterCommand(folder / "firmware", find_micropython())
        self._stack.enter_context(command)
        self._process = self._stack.enter_context(
            subprocess.Popen(
                command.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        )
        assert self._process.stdout is not None
        self._output = self._process.stdout
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(
            self._output, lambda: receive(Bytes(self._output.read(1 << 16) or b""))
        )

    def send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)

    def close(self) -> None:
        self._loop.remove_reader(self._output)
        self._process.kill()
        self._stack.close()


class Browser:
    """The scripts of the tab.

    Attributes:
        running: firmware that runs.
    """

    def __init__(self, folder: Path) -> None:
        self.running: list[Firmware] = []
        self._folder = folder

    def startFirmware(self, files: str, receive: Receive, ended: Ended) -> Firmware:  # noqa: N802
        texts = json.loads(files) | {STREAM: (CIRCUITPYTHON / "circuit/stream.py").read_text()}
        for name, text in texts.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.running.append(Firmware(self._folder, receive))
        return self.running[-1]

    async def save(self, data: bytes) -> None:
        pass


class Page:
    """A page that is connected to the host.

    Attributes:
        told: the newest message of each type.
        runs: what hellos told of the run of the program.
    """

    def __init__(self, host: BrowserHost) -> None:
        self.told: dict[str, dict[str, object]] = {}
        self.runs: set[object] = set()
        self._news = asyncio.Event()
        self.connection = host.connect(self._take)

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, str):
            told = json.loads(message)
            self.told[told["t"]] = told
            if told["t"] == "hello":
                self.runs.add(told["run"])
            self._news.set()

    async def until(self, condition: Callable[[Page], bool]) -> None:
        """Wait until the page was told something."""
        async with asyncio.timeout(DEADLINE_S):
            while not condition(self):
                self._news.clear()
                await self._news.wait()

    @property
    def board(self) -> tuple[object, object]:
        """True at a virtual board, and the state of the link."""
        link = self.told.get("state", {}).get("link", {})
        return self.told.get("hello", {}).get("virtual"), cast(dict[str, object], link).get("state")

    @property
    def game(self) -> str:
        return str(self.told["hello"]["game"])

    def ask(self, **request: object) -> None:
        self.connection.receive(json.dumps(request))


async def live(line: Line) -> None:
    """Let a board of 8x8 squares live at the end of a line."""
    while not line.sent:
        await asyncio.sleep(STEP_MS / 1000)
    board, now_ms = BoardModel(), 0
    while True:
        await asyncio.sleep(STEP_MS / 1000)
        now_ms += STEP_MS
        if told := board.step([line.take()], now_ms):
            line.come(told)


@contextlib.asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[tuple[BrowserHost, Page]]:
    """A host on its virtual board, with a page."""
    browser = Browser(folder)
    host = BrowserHost(cast(JavaScript, browser), None)
    running = asyncio.create_task(host.run())
    page = Page(host)
    try:
        await page.until(lambda page: page.board == (True, "up"))
        yield host, page
    finally:
        page.connection.close()
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of the matches is the test's own."""
    monkeypatch.setattr("browser.host.PATH", tmp_path / "matches.sqlite")


def test_the_page_stays_connected_from_one_board_to_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with hosted(tmp_path) as (host, page):
            line = Line()
            alive = asyncio.create_task(live(line))
            page.ask(t="new", game="kamisado-series")
            await page.until(lambda page: page.game == "kamisado-series")
            assert await host.plug_in([line], was_asked=True) == ""
            await page.until(lambda page: page.board == (False, "up"))
            assert page.game == "kamisado-series"
            # Another one that appears by itself takes nothing over.
            other = Line()
            second = asyncio.create_task(live(other))
            assert await host.plug_in([other], was_asked=False) == ""
            assert (line.closed, other.closed) == (0, 1)
            second.cancel()
            await host.leave_board()
            await page.until(lambda page: page.board == (True, "up"))
            assert line.closed == 1
            assert page.game == "kamisado-series"
            assert len(page.runs) == 1
            alive.cancel()

    asyncio.run(story())


def test_a_board_on_which_the_game_does_not_fit_is_told_and_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with hosted(tmp_path) as (host, page):
            line = Line()
            alive = asyncio.create_task(live(line))
            page.ask(t="new", game="hasami")
            await page.until(
                lambda page: page.game.startswith("hasami") and page.board == (True, "up")
            )
            why = json.loads(await host.plug_in([line], was_asked=True))["why"]
            assert why["id"].startswith("recognition.")
            assert line.closed == 1
            await page.until(lambda page: page.board == (True, "up"))
            assert page.game.startswith("hasami")
            alive.cancel()

    asyncio.run(story())
