"""A board at a real broker: its state is there for who comes later, and its end is told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from host.message import Message
from host.remote import board_publisher
from host.remote.address import parse_address
from host.remote.board_publisher import BoardPublisher
from host.remote.broker.accounts import Role, new_account, read_accounts, write_accounts
from host.remote.broker.client import Broker
from host.remote.broker.mosquitto import MosquittoProcess
from soak.remote.brokers import KINDS
from tests.e2e.club_support import Club, club, hear_all
from tests.e2e.program import playing
from tests.support.brokers import real_broker
from tests.support.running import running

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WAIT_S = 60.0
PASSWORD = "a password"
BOARD = "kamisado/1/board/Table-3/"


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_is_published_until_its_program_ends(kind: str, tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    broker = real_broker(kind, tmp_path / "broker")
    broker.start()
    url = broker.address.url()
    seen: dict[str, bytes] = {}

    async def watch(holds: Callable[[], bool]) -> None:
        """Look as somebody does who comes late, until something holds."""
        seen.clear()
        viewer = Broker(broker.address, "viewer")
        viewer.subscribe("#", seen.__setitem__)
        running = asyncio.create_task(viewer.run())
        try:
            async with asyncio.timeout(WAIT_S):
                while not holds():
                    await asyncio.sleep(0.02)
        finally:
            await _end(running)

    def summary() -> dict[str, str]:
        told: dict[str, str] = json.loads(seen.get(BOARD + "summary", b"{}"))
        return told

    try:
        with playing(
            tmp_path, "--board", "virtual", "--club", url, "--club-name", "Table 3"
        ) as game:
            game.until(lambda: game.state.get("phase") == "play")
            asyncio.run(watch(lambda: summary().get("turn") == "black"))
            assert seen[BOARD + "presence"] == b"online"
            assert json.loads(seen["homeassistant/device/kamisado-Table-3/config"])["origin"]
            game.move("d8", "d5")
            asyncio.run(watch(lambda: summary().get("turn") == "white"))
            state = json.loads(seen[BOARD + "state"])
            assert [move["text"] for move in state["moves"]] == ["d8d5"]
            assert summary()["last_move"] == "Pink 3 Orange"
            game.process.kill()
            game.process.communicate()
            asyncio.run(watch(lambda: seen.get(BOARD + "presence") == b"offline"))
    finally:
        broker.kill()


def test_a_broker_that_does_not_answer_is_told_in_the_shell_as_no_page_may_be_open() -> None:
    options = ("--no-browser", "--listen", "127.0.0.1:0", "--board", "virtual")
    command = ("play", *options, "--club", "mqtt://127.0.0.1:9")
    with running(sys.executable, "-m", "host", *command) as process:
        assert process.stdout is not None
        late = threading.Timer(WAIT_S, process.kill)
        late.start()
        assert any("No broker answers at mqtt://127.0.0.1:9" in line for line in process.stdout)
        late.cancel()


@pytest.mark.parametrize("kind", KINDS)
def test_two_boards_of_one_name_are_told(kind: str, tmp_path: Path) -> None:
    broker = real_broker(kind, tmp_path)
    broker.start()
    told: dict[str, list[Message]] = {"old": [], "first": [], "second": []}

    async def publish() -> None:
        seen: list[bytes] = []
        viewer = Broker(broker.address, "viewer")
        viewer.subscribe("kamisado/1/board/hall/state", lambda _, state: seen.append(state))
        running = [asyncio.create_task(viewer.run())]
        try:
            async with asyncio.timeout(WAIT_S):
                for name, troubles in told.items():
                    board = BoardPublisher(broker.address, "hall", troubles.append)
                    board.publish("state", name.encode())
                    running.append(asyncio.create_task(board.run()))
                    while name.encode() not in seen:
                        await asyncio.sleep(0.01)
                    if name == "old":  # its program ends before the next one begins
                        await _end(running.pop())
                while not told["first"]:
                    await asyncio.sleep(0.01)
        finally:
            for task in running:
                await _end(task)

    try:
        asyncio.run(publish())
    finally:
        broker.kill()
    ids = {name: [trouble.id for trouble in troubles] for name, troubles in told.items()}
    assert ids == {"old": [], "first": ["remote.board_name_taken"], "second": []}


def test_a_board_that_its_account_may_not_publish_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_publisher, "HEARTBEAT_S", 0.3)
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    accounts = {"table-1": new_account("table-1", "long enough", Role.BOARD)}
    told: dict[str, list[Message]] = {"table-1": [], "hall": []}

    async def publish() -> None:
        own = await MosquittoProcess.start(tmp_path, port=0, accounts=accounts)
        address = replace(own.address, name="table-1", password="long enough")
        boards = [BoardPublisher(address, name, troubles.append) for name, troubles in told.items()]
        running = [asyncio.create_task(board.run()) for board in boards]
        try:
            async with asyncio.timeout(WAIT_S):
                while not told["hall"]:
                    await asyncio.sleep(0.01)
                while boards[0]._beats <= board_publisher.UNHEARD_BEATS:
                    await asyncio.sleep(0.01)
        finally:
            for task in running:
                await _end(task)
            await own.close()

    asyncio.run(publish())
    ids = {name: [trouble.id for trouble in troubles] for name, troubles in told.items()}
    assert ids == {"table-1": [], "hall": ["remote.board_unheard"]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_wall_at_a_broker_outlasts_its_boards_and_its_death(kind: str, tmp_path: Path) -> None:
    broker = real_broker(kind, tmp_path)
    broker.start()

    def clock(white_ms: int) -> bytes:
        return b'{"white":%d,"black":2,"running":null,"text":"1+0"}' % white_ms

    async def until(wall: Club, live: str, white_ms: int) -> None:
        """Look as a page that comes late, until the wall shows something."""

        def shown() -> tuple[object, object]:
            with wall.connect() as viewer:
                board = hear_all(viewer).get("hall", {})
            told = board.get("clock")
            return board.get("live"), told["white"] if isinstance(told, dict) else None

        while await asyncio.to_thread(shown) != (live, white_ms):
            await asyncio.sleep(0.05)

    async def story(wall: Club) -> None:
        board = BoardPublisher(broker.address, "hall", lambda _: None)
        running = asyncio.create_task(board.run())
        async with asyncio.timeout(WAIT_S):
            board.publish("clock", clock(1))
            await until(wall, "live", 1)
            broker.kill()
            board.publish("clock", clock(3))
            broker.start()
            await until(wall, "live", 3)
            await _end(running)
            await until(wall, "offline", 3)

    try:
        with club(tmp_path, at=broker.address.url()) as wall:
            asyncio.run(story(wall))
    finally:
        broker.kill()


def test_a_started_broker_with_accounts_has_one_for_the_wall(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    accounts = {"table-1": new_account("table-1", PASSWORD, Role.BOARD)}
    write_accounts(tmp_path / "kamisado" / "broker", accounts)

    async def publish(running: Club) -> dict[str, dict[str, object]]:
        address = replace(parse_address(running.broker), name="table-1", password=PASSWORD)
        board = BoardPublisher(address, "table-1", lambda _: None)
        board.publish("clock", b'{"white":1,"black":2,"running":null,"text":"1+0"}')
        task = asyncio.create_task(board.run())
        try:
            while not (boards := await asyncio.to_thread(seen, running)):
                await asyncio.sleep(0.05)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return boards

    def seen(running: Club) -> dict[str, dict[str, object]]:
        with running.connect() as viewer:
            told = hear_all(viewer)
            return told if told.get("table-1", {}).get("clock") else {}

    with club(tmp_path) as running:
        boards = asyncio.run(asyncio.wait_for(publish(running), WAIT_S))
    assert boards["table-1"]["live"] == "live"
    assert read_accounts(tmp_path / "kamisado" / "broker") == accounts, "its own is not kept"


def test_the_wall_ends_with_its_broker_and_says_so(tmp_path: Path) -> None:
    with club(tmp_path) as running:
        os.kill(running.broker_pid, signal.SIGKILL)
        output = running.process.communicate(timeout=WAIT_S)[0]
    assert (running.process.returncode, output) == (1, "kamisado: the broker has ended\n")


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
