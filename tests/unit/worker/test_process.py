"""End of a process: by itself once its input is closed, or killed."""

from __future__ import annotations

import asyncio
import sys

from host.worker.process import end_process

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
