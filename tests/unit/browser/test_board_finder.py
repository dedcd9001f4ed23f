"""The board among the ports of the page, found by its hello, in simulated time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import TypeVar

import pytest

from browser.board_finder import START_MS, find_board
from browser.web_serial import WebSerialPort
from host.link import codec, wire
from host.link.errors import BoardNotFoundError
from host.link.timeouts import SILENT_MS
from host.message import Message, message_of
from tests.support.link_model import STEP_MS, BoardModel
from tests.unit.browser.serial_line import Line

ResultT = TypeVar("ResultT")
TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\n>>> '


class Waiting(selectors.DefaultSelector):
    """Lets simulated time pass where the event loop waits for it."""

    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            self.now_s += timeout or 0.0
        return found


def run(
    monkeypatch: pytest.MonkeyPatch, main: Callable[[], Coroutine[None, None, ResultT]]
) -> tuple[ResultT, int]:
    """Run a coroutine in simulated time; return its result and the milliseconds it took."""
    waiting = Waiting()
    loop = asyncio.SelectorEventLoop(waiting)
    monkeypatch.setattr(loop, "time", lambda: waiting.now_s)
    monkeypatch.setattr("browser.board_finder.monotonic_ms", lambda: round(waiting.now_s * 1000))
    try:
        return loop.run_until_complete(main()), round(waiting.now_s * 1000)
    finally:
        loop.close()


async def live(line: Line, board: BoardModel, starts_ms: int = 0) -> None:
    """Let a board live at the end of a line once its firmware has started."""
    now_ms = 0
    while True:
        await asyncio.sleep(STEP_MS / 1000)
        now_ms += STEP_MS
        if now_ms >= starts_ms and (told := board.step([line.take()], now_ms)):
            line.come(told)


async def search(
    lines: list[Line],
    data: Line | None = None,
    starts_ms: int = 0,
    patience_ms: int = 0,
) -> tuple[Line | None, Message | None]:
    """Search the board at one of these lines; return its line, or why there is none."""
    alive = None
    ports = [WebSerialPort(line) for line in lines]
    if data is not None:
        alive = asyncio.ensure_future(live(data, BoardModel(), starts_ms))
    try:
        found = await find_board(ports, patience_ms)
    except BoardNotFoundError as error:
        said = message_of(error)
        assert isinstance(said, Message)
        return None, said
    finally:
        if alive is not None:
            alive.cancel()
    return lines[ports.index(found)], None


def test_the_data_port_is_told_from_the_console(monkeypatch: pytest.MonkeyPatch) -> None:
    console, data = Line(), Line()
    (found, _), took_ms = run(monkeypatch, lambda: search([console, data], data))
    assert found is data
    assert took_ms < 100
    assert (console.closed, data.closed) == (1, 0)
    assert b"\x03" not in console.sent, "ctrl-C would end the program of the board"


@pytest.mark.parametrize(
    ("said", "id"),
    [
        (b"", "link.nothing_answers"),
        (TRACEBACK, "link.console_port"),
        (b"\x1b]0;You are in safe mode\r\n", "link.safe_mode"),
        (b"T=21.3 C\r\n", "link.unknown_device"),
    ],
)
def test_a_wrong_port_is_told(monkeypatch: pytest.MonkeyPatch, said: bytes, id: str) -> None:
    line = Line()

    async def story() -> tuple[Line | None, Message | None]:
        asyncio.get_running_loop().call_later(0.2, line.come, said)
        return await search([line])

    (found, why), took_ms = run(monkeypatch, story)
    assert found is None
    assert why is not None
    assert why.id == id
    assert SILENT_MS <= took_ms < SILENT_MS + 500
    assert line.closed == 1


def test_a_lost_port_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()

    async def story() -> tuple[Line | None, Message | None]:
        asyncio.get_running_loop().call_later(0.2, line.lose)
        return await search([line])

    (_, why), _ = run(monkeypatch, story)
    assert why is not None
    assert why.id == "link.connection_closed"


def test_a_halted_board_is_told_rather_than_its_console(monkeypatch: pytest.MonkeyPatch) -> None:
    console, data = Line(), Line()
    crash = codec.encode(wire.Crash(3, True, "RuntimeError at sensing.py:7"), 0)

    async def story() -> tuple[Line | None, Message | None]:
        asyncio.get_running_loop().call_later(0.2, data.come, crash)
        return await search([console, data])

    (found, why), _ = run(monkeypatch, story)
    assert found is None
    assert why is not None
    assert why.id == "link.firmware_halted"
    assert (console.closed, data.closed) == (1, 1)


def test_a_board_that_was_just_plugged_in_may_take_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Line()
    late = {"data": line, "starts_ms": 2 * SILENT_MS, "patience_ms": START_MS}
    (found, _), took_ms = run(monkeypatch, lambda: search([line], **late))  # type: ignore[arg-type]
    assert found is line
    assert 2 * SILENT_MS <= took_ms < 2 * SILENT_MS + 100
    (_, why), took_ms = run(monkeypatch, lambda: search([Line()], patience_ms=START_MS))
    assert why is not None
    assert START_MS <= took_ms < START_MS + 2100
