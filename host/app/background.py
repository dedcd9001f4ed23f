"""Work that goes on in the background if it takes long, so that a request is answered soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from host.link.errors import BoardError
from host.message import message, message_of
from host.session.view import Notice, Severity

ANSWER_S = 0.2
"""Time to wait for the end of the work; a simulator usually answers in a few ms."""
MOST = 16
"""Number of tasks that may be under way; further ones are refused."""


class Background:
    """Tasks that are under way.

    Args:
        tell: takes the notice of a failure that comes after `run` has returned.
    """

    def __init__(self, tell: Callable[[Notice], None]) -> None:
        self._tell = tell
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, work: Coroutine[object, object, None]) -> None:
        """Begin work, and wait ANSWER_S for its end.

        Raises:
            ValueError: too much is under way, or the work has failed with it in that time.
            BoardError: the work has failed with it in that time.
        """
        if len(self._tasks) >= MOST:
            work.close()
            raise ValueError(message("virtual.busy"))
        task = self._begin(work)
        try:
            await asyncio.wait({task}, timeout=ANSWER_S)
        finally:  # the page that has asked may be gone
            if not task.done():
                task.add_done_callback(self._tell_failure)
        if task.done():
            task.result()

    def begin(self, work: Coroutine[object, object, None]) -> None:
        """Begin work that nobody waits for."""
        self._begin(work).add_done_callback(self._tell_failure)

    async def wait(self) -> None:
        """Wait until nothing is under way."""
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    async def close(self) -> None:
        """Cancel what is under way."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _tell_failure(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        try:
            task.result()
        except (ValueError, BoardError) as error:
            self._tell(Notice(Severity.WARN, message_of(error)))
