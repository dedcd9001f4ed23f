"""End of a process: by itself once its input is closed, or killed."""

from __future__ import annotations

import asyncio
import sys

import pytest

from host.worker import process

FOLLOWS_ITS_INPUT = "import sys; sys.stdin.read(); sys.exit(3)"
HANGS = "import time; time.sleep(600)"


def end_status(program: str) -> int | None:
    """Return the exit status of a Python program that was ended."""

    async def run() -> int | None:
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, stdin=asyncio.subprocess.PIPE
        )
        await process.end_process(started)
        return started.returncode

    return asyncio.run(run())


def test_a_process_exits_by_itself_when_its_input_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "EXIT_S", 60.0)
    assert end_status(FOLLOWS_ITS_INPUT) == 3


def test_a_process_that_does_not_exit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "EXIT_S", 0.0)
    assert end_status(HANGS) not in (None, 0, 3)
