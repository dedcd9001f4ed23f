"""The wall of a club under load: it shows the newest states, and its pages are never held up."""

from __future__ import annotations

import asyncio

import pytest

from host.cli.club.wall import AT_ONCE, ClubWall
from host.remote.address import BrokerAddress
from host.remote.topics import board_topic
from host.remote.wall.wall import Wall

DEADLINE_S = 20.0


def clock(seconds: int) -> bytes:
    return b'{"white":%d,"black":null,"running":null,"text":""}' % seconds


def shown_s(club: ClubWall, name: str) -> object:
    """White's time as pages have it; None if there is no such board."""
    board = club.feed.board(name)
    told = None if board is None else board["clock"]
    return told["white"] if isinstance(told, dict) else None


def test_of_what_waits_only_the_newest_of_each_topic_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    hear = Wall.hear

    def counted(wall: Wall, topic: str, payload: bytes, now_ms: int) -> None:
        read.append(topic)
        hear(wall, topic, payload, now_ms)

    monkeypatch.setattr(Wall, "hear", counted)

    async def story() -> None:
        club = ClubWall(BrokerAddress("127.0.0.1", 1))
        reading = asyncio.create_task(club._read())
        names = [f"table-{number}" for number in range(5 * AT_ONCE)]
        topics = [board_topic(name, "clock") for name in names]
        for seconds in range(30):
            for topic in topics:
                club._hear(topic, clock(seconds))
        club._hear(topics[0], clock(99))
        turns = 0
        async with asyncio.timeout(DEADLINE_S):
            while shown_s(club, names[0]) != 99:
                turns += 1
                await asyncio.sleep(0)
        assert read == [*topics[1:], topics[0]]
        assert {shown_s(club, name) for name in names[1:]} == {29}
        assert turns >= 5  # pages have their turns while much is read
        club._hear(topics[1], clock(7))
        async with asyncio.timeout(DEADLINE_S):
            while shown_s(club, names[1]) != 7:
                await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading})

    asyncio.run(story())
