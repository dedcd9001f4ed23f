"""The tab's client at a real broker, in CPython: only the WebSocket is not the browser's."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from browser.broker import TabBroker
from browser.javascript import JavaScript
from host.remote.broker.accounts import Role, new_account
from host.remote.broker.mosquitto import MosquittoProcess
from host.remote.broker.retaining_client import Retained
from soak.remote.brokers import RealBroker
from tests.e2e.broker_support import client
from tests.support.brokers import real_broker
from tests.unit.browser.browser_socket import Scripts

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

MATCH = "kamisado/1/match/m/"
tab = partial(TabBroker, cast(JavaScript, Scripts()))


def test_a_tab_and_a_program_meet_and_outlast_the_broker(each_broker: RealBroker) -> None:
    large = bytes(range(256)) * 64

    async def play() -> None:
        async with client(each_broker.websocket, "black", make=tab) as black:
            black.broker.retain(MATCH + "black", b"1")
            black.subscribe(MATCH + "white")
            await black.until(lambda: black.connections > 0 and not black.broker.unacknowledged)
            async with client(each_broker.address, "white") as white:
                white.subscribe(MATCH + "+")
                await white.until_received(MATCH + "black", b"1")
                white.broker.retain(MATCH + "white", large)
                await black.until_received(MATCH + "white", large)
                each_broker.kill()
                await black.until_told("remote.broker_lost")
                await black.until_told("remote.websocket_unanswered")
                black.broker.retain(MATCH + "black", large)
                assert black.broker.unacknowledged == {MATCH + "black"}
                each_broker.start()
                await white.until_received(MATCH + "black", large)
                await black.until(lambda: not black.broker.unacknowledged)
                black.broker.retain(MATCH + "black", b"")
                await white.until_received(MATCH + "black", b"")

    asyncio.run(play())


def test_the_last_will_of_a_tab_is_told(each_broker: RealBroker) -> None:
    will = Retained(MATCH + "black/presence", b"away")

    async def play() -> None:
        async with client(each_broker.address, "viewer") as viewer:
            viewer.subscribe(MATCH + "black/presence")
            async with client(each_broker.websocket, "black", will, make=tab) as black:
                black.broker.retain(will.topic, b"here")
                await viewer.until_received(will.topic, b"here")
            await viewer.until_received(will.topic, b"away")

    asyncio.run(play())


def test_a_tab_is_asked_for_its_account(tmp_path: Path) -> None:
    real_broker("mosquitto", tmp_path)  # or the test is skipped
    accounts = {"anna": new_account("anna", "long enough", Role.PLAYER)}

    async def play() -> None:
        own = await MosquittoProcess.start(
            tmp_path, port=0, accounts=accounts, websocket=("127.0.0.1", 0)
        )
        assert own.websocket is not None
        try:
            async with client(own.websocket, "nobody", make=tab) as nobody:
                await nobody.until_told("remote.broker_wants_account")
            wrong = replace(own.websocket, name="anna", password="short")
            async with client(wrong, "stranger", make=tab) as stranger:
                await stranger.until_told("remote.broker_refuses_account")
            right = replace(own.websocket, name="anna", password="long enough")
            async with client(right, "anna", make=tab) as anna:
                anna.subscribe(MATCH + "black")
                anna.broker.retain(MATCH + "black", b"1")
                await anna.until_received(MATCH + "black", b"1")
        finally:
            await own.close()

    asyncio.run(play())
