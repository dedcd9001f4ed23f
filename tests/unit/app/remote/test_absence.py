"""Absences: measured only where one was agreed on, and until who is away is back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from host.app.remote.absence import AbsenceTimer
from host.engine.game import Side

LONG_S = 3600


def test_an_absence_is_over_once_it_has_lasted_as_agreed() -> None:
    async def measure() -> None:
        over = asyncio.Event()
        timer = AbsenceTimer(0, over.set)
        timer.look(Side.WHITE)
        assert (timer.away, timer.is_over) == (Side.WHITE, False)
        async with asyncio.timeout(10):
            await over.wait()
        assert timer.is_over
        timer.look(Side.WHITE)
        assert timer.is_over
        timer.look(None)
        assert (timer.away, timer.until, timer.is_over) == (None, None, False)

    asyncio.run(measure())


def test_who_comes_back_and_goes_is_measured_anew() -> None:
    async def measure() -> None:
        timer = AbsenceTimer(LONG_S, lambda: None)
        told: list[str | None] = []
        for away in (Side.WHITE, Side.WHITE, None, Side.BLACK):
            timer.look(away)
            told.append(timer.until)
        assert told[0] == told[1] is not None
        assert told[2] is None
        assert told[3] is not None
        until = datetime.fromisoformat(told[3])
        soon = datetime.now(UTC) + timedelta(seconds=LONG_S)
        assert soon - timedelta(minutes=5) < until <= soon
        timer.stop()
        assert timer.away is None

    asyncio.run(measure())


def test_who_has_come_back_is_not_found_to_be_away() -> None:
    async def measure() -> None:
        over: list[Side | None] = []
        timer = AbsenceTimer(0, lambda: over.append(timer.away))
        timer.look(Side.WHITE)
        timer.look(Side.BLACK)
        timer.look(None)
        timer.look(Side.WHITE)
        while not over:
            await asyncio.sleep(0)
        assert over == [Side.WHITE]

    asyncio.run(measure())


def test_without_an_agreement_nobody_is_measured() -> None:
    timer = AbsenceTimer(None, lambda: None)
    timer.look(Side.WHITE)
    assert (timer.away, timer.until) == (None, None)
