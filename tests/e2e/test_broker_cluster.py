"""Three NATS servers as one broker, with the configuration that the documents give."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from paho.mqtt import publish

from host.remote.board_publisher import BoardPublisher
from host.remote.broker.client import Broker
from soak.remote.brokers import RealBroker
from tests.support.brokers import real_broker

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DOCUMENT = Path(__file__).parents[2] / "docs" / "club.md"
WAIT_S = 120.0
LOOK_S = 5.0
REMEMBERED_S = 150.0
"""More than the two minutes for which a NATS server remembers what it has told of what is kept."""
STATE = "kamisado/1/board/table-1/state"


def configuration(number: int, ports: list[int], mqtt_port: int, folder: Path) -> str:
    """Return the configuration of the documents for a server on this computer.

    Args:
        number: of the server.
        ports: at which the servers find each other.
        mqtt_port: at which it is a broker.
        folder: for what it keeps.
    """
    section = DOCUMENT.read_text("utf-8").partition("## A cluster\n")[2]
    text = section.split("```")[1]
    routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports if port != ports[number])
    for documented, here in (
        ("server_name: one", f"server_name: s{number}\nport: -1"),
        ("/var/lib/nats", str(folder)),
        ("1883", str(mqtt_port)),
        ("0.0.0.0:6222", f"127.0.0.1:{ports[number]}"),
        ('"nats://two:6222", "nats://three:6222"', routes),
    ):
        assert text.count(documented) == 1
        text = text.replace(documented, here)
    return text


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[RealBroker]]:
    """Three servers that are one broker."""
    with ExitStack() as free:
        taken = [free.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        ports = [server.getsockname()[1] for server in taken]
    made = []
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        server = real_broker("nats-server", folder)
        text = configuration(number, ports, server.address.port, folder)
        (folder / "nats.conf").write_text(text)
        made.append(server)
    for server in made:
        server.start()
    yield made
    for server in made:
        server.kill()


def retain(server: RealBroker, account: str, topic: str, payload: bytes) -> None:
    """Publish something with an account of the documents, and wait until that is acknowledged."""
    address = server.address
    login = {"username": account, "password": "PASSWORD"}
    publish.single(topic, payload, 1, True, address.host, address.port, auth=login)  # type: ignore[arg-type]


class Viewer:
    """A wall at a server.

    Attributes:
        told: states of the board, in order.
    """

    def __init__(self, server: RealBroker) -> None:
        self.told: list[bytes] = []
        wall = replace(server.address, name="wall", password="PASSWORD")
        viewer = Broker(wall, f"viewer-{server.address.port}")
        viewer.subscribe(STATE, lambda _, state: self.told.append(state))
        self._running = asyncio.create_task(viewer.run())

    async def until(self, state: bytes, wait_s: float = WAIT_S) -> None:
        """Wait until it was told a state."""
        async with asyncio.timeout(wait_s):
            while state not in self.told:
                await asyncio.sleep(0.02)

    async def close(self) -> None:
        """End it."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


async def seen(server: RealBroker, state: bytes) -> None:
    """Wait until a wall that comes late to a server is told a state, and nothing forged.

    The servers of a cluster learn what is kept one after the other: who comes in between is told
    what was kept before, and so may be who comes after that, as a NATS server remembers it.
    """
    deadline_s = time.monotonic() + WAIT_S + REMEMBERED_S
    while True:
        viewer = Viewer(server)
        try:
            await viewer.until(state, LOOK_S)
        except TimeoutError:
            assert time.monotonic() < deadline_s, f"{viewer.told} is not {state!r}"
        else:
            return
        finally:
            await viewer.close()
            assert b"forged" not in viewer.told


def test_what_one_server_keeps_the_others_have_and_one_may_fail(servers: list[RealBroker]) -> None:
    one, two, three = servers

    async def story() -> None:
        address = replace(one.address, name="table-1", password="PASSWORD")
        board = BoardPublisher(address, "table-1", lambda _: None)
        board.publish("state", b"1")
        running = asyncio.create_task(board.run())
        viewer = Viewer(two)
        await viewer.until(b"1")
        three.kill()
        board.publish("state", b"2")
        await viewer.until(b"2")
        three.start()
        await seen(three, b"2")
        await viewer.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(story())


@pytest.mark.parametrize("stranger", ["wall", "anna"])
def test_each_account_writes_its_own_only(servers: list[RealBroker], stranger: str) -> None:
    one, two, _ = servers
    retain(one, "table-1", STATE, b"1")
    asyncio.run(seen(two, b"1"))
    retain(two, stranger, STATE, b"forged")
    asyncio.run(seen(two, b"1"))
    retain(one, "table-1", STATE, b"2")
    asyncio.run(seen(one, b"2"))
