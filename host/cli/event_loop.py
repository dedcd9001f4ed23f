"""Event loop of a command: ends tidily when it is told to."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

NO_ROOM = "socket.accept() out of system resource"
"""Start of what asyncio tells of a connection for which the system has no room."""
NO_ROOM_AGAIN_S = 60.0
"""Time in which that is told once.  In a burst of connections asyncio does some thirty times a
second, until whoever reads it lags behind, and the program waits for that."""
TERMINATED = 143
"""The exit status after SIGTERM, as shells have it."""


def run_to_end(main: Coroutine[Any, Any, int]) -> int:
    """Run a command until it ends by itself, by ctrl-C or by SIGTERM; return its exit status.

    Both are needed: what a script starts beside itself ignores ctrl-C, and SIGTERM, which service
    managers and containers send, would end the program at once (the first process of a container
    never).

    Raises:
        KeyboardInterrupt: after ctrl-C.
    """
    whole = _until_terminated(main)
    try:
        return asyncio.run(whole)
    finally:
        whole.close()  # without a warning where ctrl-C has come before it began
        main.close()


class _Teller:
    """Tells of exceptions that nobody has handled, rarely of connections without room."""

    def __init__(self) -> None:
        self._told_s = -NO_ROOM_AGAIN_S

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if context["message"].startswith(NO_ROOM):
            if loop.time() - self._told_s < NO_ROOM_AGAIN_S:
                return
            self._told_s = loop.time()
        loop.default_exception_handler(context)


async def _until_terminated(main: Coroutine[Any, Any, int]) -> int:
    task, loop, is_told = asyncio.current_task(), asyncio.get_running_loop(), False
    assert task is not None

    def terminate(*_: object) -> None:
        nonlocal is_told
        is_told = True
        loop.call_soon_threadsafe(task.cancel)

    loop.set_exception_handler(_Teller())
    # The loop's own handlers are told by a socket that other threads wake it by as well.  Where
    # they have filled it, this signal would be lost, and Python warn of that.
    before = signal.signal(signal.SIGTERM, terminate)
    try:
        return await main
    except asyncio.CancelledError:
        if not is_told:
            raise
        return TERMINATED
    finally:
        signal.signal(signal.SIGTERM, before)
