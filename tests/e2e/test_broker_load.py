"""Many boards at real brokers: nothing is dropped for a viewer that comes late or is slow."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from soak.remote.brokers import KINDS
from tests.e2e.test_broker import client
from tests.support.brokers import real_broker

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize("kind", KINDS)
def test_who_comes_late_or_is_slow_has_the_newest_of_a_whole_hall(
    kind: str, tmp_path: Path
) -> None:
    broker = real_broker(kind, tmp_path)
    topics = [f"kamisado/1/board/table-{number}/state" for number in range(1500)]

    async def play() -> None:
        async with client(broker.address, "hall") as hall:
            for topic in topics:
                hall.broker.retain(topic, b"1")
            await hall.until(lambda: hall.connections > 0 and not hall.broker.unacknowledged)
            async with client(broker.address, "late") as late:
                late.subscribe("kamisado/1/board/+/state")
                await late.until(lambda: len(dict(late.received)) == len(topics))
                for number in (b"2", b"3"):
                    for topic in topics:
                        hall.broker.retain(topic, number)
                await late.until(lambda: set(dict(late.received).values()) == {b"3"})

    broker.start()
    try:
        asyncio.run(play())
    finally:
        broker.kill()
