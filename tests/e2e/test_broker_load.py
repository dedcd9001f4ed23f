"""Much at real brokers: nothing is dropped for who comes late or is slow, nothing for its size."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from host.cli.club.wall import ClubWall
from host.remote.broker.mosquitto import LARGEST_MESSAGE
from host.remote.record.payload import MAX_BYTES
from host.remote.topics import board_topic
from host.remote.wall.wall import ONLINE
from soak.remote.brokers import KINDS, RealBroker
from tests.e2e.broker_support import WAIT_S, client
from tests.support.brokers import real_broker
from tests.unit.remote.wall.test_wall import STATE

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MATCH = "kamisado/1/match/m/"


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


def test_the_largest_log_and_the_state_of_a_long_match_go_through(broker: RealBroker) -> None:
    assert LARGEST_MESSAGE > 2 * MAX_BYTES

    async def play() -> None:
        large = bytes(LARGEST_MESSAGE)
        async with client(broker.address, "black") as black:
            black.broker.retain(MATCH + "black", large)
            async with client(broker.address, "white") as white:
                white.subscribe(MATCH + "#")
                await white.until_received(MATCH + "black", large)

    asyncio.run(play())


def test_a_wall_asks_again_for_a_state_that_the_broker_has_not_sent(
    each_broker: RealBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.cli.club.wall.ASK_AGAIN_S", 0.05)
    state = json.dumps(STATE).encode()
    lost: list[str] = []
    hear = ClubWall._hear

    def lose_the_first(club: ClubWall, topic: str, payload: bytes) -> None:
        if topic.endswith("/state") and not lost:
            lost.append(topic)
        else:
            hear(club, topic, payload)

    monkeypatch.setattr(ClubWall, "_hear", lose_the_first)

    async def play() -> None:
        async with client(each_broker.address, "table-1") as table:
            for kind, payload in (("presence", ONLINE), ("state", state)):
                table.broker.retain(board_topic("table-1", kind), payload)
            await table.until(lambda: table.connections > 0 and not table.broker.unacknowledged)
            club = ClubWall(each_broker.address)
            running = asyncio.create_task(club.run())
            async with asyncio.timeout(WAIT_S):
                while (board := club.wall.board("table-1")) is None or board["turn"] is None:
                    await asyncio.sleep(0.01)
            running.cancel()
            await asyncio.wait({running})
        assert lost == [board_topic("table-1", "state")]

    asyncio.run(play())
