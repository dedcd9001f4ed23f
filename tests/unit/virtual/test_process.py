"""The simulator as a subprocess: one that is not waited for any more ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from host.virtual.process import SimulatorProcess


def test_a_start_that_is_cancelled_leaves_no_simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def remember(*command: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*command, **options))
        begun.set()
        return started[-1]

    async def story() -> None:
        starting = asyncio.create_task(SimulatorProcess.start(lambda _: None))
        await begun.wait()
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        assert started[0].returncode is not None

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    begun = asyncio.Event()
    asyncio.run(story())
