"""A match with a player at another board that fails, or that a refused request would end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from host.app.application import Application
from host.app.remote.broker_client import BrokerClient
from host.app.remote.far_matches import FarMatches
from host.cli.desktop import Desktop
from host.engine.registry import game_named
from host.message import Message
from host.remote.address import BrokerAddress
from host.session.match_settings import MatchSettings
from host.session.role import Role
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.store import Store
from host.worker.thread import WorkerThread
from tests.e2e.virtual_board import DEADLINE_S, until

pytestmark = pytest.mark.e2e

INVITE = {"t": "far_invite", "game": "kamisado-single", "broker": "b.example", "plays": "black"}


class Client:
    """A client of a broker that nobody else uses, and that may fail.

    Attributes:
        fault: set to have it fail.
    """

    is_connected = True
    unacknowledged: frozenset[str] = frozenset()
    fault = asyncio.Event()

    def __init__(
        self,
        _address: BrokerAddress,
        _client_id: str,
        _will: tuple[str, bytes] | None,
        on_connect: Callable[[], None],
        _on_trouble: Callable[[Message], None],
    ) -> None:
        self.on_connect = on_connect

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        pass

    def retain(self, topic: str, payload: bytes) -> None:
        pass

    async def run(self) -> None:
        self.on_connect()
        await self.fault.wait()
        raise RuntimeError("a fault of the client")


def make_client(
    address: BrokerAddress,
    client_id: str,
    will: tuple[str, bytes] | None,
    on_connect: Callable[[], None],
    on_trouble: Callable[[Message], None],
) -> BrokerClient:
    return Client(address, client_id, will, on_connect, on_trouble)


@asynccontextmanager
async def inviting(path: Path) -> AsyncIterator[Application]:
    """Play on a virtual board a match to which somebody is invited."""
    Client.fault = asyncio.Event()
    session = Session(MatchSettings(game_named("kamisado-single")))
    autosave = Autosave(session, Store(path), None, WorkerThread("autosave"))
    app = Application(Desktop(), session, "virtual", 1, autosave)
    matches = FarMatches(app, autosave, make_client, app.requests.put_on)
    app.far_matches = matches
    try:
        async with asyncio.timeout(DEADLINE_S), app.running():
            assert await app.ask(INVITE, Role.OWNER) is None
            await until(app, lambda: session.settings.far_side is not None)
            yield app
            await matches.leave()
    finally:
        autosave.close()


def test_a_fault_of_the_far_match_ends_what_is_played_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with inviting(tmp_path / "matches.sqlite"):
            Client.fault.set()
            await asyncio.Event().wait()

    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(story())
    assert raised.group_contains(RuntimeError, match="a fault of the client")


def test_a_new_game_that_is_refused_leaves_the_far_match_on_the_board(tmp_path: Path) -> None:
    async def story() -> None:
        async with inviting(tmp_path / "matches.sqlite") as app:
            new = {"t": "new", "game": "kamisado-single", "clock": "", "position": "none"}
            assert await app.ask(new, Role.OWNER) is not None
            asked: list[object] = []
            assert await app.ask({"t": "invitation"}, Role.OWNER, asked.append) is None
            (told,) = asked
            assert isinstance(told, dict)
            assert str(told["link"]).startswith("kamisado:join")

    asyncio.run(story())
