"""The attention: one process thinks about one thing, and drops it as soon as another is due.

Those who have something to think about are asked in order, and the first with something due gets
the process (`host.ai_process.client`).  So the computer's move is never kept waiting by a proof
that only lights a square, and what the one has found out is known to the other.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Hashable, Sequence
from typing import Protocol

from host.ai_process.client import SolverClient

MEGABYTES = 64
"""For the solver's table, beside all else that a small computer has to hold: 400,000 positions; and
as much again for what wins are worth (`host.ai_process.server`)."""


class AiTask(Protocol):
    """Somebody who has something to think about now and then."""

    def due(self) -> Hashable:
        """Return the subject that is due, equal as long as it is the same; None for none."""

    async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
        """Think about what is due and act on it; cancelled when something else is due."""


class AiScheduler:
    """The process that thinks, and what it is at work on.

    Args:
        ponderers: whom it is shared by, the most urgent first.
    """

    def __init__(self, ponderers: Sequence[AiTask]) -> None:
        self._ponderers = ponderers
        self._solver_client = SolverClient(MEGABYTES)
        self._subject: tuple[int, Hashable] | None = None
        self._pondering: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End the process."""
        await self._drop()
        await self._solver_client.close()

    async def look(self) -> None:
        """Turn to what is due now; think about nothing else any more."""
        subject = self._first_due()
        if subject == self._subject:
            return
        await self._drop()
        self._subject = subject
        if subject is not None:
            place, due = subject
            task = self._ponderers[place].run(self._solver_client, due)
            self._pondering = asyncio.create_task(task)

    def _first_due(self) -> tuple[int, Hashable] | None:
        """Return the task and subject that are due first; None for none."""
        for place, ponderer in enumerate(self._ponderers):
            if (subject := ponderer.due()) is not None:
                return place, subject
        return None

    async def _drop(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pondering
