"""Protocol of a running solver, and of what starts one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias


class SolverConnection(Protocol):
    """A running solver and the line to it.

    Attributes:
        is_running: False once it has ended.
    """

    @property
    def is_running(self) -> bool: ...

    def write(self, frame: bytes) -> None:
        """Send a frame without waiting; one that reads nothing any more is killed."""

    def kill(self) -> None:
        """End it at once."""

    async def close(self) -> None:
        """Ask it to end, and end it if it does not."""

    async def wait(self) -> None:
        """Wait until it has ended, and all that it has sent was received."""


StartSolver: TypeAlias = Callable[[int, Callable[[bytes], None]], Awaitable[SolverConnection]]
"""Starts a solver with a table of that many megabytes; the callable takes the payload of each
frame that it sends."""
