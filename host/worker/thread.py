"""A worker with a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from host.worker.immediate import run_into

ResultT = TypeVar("ResultT")


class WorkerThread:
    """Runs calls one after another in a thread of its own.

    The thread is a daemon: unlike those of an executor, a call that never returns does not keep the
    program from ending.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]
        self._calls = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, call: Callable[[], ResultT]) -> Future[ResultT]:
        """Run a call after those submitted before; the future gets its result or exception."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        future: Future[ResultT] = Future()
        self._calls.put((future, call))
        return future

    def close(self, timeout_s: float) -> bool:
        """End the thread after the calls submitted; return False if it takes too long."""
        if self._thread is None:
            return True
        self._calls.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (entry := self._calls.get()) is not None:
            run_into(*entry)
