"""Child processes: ctrl-C does not reach them, and they end with their input, or are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

from host.worker.process import ctrl_c_blocked, end_process
from tests.support.require import require

FOLLOWS_ITS_INPUT = "import sys; sys.stdin.read(); sys.exit(3)"
HANGS = "import time; time.sleep(600)"


def end_status(program: str, exit_s: float) -> int | None:
    """Return the exit status of a Python program that was given some time to exit."""

    async def run() -> int | None:
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=asyncio.subprocess.PIPE
        )
        await end_process(started, exit_s)
        return started.returncode

    return asyncio.run(run())


def test_a_process_exits_by_itself_when_its_input_is_closed() -> None:
    assert end_status(FOLLOWS_ITS_INPUT, 60.0) == 3


def test_a_process_that_does_not_exit_is_killed() -> None:
    assert end_status(HANGS, 0.0) not in (None, 0, 3)


def test_a_process_that_does_not_exit_is_killed_by_a_task_that_is_being_cancelled() -> None:
    """In Python 3.11.2, Debian 12's, `asyncio.timeout` does not tell so there."""

    async def work(ended: list[int | None]) -> None:
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HANGS, stdin=asyncio.subprocess.PIPE
        )
        try:
            ended.append(None)
            await asyncio.Event().wait()
        finally:
            await end_process(started, 0.0)
            ended[0] = started.returncode

    async def run() -> int | None:
        ended: list[int | None] = []
        task = asyncio.create_task(work(ended))
        while not ended:
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return ended[0]

    assert asyncio.run(run()) not in (None, 0, 3)


def blocked() -> bool:
    """Return True if ctrl-C is blocked in this thread."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_is_blocked_in_what_is_started_and_not_in_this_process_afterwards() -> None:
    require(os.name == "posix", "ctrl-C comes otherwise here")
    sends_it = "import signal; signal.raise_signal(signal.SIGINT); print('went on')"
    with ctrl_c_blocked():
        done = subprocess.run(
            [sys.executable, "-c", sends_it], capture_output=True, text=True, check=False
        )
    assert (done.stdout, done.stderr) == ("went on\n", "")
    assert not blocked()


def test_ctrl_c_is_not_blocked_for_good_by_two_starts_at_a_time() -> None:
    require(os.name == "posix", "ctrl-C comes otherwise here")
    first, second = ctrl_c_blocked(), ctrl_c_blocked()
    first.__enter__()
    second.__enter__()
    assert blocked()
    first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    assert not blocked()
