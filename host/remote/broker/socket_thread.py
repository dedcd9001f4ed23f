"""Thread with an event loop that watches sockets, beside one that does not."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine


def watches_sockets(loop: asyncio.AbstractEventLoop) -> bool:
    """Return True if an event loop can watch sockets; Windows' usual one cannot."""
    return isinstance(loop, asyncio.SelectorEventLoop)


class SocketThread:
    """A thread for one coroutine; created in the event loop that waits for it."""

    def __init__(self) -> None:
        self._home = asyncio.get_running_loop()
        self._loop = asyncio.SelectorEventLoop()
        self._task: asyncio.Task[None] | None = None

    async def run(self, main: Coroutine[None, None, None]) -> None:
        """Run a coroutine in the thread until it ends; it is cancelled when this is."""
        ended: asyncio.Future[None] = self._home.create_future()
        thread = threading.Thread(target=self._serve, args=(main, ended), name="broker")
        thread.start()
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            self.call(self._cancel)
            with contextlib.suppress(asyncio.CancelledError):
                await ended
            raise
        finally:
            thread.join()
            self._loop.close()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the thread, soon; from any other."""
        with contextlib.suppress(RuntimeError):  # it has just ended
            self._loop.call_soon_threadsafe(function, *arguments)

    def call_home(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the event loop in which this was created, soon."""
        self._home.call_soon_threadsafe(function, *arguments)

    def _serve(self, main: Coroutine[None, None, None], ended: asyncio.Future[None]) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(main)
        error: BaseException | None = None
        try:
            self._loop.run_until_complete(self._task)
        except BaseException as raised:  # told to who waits
            error = raised
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self.call_home(_end, ended, error)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _end(ended: asyncio.Future[None], error: BaseException | None) -> None:
    if ended.done():
        return
    if error is None or isinstance(error, asyncio.CancelledError):
        ended.cancel()
    else:
        ended.set_exception(error)
