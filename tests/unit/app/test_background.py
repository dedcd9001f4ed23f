"""Background: a request waits a moment for its work, and what fails later is told."""

from __future__ import annotations

import asyncio

import pytest

from host.app.background import MOST, Background
from host.link.errors import LinkLostError
from host.session.view import Notice

DEADLINE_S = 30.0


def test_work_that_lasts_is_not_waited_for_and_its_failure_is_told() -> None:
    async def story() -> None:
        told: list[Notice] = []
        background, go_on = Background(told.append), asyncio.Event()

        async def work() -> None:
            await go_on.wait()
            raise LinkLostError("it has ended")

        await background.run(work())
        assert told == []
        go_on.set()
        await background.wait()
        await asyncio.sleep(0)
        assert [notice.text for notice in told] == ["it has ended"]

    asyncio.run(asyncio.wait_for(story(), DEADLINE_S))


def test_work_whose_asker_is_gone_ends_all_the_same_and_its_failure_is_told() -> None:
    async def story() -> None:
        told: list[Notice] = []
        background, go_on = Background(told.append), asyncio.Event()

        async def work() -> None:
            await go_on.wait()
            raise ValueError("no piece there")

        asking = [asyncio.create_task(background.run(work())) for _ in range(MOST)]
        await asyncio.sleep(0)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
        go_on.set()
        await background.wait()
        await asyncio.sleep(0)
        assert [notice.text for notice in told] == ["no piece there"] * MOST
        with pytest.raises(ValueError, match="no piece there"):
            await background.run(work())

    asyncio.run(asyncio.wait_for(story(), DEADLINE_S))


def test_work_that_fails_at_once_is_refused() -> None:
    async def story() -> None:
        async def work() -> None:
            raise ValueError("no piece there")

        with pytest.raises(ValueError, match="no piece there"):
            await Background(lambda _: None).run(work())

    asyncio.run(asyncio.wait_for(story(), DEADLINE_S))


@pytest.mark.slow
def test_too_much_work_is_refused_and_all_is_cancelled_at_the_end() -> None:
    async def story() -> None:
        background, ended = Background(lambda _: None), []

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(True)

        await asyncio.gather(*(background.run(work()) for _ in range(MOST)))
        with pytest.raises(ValueError, match="still busy"):
            await background.run(work())
        await background.close()
        assert len(ended) == MOST

    asyncio.run(asyncio.wait_for(story(), DEADLINE_S))
