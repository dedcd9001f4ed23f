"""Child processes that exit by themselves once their input is closed: their start and end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
from collections.abc import Iterator

APART = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""Creation flags with which ctrl-C does not reach a process on Windows."""
EXIT_S = 0.5
"""Time that a process has to exit by itself before it is killed."""


@contextlib.contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Block ctrl-C for the processes that are started meanwhile; it comes to this one afterwards.

    The terminal sends it to all: a child that still imports would end in a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, which has APART
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        # Two tasks may wait in here at a time: whoever came first unblocks it.
        if signal.SIGINT not in before:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


async def end_process(process: asyncio.subprocess.Process, exit_s: float = EXIT_S) -> None:
    """Close the input of a process, and wait until it has ended; kill it after `exit_s` seconds."""
    if process.stdin is not None:
        process.stdin.close()
    # Before Python 3.11.4 `asyncio.timeout` does not tell that time is over in a task that is being
    # cancelled.
    waiting = asyncio.ensure_future(process.wait())
    await asyncio.wait([waiting], timeout=exit_s)
    if not waiting.done():
        process.kill()
    await waiting
