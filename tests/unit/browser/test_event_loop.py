"""The event loop of a worker, with a browser that does nothing but call it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

import pytest

from browser.event_loop import ROUNDS, install

DEADLINE_S = 20.0


class Browser:
    """The script in the worker.

    Attributes:
        asks: how often it was asked for a turn.
        pauses: what the turns have returned.
    """

    def __init__(self) -> None:
        self.asks = 0
        self.pauses: list[float] = []
        self._is_due = False

    def use(self, turn: Callable[[], float]) -> None:
        self._turn = turn

    def ask(self) -> None:
        assert not self._is_due, "asked twice"
        self.asks += 1
        self._is_due = True

    def turn(self) -> float:
        self._is_due = False
        self.pauses.append(self._turn())
        return self.pauses[-1]

    def run(self, task: asyncio.Task[None]) -> None:
        """Let time pass until a task is done."""
        deadline_s = time.monotonic() + DEADLINE_S
        pause_ms = 0.0
        while not task.done():
            assert time.monotonic() < deadline_s
            assert self._is_due or pause_ms >= 0, "nobody would call it again"
            if not self._is_due:
                time.sleep(pause_ms / 1000)
            pause_ms = self.turn()
        task.result()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """The browser, with such a loop in this thread."""
    hooks = sys.get_asyncgen_hooks()
    browser = Browser()
    install(browser)
    loop = asyncio.get_running_loop()
    yield browser
    loop.close()
    asyncio._set_running_loop(None)
    asyncio.set_event_loop(None)
    sys.set_asyncgen_hooks(*hooks)


def ran(browser: Browser, story: Coroutine[object, object, None]) -> None:
    """Run a story to its end."""
    browser.run(asyncio.get_running_loop().create_task(story))


def test_all_that_is_ready_runs_in_one_turn_and_in_order(browser: Browser) -> None:
    loop = asyncio.get_running_loop()
    told: list[int] = []
    for number in range(3):
        loop.call_soon(told.append, number)
    loop.call_soon(lambda: loop.call_soon(told.append, 3))
    assert (browser.asks, told) == (1, [])
    assert browser.turn() < 0
    assert (browser.asks, told) == (1, [0, 1, 2, 3])
    loop.call_soon_threadsafe(told.append, 4)
    assert browser.asks == 2


def test_a_timer_is_waited_for_unless_it_is_cancelled(browser: Browser) -> None:
    loop = asyncio.get_running_loop()
    told: list[str] = []
    late = loop.call_later(60, told.append, "late")
    browser.turn()
    soon = loop.call_later(0.02, told.append, "soon")
    assert browser.asks == 2
    assert 0 < browser.turn() <= 20
    time.sleep(soon.when() - loop.time() + 0.001)
    assert 1000 < browser.turn() <= 60_000
    assert told == ["soon"]
    late.cancel()
    assert browser.turn() < 0


def test_what_never_rests_lets_the_browser_have_its_turns(browser: Browser) -> None:
    loop = asyncio.get_running_loop()
    times = 0

    def again() -> None:
        nonlocal times
        times += 1
        loop.call_soon(again)

    again()
    assert browser.turn() == 0
    assert times == 1 + ROUNDS
    loop.call_soon(again)
    assert browser.asks == 1  # the next turn is on its way


def test_tasks_wait_for_one_another_and_for_time(browser: Browser) -> None:
    told: list[str] = []

    async def story() -> None:
        queue: asyncio.Queue[str] = asyncio.Queue()

        async def put() -> None:
            await asyncio.sleep(0.01)
            queue.put_nowait("put")

        async with asyncio.TaskGroup() as group:
            group.create_task(put())
            told.append(await queue.get())
        try:
            async with asyncio.timeout(0.01):
                await queue.get()
        except TimeoutError:
            told.append("timeout")

    ran(browser, story())
    assert told == ["put", "timeout"]


def test_after_a_failure_the_others_run(browser: Browser) -> None:
    loop = asyncio.get_running_loop()
    told: list[object] = []
    loop.set_exception_handler(lambda _, context: told.append(str(context["exception"])))
    loop.call_soon(int, "fault")
    loop.call_soon(told.append, "after")
    browser.turn()
    loop.call_soon(sys.exit)
    with pytest.raises(SystemExit):
        browser.turn()
    loop.call_soon(told.append, "later")
    browser.turn()
    assert [told[1:], browser.asks] == [["after", "later"], 3]
    assert "fault" in str(told[0])


def test_a_generator_that_nobody_reads_any_more_ends(browser: Browser) -> None:
    told: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            told.append("ended")

    async def story() -> None:
        async for _ in numbers():
            break
        while not told:
            await asyncio.sleep(0.001)

    ran(browser, story())
    assert told == ["ended"]
