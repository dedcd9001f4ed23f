"""Protocol of a worker."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

ResultT = TypeVar("ResultT")


class Worker(Protocol):
    """Runs calls one after another."""

    def submit(self, call: Callable[[], ResultT]) -> Future[ResultT]:
        """Run a call after those submitted before; the future gets its result or exception."""

    def close(self, timeout_s: float) -> bool:
        """End the worker after the calls submitted; return False if it takes too long."""
