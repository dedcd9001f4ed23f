"""Schedule of the solver process: the most urgent task runs, once, until another is due."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Hashable

import pytest

from host.ai_process.client import SolverClient
from host.ai_process.solver_process import SolverProcess
from host.app.ai.scheduler import AiScheduler

DEADLINE_S = 60


class Thinking:
    """A task that runs until it is cancelled, and records that."""

    def __init__(self, name: str, told: list[str]) -> None:
        self.name = name
        self.told = told
        self.wanted: Hashable = None
        self.begun = asyncio.Event()

    def due(self) -> Hashable:
        return self.wanted

    async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
        self.told.append(f"{self.name} begins {subject}")
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.begun.clear()
            self.told.append(f"{self.name} drops {subject}")


def within_the_deadline(story: Coroutine[None, None, None]) -> None:
    async def tell() -> None:
        async with asyncio.timeout(DEADLINE_S):
            await story

    asyncio.run(tell())


def test_the_first_with_something_due_is_thought_about_and_the_other_after_it() -> None:
    async def story() -> None:
        told: list[str] = []
        mover, service = Thinking("mover", told), Thinking("tutor", told)
        ai_scheduler = AiScheduler([mover, service], SolverProcess.start)
        await ai_scheduler.reschedule()
        assert told == []
        service.wanted = 1
        await ai_scheduler.reschedule()
        await service.begun.wait()
        await ai_scheduler.reschedule()
        assert told == ["tutor begins 1"], "the same thing is not begun again"
        mover.wanted = 1
        await ai_scheduler.reschedule()
        await mover.begun.wait()
        assert told[1:] == ["tutor drops 1", "mover begins 1"]
        service.wanted = 2
        await ai_scheduler.reschedule()
        assert len(told) == 3, "what is less urgent waits"
        mover.wanted = 3
        await ai_scheduler.reschedule()
        await mover.begun.wait()
        mover.wanted = None
        await ai_scheduler.reschedule()
        await service.begun.wait()
        assert told[3:] == ["mover drops 1", "mover begins 3", "mover drops 3", "tutor begins 2"]
        await ai_scheduler.close()
        assert told[-1] == "tutor drops 2"

    within_the_deadline(story())


def test_nothing_is_thought_about_any_more_when_nothing_is_due() -> None:
    async def story() -> None:
        told: list[str] = []
        only = Thinking("tutor", told)
        ai_scheduler = AiScheduler([only], SolverProcess.start)
        only.wanted = "hint"
        await ai_scheduler.reschedule()
        await only.begun.wait()
        only.wanted = None
        await ai_scheduler.reschedule()
        assert told == ["tutor begins hint", "tutor drops hint"]
        only.wanted = "hint"
        await ai_scheduler.reschedule()
        await only.begun.wait()
        assert told[2:] == ["tutor begins hint"], "asked again, it is thought about again"
        await ai_scheduler.close()

    within_the_deadline(story())


def test_a_fault_of_a_task_does_not_wait_until_something_else_is_due() -> None:
    class Failing(Thinking):
        async def run(self, solver_client: SolverClient, subject: Hashable) -> None:
            raise RuntimeError("a fault of the task")

    async def story() -> None:
        task = Failing("mover", [])
        ai_scheduler = AiScheduler([task], SolverProcess.start)
        task.wanted = 1
        await ai_scheduler.reschedule()
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="a fault of the task"):
            await ai_scheduler.reschedule()
        await ai_scheduler.close()

    within_the_deadline(story())
