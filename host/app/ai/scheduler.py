"""Schedule of the solver process: the most urgent task has it, until another is due.

So the computer's move never waits for a proof that only lights a square, and what one task has
proven is known to the other.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Hashable, Sequence
from typing import Protocol

from host.ai.transposition_table_size import PLAY_MB
from host.ai_process.client import SolverClient
from host.ai_process.connection import StartSolver


class AiTask(Protocol):
    """A task for the solver process."""

    def due(self) -> Hashable:
        """Return the subject to work on now, None for none; equal subjects are the same work."""

    async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
        """Work on the subject and act on it; cancelled when another is due."""


class AiScheduler:
    """The solver process, and the task that has it.

    Args:
        tasks: the most urgent first.
        start_solver: starts the process.
    """

    def __init__(self, tasks: Sequence[AiTask], start_solver: StartSolver) -> None:
        self._tasks = tasks
        self._solver_client = SolverClient(start_solver, PLAY_MB)
        self._subject: tuple[int, Hashable] | None = None
        self._running: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End the process."""
        await self._drop()
        await self._solver_client.close()

    async def reschedule(self) -> None:
        """Run the task that is due now, and cancel another; raise a fault of one that has ended."""
        running = self._running
        if running is not None and running.done():
            self._running = None
            running.result()
        subject = self._first_due()
        if subject == self._subject:
            return
        await self._drop()
        self._subject = subject
        if subject is not None:
            index, due = subject
            self._running = asyncio.create_task(self._tasks[index].run(self._solver_client, due))

    def _first_due(self) -> tuple[int, Hashable] | None:
        """Return the task and subject that are due first; None for none."""
        for index, task in enumerate(self._tasks):
            if (subject := task.due()) is not None:
                return index, subject
        return None

    async def _drop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
