"""The last will at real brokers: who has died is told, also once it was renewed."""

from __future__ import annotations

import asyncio
import socket

import pytest

from host.remote.broker.connection import AioConnection
from host.remote.broker.retaining_client import Retained
from soak.remote.brokers import RealBroker
from tests.e2e.broker_support import client

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MATCH = "kamisado/1/match/m/"


def test_the_last_will_is_told_of_a_client_that_has_died_and_of_one_that_leaves(
    each_broker: RealBroker,
) -> None:
    async def play() -> None:
        will = Retained(MATCH + "black/presence", b"away")
        async with client(each_broker.address, "viewer") as viewer:
            viewer.subscribe(MATCH + "black/presence")
            for _ in range(2):
                async with client(each_broker.address, "black", will) as black:
                    black.broker.retain(MATCH + "black/presence", b"here")
                    await viewer.until(lambda: viewer.received[-1:] == [(will.topic, b"here")])
                await viewer.until(lambda: viewer.received[-1:] == [(will.topic, b"away")])

    asyncio.run(play())


def test_a_last_will_that_was_renewed_is_told_in_the_place_of_the_first(
    each_broker: RealBroker,
) -> None:
    async def play() -> None:
        will = Retained(MATCH + "black/presence", b"away")
        async with client(each_broker.address, "viewer") as viewer:
            viewer.subscribe(will.topic)
            async with client(each_broker.address, "black", will) as black:
                await black.until(lambda: black.connections == 1)
                black.broker.renew_will(b"away later")
                await black.until(lambda: black.connections == 2)
                assert isinstance(black.broker._connection, AioConnection)
                line = black.broker._connection._client._client.socket()
                assert line is not None
                line.shutdown(socket.SHUT_RDWR)
                await viewer.until_received(will.topic, b"away later")
                assert (will.topic, b"away") not in viewer.received
                assert [told.id for told in black.troubles] in ([], ["remote.broker_lost"])

    asyncio.run(play())
