"""Boards that are taken away: nothing of them is left at a real broker, nor on a wall that runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from host.cli.club import forget as forgetting
from host.cli.club.forget import forget
from host.cli.club.wall import ClubWall
from host.remote.address import BrokerAddress
from host.remote.board_publisher import BoardPublisher
from host.remote.broker.accounts import Role, new_account
from host.remote.broker.mosquitto import MosquittoProcess
from host.remote.topics import board_topic, home_assistant_topic
from tests.e2e.broker_support import client
from tests.support.brokers import real_broker, running_broker

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


KEPT = ("presence", "run", "state", "summary")


@contextlib.asynccontextmanager
async def published(address: BrokerAddress, name: str) -> AsyncIterator[BoardPublisher]:
    """Have a board published as long as the context lasts."""
    board = BoardPublisher(address, name, lambda trouble: None)
    board.publish("state", b"{}")
    board.publish_summary({"turn": "White"})
    running = asyncio.create_task(board.run())
    try:
        async with asyncio.timeout(20):
            while not board._broker.is_connected or board._broker.unacknowledged:
                await asyncio.sleep(0.01)
        yield board
    finally:
        running.cancel()
        await asyncio.wait({running})


def test_a_board_is_taken_away_with_all_that_announces_it(tmp_path: Path) -> None:
    said: list[str] = []

    async def play(address: BrokerAddress) -> None:
        wall = ClubWall(address)
        showing = asyncio.create_task(wall.run())
        for name in ("table 1", "table-2"):
            async with published(address, name):
                pass
        async with client(address, "before") as before:
            before.subscribe("#")
            await before.until_received(board_topic("table-1", "presence"), b"offline")
            await before.until(lambda: wall.wall.board("table-1") is not None)
        await forget(address, ["table 1"], said.append)
        async with client(address, "after") as after:
            after.subscribe("#")
            other = {f"{home_assistant_topic('table-2')}/config"}
            other |= {board_topic("table-2", kind) for kind in KEPT}
            await after.until(lambda: {topic for topic, _ in after.received} >= other)
            await after.until(lambda: wall.wall.board("table-1") is None)
            assert {topic for topic, _ in after.received} == other
        assert wall.wall.board("table-2") is not None
        with pytest.raises(ValueError, match=r"nothing of a board 'table-1': it has table-2"):
            await forget(address, ["table-1"], said.append)
        showing.cancel()

    with running_broker("mosquitto", tmp_path) as broker:
        asyncio.run(play(broker.address))
    assert said == ["table-1 is taken away: 4 messages are deleted."]


@pytest.mark.parametrize("name", ["", " ", "#", "+", "board/x", ".board", "box#ard"])
def test_what_is_no_name_of_a_board_takes_none_away(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a board") as told:
        asyncio.run(forget(BrokerAddress("127.0.0.1", 1), ["board", name], print))
    assert repr(name) in str(told.value)


def test_a_board_that_is_published_now_stays(tmp_path: Path) -> None:
    async def play(address: BrokerAddress) -> None:
        async with published(address, "table-1"):
            await forget(address, ["table-1"], print)

    with (
        running_broker("mosquitto", tmp_path) as broker,
        pytest.raises(ValueError, match="is published now: end its program first"),
    ):
        asyncio.run(play(broker.address))


def test_who_may_not_delete_it_is_told_and_the_boards_own_account_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "DELETED_S", 2.0)
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    roles = {"wall": Role.VIEWER, "table-1": Role.BOARD}
    accounts = {name: new_account(name, "long enough", role) for name, role in roles.items()}
    said: list[str] = []

    async def play() -> None:
        own = await MosquittoProcess.start(tmp_path, port=0, accounts=accounts)
        try:
            at = {
                name: BrokerAddress("127.0.0.1", own.address.port, False, name, "long enough")
                for name in accounts
            }
            async with published(at["table-1"], "table-1"):
                pass
            with pytest.raises(ValueError, match="may not delete the board 'table-1'"):
                await forget(at["wall"], ["table-1"], said.append)
            await forget(at["table-1"], ["table-1"], said.append)
        finally:
            await own.close()

    asyncio.run(play())
    assert said == ["table-1 is taken away: 4 messages are deleted."]
