"""A match with a player at another board that fails, or that a refused request would end."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from host.app.application import Application
from host.app.board_choice import BoardOptions
from host.app.compose import Composition, compose
from host.app.remote import far_match, joining
from host.app.remote.known_match import KnownMatch, invited
from host.cli.desktop import Desktop
from host.engine.game import Side
from host.engine.registry import game_named
from host.message import Message
from host.recognition.history import StoredPly
from host.remote.address import BrokerAddress
from host.remote.broker.retaining_client import Retained
from host.remote.match.presence import (
    Presence,
    PresenceReader,
    PresenceWriter,
    ToldPresence,
    log_topic,
    presence_topic,
)
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.autosave import Autosave
from host.storage.store import Store
from host.worker.thread import WorkerThread
from tests.e2e.virtual_board import DEADLINE_S, until

pytestmark = pytest.mark.e2e

SINGLE = MatchSettings(game_named("kamisado-single"))
INVITE = {"t": "far_invite", "game": "kamisado-single", "broker": "b.example", "plays": "black"}


class Client:
    """A client of a broker that nobody else uses, and that may fail.

    Attributes:
        fault: set to have it fail.
        wills: the last wills that took the place of the first.
    """

    is_connected = True
    unacknowledged: frozenset[str] = frozenset()
    fault = asyncio.Event()

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Retained | None,
        on_connect: Callable[[], None],
        on_trouble: Callable[[Message], None],
    ) -> None:
        self.on_connect = on_connect
        self.handlers: list[tuple[str, Callable[[str, bytes], None]]] = []
        self.wills: list[bytes] = []

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        self.handlers.append((topic_filter, handler))

    def retain(self, topic: str, payload: bytes) -> None:
        for wanted, handler in self.handlers:
            if wanted == topic:
                asyncio.get_running_loop().call_soon(handler, topic, payload)

    def renew_will(self, payload: bytes) -> None:
        self.wills.append(payload)

    async def run(self) -> None:
        self.on_connect()
        await self.fault.wait()
        raise RuntimeError("a fault of the client")


@asynccontextmanager
async def program(path: Path, kind: type[Client] = Client) -> AsyncIterator[Application]:
    """Play a game for two people on a virtual board.

    Args:
        path: of the saved matches.
        kind: of the client that far matches get.
    """

    Client.fault = asyncio.Event()
    session = Session(SINGLE)
    autosave = Autosave(session, Store(path), None, WorkerThread("autosave"))
    board = BoardOptions("virtual")
    composition = Composition(session, Desktop(), board, autosave, make_client=kind)
    try:
        async with asyncio.timeout(DEADLINE_S), compose(composition) as app:
            yield app
    finally:
        autosave.close()


@asynccontextmanager
async def inviting(path: Path) -> AsyncIterator[Application]:
    """Play on a virtual board a match to which somebody is invited."""
    async with program(path) as app:
        assert await app.ask(INVITE, Role.OWNER) is None
        session = app.mode
        assert isinstance(session, Session)
        await until(app, lambda: session.settings.far_side is not None)
        yield app


class Deaf(Client):
    """A client of a broker that lets no more be written by this account, and says nothing."""

    def retain(self, topic: str, payload: bytes) -> None:
        pass


class AbsentInviter(Client):
    """A client of a broker that has kept the log of an inviter who is not there now."""

    known = invited(BrokerAddress("b.example", 1883), SINGLE, Side.BLACK, None)

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        super().subscribe(topic_filter, handler)
        if topic_filter == log_topic(self.known.invitation.match, Side.BLACK):
            handler(topic_filter, self.known.match.own_payload())


async def far_told(app: Application) -> Mapping[str, object]:
    """Return the newest message about the far player."""
    page = app.connect(leds=False)
    try:
        while True:
            told = await page.next()
            if isinstance(told, Mapping) and told["t"] == "far":
                return told
    finally:
        page.close()


def save_spoiled(path: Path, known: KnownMatch | None) -> int:
    """Save a match with a move that no rule allows; return its number.

    Args:
        path: of the file.
        known: the match with a far player that it is; None for one of two people here.
    """
    session = Session(SINGLE if known is None else known.settings)
    session.restore([StoredPly("e8g6")])
    with closing(Store(path)) as store:
        autosave = Autosave(session, store)
        autosave(0)
        assert autosave.match is not None
        if known is not None:
            store.save_remote(replace(known, number=autosave.match).row())
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE plies SET text = 'e8e8'")
    return autosave.match


@pytest.mark.parametrize("is_far", [False, True])
def test_a_saved_match_that_is_refused_leaves_the_far_match_on_the_board(
    tmp_path: Path, is_far: bool
) -> None:
    path = tmp_path / "matches.sqlite"
    other = invited(BrokerAddress("b.example", 1883), SINGLE, Side.BLACK, None)
    number = save_spoiled(path, other if is_far else None)

    async def story() -> None:
        async with inviting(path) as app:
            refused = await app.ask({"t": "open", "match": number}, Role.OWNER)
            assert "cannot be resumed" in str(refused)
            assert (await far_told(app))["stage"] == "inviting"

    asyncio.run(story())


def test_an_inviter_who_was_not_seen_yet_is_away_for_whoever_has_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "SEAT_S", 0.01)

    async def story() -> None:
        async with program(tmp_path / "matches.sqlite", AbsentInviter) as app:
            join = {"t": "far_join", "link": AbsentInviter.known.invitation.link}
            assert await app.ask(join, Role.OWNER) is None
            told = await far_told(app)
            assert (told["stage"], told["presence"]) == ("playing", "away")
            asked: list[object] = []
            assert await app.ask({"t": "invitation"}, Role.OWNER, asked.append) is None
            (invitation,) = asked
            assert isinstance(invitation, dict)
            assert invitation["link"] is None

    asyncio.run(story())


def test_whoever_dies_after_the_clock_was_put_back_is_shown_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with inviting(tmp_path / "matches.sqlite") as app:
            assert app._far_matches is not None
            assert app._far_matches._matches is not None
            far = app._far_matches._matches._current
            assert far is not None
            id, key = far.known.invitation.match, far.known.invitation.key
            earlier = PresenceWriter(id, Side.BLACK, key, 2 * time.time_ns() // 1_000_000)
            reader, client = PresenceReader(id, Side.BLACK, key), far._client
            assert isinstance(client, Client)
            kept = earlier.payload(Presence.THINKING)
            assert reader.read(kept) is not None
            client.retain(presence_topic(id, Side.BLACK), kept)
            while not client.wills:
                await asyncio.sleep(0)  # nothing changes that the application tells
            assert reader.read(client.wills[-1]) == ToldPresence(Presence.AWAY)

    asyncio.run(story())


def test_a_broker_that_keeps_nothing_any_more_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(far_match, "UNHEARD_S", 0.05)
    known = invited(BrokerAddress("b.example", 1883), SINGLE, Side.BLACK, None)
    path = tmp_path / "matches.sqlite"
    with closing(Store(path)) as store:
        store.save_remote(known.row())

    async def story() -> str:
        async with program(path, Deaf) as app:
            page = app.connect(leds=False)
            assert (
                await app.ask({"t": "far_join", "link": known.invitation.link}, Role.OWNER) is None
            )
            while True:
                told = str(await page.next())
                if "keeps_nothing" in told:
                    return told

    assert "b.example" in asyncio.run(story())


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
