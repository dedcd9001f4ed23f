"""Rights of an account at a broker, told before anybody relies on them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from host.app.remote import joining
from host.app.remote.broker_check import (
    ANY_BOARD,
    LONG_MATCH,
    MATCH,
    OWN_BOARD,
    PRESENCE,
    BrokerCheck,
    check_broker,
)
from host.app.remote.joining import invite, join
from host.app.remote.known_match import KnownMatch, invited
from host.cli.club.broker_check import sentences
from host.cli.main import main
from host.cli.parser import parser
from host.cli.play import remote_sessions
from host.cli.sessions import agreed_game
from host.engine.game import Side
from host.message import Message
from host.remote.address import BrokerAddress
from host.remote.broker.accounts import Account, Role, new_account, password_file
from host.remote.broker.client import Broker
from host.remote.broker.mosquitto import MosquittoProcess
from host.storage.store import Store
from soak.remote.brokers import KINDS
from tests.e2e.broker_support import client
from tests.support.brokers import real_broker, running_broker

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PASSWORD = "long enough"
DEADLINE_S = 30.0
MAY = {
    Role.PLAYER: {MATCH, PRESENCE, LONG_MATCH},
    Role.BOARD: {OWN_BOARD},
    Role.BOARDS: {OWN_BOARD, ANY_BOARD},
    Role.VIEWER: set[str](),
}


@pytest.fixture(scope="module")
def accounts() -> dict[str, Account]:
    """One of each role, and its name."""
    return {role.value: new_account(role.value, PASSWORD, role) for role in Role}


@asynccontextmanager
async def mosquitto(folder: Path, accounts: dict[str, Account]) -> AsyncIterator[BrokerAddress]:
    """Run Mosquitto; its address, without an account."""
    real_broker("mosquitto", folder)  # or the test is skipped
    own = await MosquittoProcess.start(folder, port=0, accounts=accounts)
    try:
        yield own.address
    finally:
        await own.close()


def as_(role: Role, address: BrokerAddress, password: str = PASSWORD) -> BrokerAddress:
    return replace(address, name=role.value, password=password)


def test_each_role_is_told_what_it_may(tmp_path: Path, accounts: dict[str, Account]) -> None:
    async def play() -> None:
        async with mosquitto(tmp_path, accounts) as address:
            checks = [check_broker(Broker, as_(role, address)) for role in Role]
            found = await asyncio.gather(*checks)
            for role, check in zip(Role, found, strict=True):
                assert check == BrokerCheck(frozenset(MAY[role]), frozenset(MAY[role]))
                told = " ".join(sentences(as_(role, address), check))
                assert ("Matches can be played, the longest" in told) == (role is Role.PLAYER)
                assert ("under any name" in told) == (role is Role.BOARDS)
                assert (f"published as {role.value}" in told) == (role is Role.BOARD)
                assert ("watch boards" in told) == (role is Role.VIEWER)
            for role in (Role.PLAYER, Role.BOARDS):
                async with client(as_(role, address), "later") as later:
                    later.subscribe("kamisado/1/#")
                    await later.until(lambda: later.connections > 0)
                    assert later.received == [], "all is deleted again"

    asyncio.run(play())


@pytest.mark.parametrize("kind", KINDS)
def test_a_broker_without_accounts_lets_everything_be_done(kind: str, tmp_path: Path) -> None:
    with running_broker(kind, tmp_path) as broker:
        found = asyncio.run(check_broker(Broker, broker.address))
        everything = frozenset({MATCH, PRESENCE, LONG_MATCH, ANY_BOARD})
        assert found == BrokerCheck(everything, everything)


def test_a_broker_that_keeps_nothing_or_nothing_long_is_told(tmp_path: Path) -> None:
    with running_broker("mosquitto", tmp_path, "retain_available false") as broker:
        found = asyncio.run(check_broker(Broker, broker.address))
        assert found == BrokerCheck(frozenset(), frozenset(), hangs_up=True)
        assert "allow retained messages" in " ".join(sentences(broker.address, found))
    small = tmp_path / "small"
    small.mkdir()
    broker = real_broker("mosquitto", small)
    configuration = small / "mosquitto.conf"
    text = re.sub("message_size_limit .*", "message_size_limit 10000", configuration.read_text())
    configuration.write_text(text)
    broker.start()
    try:
        found = asyncio.run(check_broker(Broker, broker.address))
    finally:
        broker.kill()
    assert MATCH in found.kept
    assert LONG_MATCH not in found.handed_out
    assert "no long ones" in " ".join(sentences(broker.address, found))


def test_limits_of_packets_and_ids_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for limit, status, told in (
        ("max_packet_size 10000", 0, "no long ones"),
        ("clientid_prefixes club-", 2, "allow those that begin with 'kamisado-'"),
    ):
        folder = tmp_path / limit.replace(" ", "_")
        folder.mkdir()
        with running_broker("mosquitto", folder, limit) as broker:
            assert main(["broker", "check", broker.address.url()]) == status, limit
        said = capsys.readouterr()
        assert told in said.out + said.err


@contextmanager
def admitting_once(
    folder: Path, how: str = "use_username_as_clientid true"
) -> Iterator[BrokerAddress]:
    """Run Mosquitto so that an account can be connected once only."""
    passwords = folder / "known"
    account = new_account("anna", PASSWORD, Role.PLAYER)
    passwords.write_text(password_file({"anna": account}))
    passwords.chmod(0o600)
    once = "use_username_as_clientid true"
    lines = ("allow_anonymous false", f"password_file {passwords}", once)
    with running_broker("mosquitto", folder, *lines) as broker:
        yield replace(broker.address, name="anna", password=PASSWORD)


def test_nobody_is_invited_where_an_account_is_admitted_once(tmp_path: Path) -> None:
    kept: list[KnownMatch] = []

    async def keep(match: KnownMatch) -> None:
        kept.append(match)

    async def forget(match: KnownMatch) -> None:
        kept.remove(match)

    with admitting_once(tmp_path) as address:
        settings = agreed_game(parser().parse_args(["play"]))[0]
        known = invited(address, settings, Side.BLACK, None)
        with pytest.raises(ValueError, match="lets this account in only once at a time"):
            asyncio.run(invite(Broker, known, keep, forget))
    assert kept == []


def test_that_an_account_is_admitted_once_is_found(tmp_path: Path) -> None:
    with admitting_once(tmp_path) as address:
        found = asyncio.run(check_broker(Broker, address))
        assert found.admits_one
        assert "only once at a time" in " ".join(sentences(address, found))
        assert main(["broker", "check", address.url()]) == 1


def test_connections_that_are_ended_again_and_again_are_told_as_that(tmp_path: Path) -> None:
    async def play(address: BrokerAddress) -> None:
        connected, told = asyncio.Event(), asyncio.Event()

        def hear(trouble: Message) -> None:
            if trouble.id == "remote.broker_interrupts":
                told.set()

        one = Broker(address, "one", on_connect=connected.set)
        other = Broker(address, "other", on_trouble=hear)
        running = [asyncio.create_task(one.run())]
        try:
            async with asyncio.timeout(DEADLINE_S):
                await connected.wait()
                running.append(asyncio.create_task(other.run()))
                await told.wait()
        finally:
            for task in running:
                task.cancel()
            await asyncio.wait(running)

    with admitting_once(tmp_path) as address:
        asyncio.run(play(address))


def test_nothing_is_wrong_with_our_own_broker_for_browsers(
    tmp_path: Path, accounts: dict[str, Account]
) -> None:
    async def play() -> None:
        real_broker("mosquitto", tmp_path)  # or the test is skipped
        own = await MosquittoProcess.start(
            tmp_path, port=0, accounts=accounts, websocket=("127.0.0.1", 0)
        )
        try:
            assert own.websocket is not None
            found = await check_broker(Broker, as_(Role.PLAYER, own.websocket))
        finally:
            await own.close()
        everything = frozenset(MAY[Role.PLAYER])
        assert found == BrokerCheck(everything, everything)

    asyncio.run(play())


def test_presence_that_may_not_be_published_is_told(tmp_path: Path) -> None:
    rights = tmp_path / "rights"
    rights.write_text(
        "topic readwrite kamisado/1/match/+/black\ntopic readwrite kamisado/1/match/+/white\n"
    )
    rights.chmod(0o600)
    with running_broker("mosquitto", tmp_path, f"acl_file {rights}") as broker:
        found = asyncio.run(check_broker(Broker, broker.address))
        assert found.handed_out == {MATCH, LONG_MATCH}
        assert "Nobody sees whether the other one is there" in " ".join(
            sentences(broker.address, found)
        )


@pytest.mark.parametrize(
    ("role", "password", "told"),
    [
        (Role.VIEWER, PASSWORD, "keeps nothing that is published for a match"),
        (Role.BOARD, PASSWORD, "keeps nothing that is published for a match"),
        (Role.PLAYER, "wrong", "does not accept this name with this password"),
    ],
)
def test_an_invitation_that_cannot_work_prints_no_link_and_leaves_nothing(
    role: Role,
    password: str,
    told: str,
    tmp_path: Path,
    accounts: dict[str, Account],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joining, "KEPT_S", 1.0)
    said: list[str] = []
    data = tmp_path / "matches.sqlite"

    async def play() -> None:
        async with mosquitto(tmp_path / "broker", accounts) as address:
            options = parser().parse_args(
                ["play", "--invite", as_(role, address, password).url(), "--data", str(data)]
            )
            await remote_sessions.invite(options, agreed_game(options)[0], said.append)

    with pytest.raises(ValueError, match=told):
        asyncio.run(play())
    assert said == []
    with closing(Store(data)) as store:
        assert store.latest_link() is None


def test_who_joins_with_an_account_that_may_not_is_told(
    tmp_path: Path, accounts: dict[str, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "KEPT_S", 1.0)
    kept: list[KnownMatch] = []

    async def keep(known: KnownMatch) -> None:
        kept.append(known)

    async def forget(known: KnownMatch) -> None:
        kept.remove(known)

    async def play() -> None:
        settings = agreed_game(parser().parse_args(["play"]))[0]
        async with mosquitto(tmp_path, accounts) as address:
            known = invited(as_(Role.PLAYER, address), settings, Side.BLACK, None)
            await invite(Broker, known, keep, forget)
            assert kept == [known]
            # The board of a hall reads everything, and writes none of it.
            link = replace(known.invitation, broker=as_(Role.BOARD, address))
            await join(Broker, link, keep, forget)

    with pytest.raises(ValueError, match="keeps nothing that is published for a match"):
        asyncio.run(play())
    assert len(kept) == 1
