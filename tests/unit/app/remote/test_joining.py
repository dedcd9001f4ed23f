"""Joining: one of two hosts that come at once gets the seat, and the other is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.app.remote import joining
from host.app.remote.broker_client import BrokerClient
from host.app.remote.joining import invite, join, reach
from host.app.remote.known_match import KnownMatch, invited
from host.engine.game import Side
from host.engine.registry import game_named
from host.message import Message, message
from host.remote.address import BrokerAddress
from host.remote.broker.retaining_client import Retained
from host.remote.match.presence import log_topic
from host.remote.record.errors import RefusedRecordError
from host.session.match_settings import MatchSettings

ADDRESS = BrokerAddress("example.org", 1883)


class Broker:
    """A broker in memory, which hands messages on in a later turn of the loop."""

    def __init__(self, trouble: Message | None = None, most: int = 9) -> None:
        self.most = most  # connections that are admitted
        self.retained: dict[str, bytes] = {}
        self.handlers: list[tuple[str, Callable[[str, bytes], None]]] = []
        self.trouble = trouble

    def make_client(
        self,
        _address: BrokerAddress,
        _client_id: str,
        _will: Retained | None,
        on_connect: Callable[[], None],
        on_trouble: Callable[[Message], None],
    ) -> BrokerClient:
        return Client(self, on_connect, on_trouble)

    def publish(self, topic: str, payload: bytes) -> None:
        self.retained[topic] = payload
        for wanted, handler in self.handlers:
            if wanted == topic:
                asyncio.get_running_loop().call_soon(handler, topic, payload)


class Client:
    """A client of it."""

    is_connected = True
    unacknowledged: frozenset[str] = frozenset()

    def __init__(
        self,
        broker: Broker,
        on_connect: Callable[[], None],
        on_trouble: Callable[[Message], None],
    ) -> None:
        self.broker, self.on_connect, self.on_trouble = broker, on_connect, on_trouble

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        self.broker.handlers.append((topic_filter, handler))
        if topic_filter in self.broker.retained:
            payload = self.broker.retained[topic_filter]
            asyncio.get_running_loop().call_soon(handler, topic_filter, payload)

    def retain(self, topic: str, payload: bytes) -> None:
        self.broker.publish(topic, payload)

    def renew_will(self, payload: bytes) -> None:
        """Publish nothing when this ends."""

    async def run(self) -> None:
        self.broker.most -= 1
        if self.broker.most < 0:
            self.on_trouble(message("remote.broker_silent", address="it", scheme="mqtts"))
        elif self.broker.trouble is None:
            self.on_connect()
        else:
            self.on_trouble(self.broker.trouble)
        await asyncio.get_running_loop().create_future()


class Inviter:
    """The host of the inviter, which answers who comes if it is there."""

    def __init__(self, broker: Broker) -> None:
        settings = MatchSettings(game_named("kamisado-single"))
        self.known = invited(ADDRESS, settings, Side.BLACK, None)
        self.broker = broker
        self.refused: list[str] = []
        self.topic = log_topic(self.known.invitation.match, Side.BLACK)
        broker.publish(self.topic, self.known.match.own_payload())

    def come(self) -> None:
        white = log_topic(self.known.invitation.match, Side.WHITE)
        Client(self.broker, lambda: None, lambda _: None).subscribe(white, self.receive)

    def receive(self, _topic: str, payload: bytes) -> None:
        try:
            self.known.match.take_in(payload)
        except RefusedRecordError as error:
            self.refused.append(error.reason.id)
        self.broker.publish(self.topic, self.known.match.own_payload())


class Joiner:
    """A host that joins, with what it keeps."""

    def __init__(self) -> None:
        self.kept: list[KnownMatch] = []

    async def keep(self, known: KnownMatch) -> None:
        self.kept.append(known)

    async def forget(self, known: KnownMatch) -> None:
        self.kept.remove(known)

    async def join(self, broker: Broker, inviter: Inviter) -> KnownMatch:
        return await join(broker.make_client, inviter.known.invitation, self.keep, self.forget)


def test_of_two_that_join_at_once_one_has_the_seat_and_the_other_is_told() -> None:
    joiners = Joiner(), Joiner()

    async def run() -> list[KnownMatch | BaseException]:
        broker = Broker()
        inviter = Inviter(broker)
        inviter.come()
        results = await asyncio.gather(
            *(joiner.join(broker, inviter) for joiner in joiners), return_exceptions=True
        )
        (seated,) = [result for result in results if isinstance(result, KnownMatch)]
        assert inviter.known.match.admitted == seated.match.own_log.device
        return results

    results = asyncio.run(run())
    (told,) = [result for result in results if isinstance(result, BaseException)]
    assert isinstance(told, ValueError)
    assert "somebody else has joined" in str(told)
    assert sorted(len(joiner.kept) for joiner in joiners) == [0, 1]


def test_who_comes_later_is_told_before_anything_is_kept() -> None:
    first, second = Joiner(), Joiner()

    async def run() -> None:
        broker = Broker()
        inviter = Inviter(broker)
        inviter.come()
        await first.join(broker, inviter)
        await second.join(broker, inviter)

    with pytest.raises(ValueError, match="somebody else has joined"):
        asyncio.run(run())
    assert (len(first.kept), len(second.kept)) == (1, 0)


def test_a_match_is_kept_before_the_inviter_hears_of_it() -> None:
    joiner = Joiner()
    seen: list[int] = []

    async def run() -> None:
        broker = Broker()
        inviter = Inviter(broker)
        receive = inviter.receive
        inviter.receive = lambda topic, payload: (  # type: ignore[method-assign]
            seen.append(len(joiner.kept)),
            receive(topic, payload),
        )[1]
        inviter.come()
        await joiner.join(broker, inviter)

    asyncio.run(run())
    assert seen == [1]


def test_the_inviter_need_not_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "SEAT_S", 0.01)

    async def run() -> KnownMatch:
        broker = Broker()
        return await Joiner().join(broker, Inviter(broker))

    assert asyncio.run(run()).match.admitted is None


def test_a_link_to_no_match_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "INVITATION_S", 0.01)

    async def run() -> None:
        await Joiner().join(Broker(), Inviter(Broker()))

    with pytest.raises(ValueError, match="has no match for this link"):
        asyncio.run(run())


def test_a_broker_that_is_not_reached_is_told_at_once() -> None:
    trouble = message("remote.broker_not_running", address=str(ADDRESS))
    with pytest.raises(ValueError, match=r"No broker answers at mqtt://example\.org"):
        asyncio.run(reach(Broker(trouble).make_client, ADDRESS))


@pytest.mark.parametrize("most", [1, 2])
def test_nobody_is_invited_where_no_second_connection_is_admitted(most: int) -> None:
    host = Joiner()
    known = invited(ADDRESS, MatchSettings(game_named("kamisado-single")), Side.BLACK, None)
    inviting = invite(Broker(most=most).make_client, known, host.keep, host.forget)
    if most == 1:
        with pytest.raises(ValueError, match="lets this account in only once at a time"):
            asyncio.run(inviting)
    else:
        asyncio.run(inviting)
    assert len(host.kept) == most - 1
