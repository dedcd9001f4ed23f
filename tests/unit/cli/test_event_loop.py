"""Event loop of a command: it ends by ctrl-C and SIGTERM, whatever it is doing."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
from collections.abc import Coroutine

import pytest

from host.cli.event_loop import NO_ROOM, TERMINATED, run_to_end


def test_ctrl_c_before_the_loop_runs_closes_what_has_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def command() -> int:
        return 0

    def interrupted(whole: Coroutine[None, None, int]) -> int:
        given.append(whole)
        raise KeyboardInterrupt

    given: list[Coroutine[None, None, int]] = [command()]
    monkeypatch.setattr(asyncio, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_to_end(given[0])
    assert [inspect.getcoroutinestate(each) for each in given] == [inspect.CORO_CLOSED] * 2


@pytest.mark.skipif(os.name == "nt", reason="SIGTERM ends a program there at once")
def test_a_loop_that_is_woken_more_often_than_it_looks_is_still_terminated(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def command() -> int:
        loop = asyncio.get_running_loop()
        for _ in range(100_000):  # as a board that floods the host; the socket holds fewer
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)
        return 0

    before = signal.getsignal(signal.SIGTERM)
    assert run_to_end(command()) == TERMINATED
    assert signal.getsignal(signal.SIGTERM) is before
    assert capfd.readouterr().err == ""


def test_a_burst_of_connections_without_room_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    async def command() -> int:
        loop = asyncio.get_running_loop()
        for number in range(100):
            loop.call_exception_handler({"message": NO_ROOM, "socket": number})
        loop.call_exception_handler({"message": "something else"})
        return 0

    assert run_to_end(command()) == 0
    told = [record.getMessage().splitlines()[0] for record in caplog.records]
    assert told == [NO_ROOM, "something else"]
