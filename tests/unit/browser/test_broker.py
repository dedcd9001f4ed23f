"""Sentences of a tab that reaches no broker."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import cast

import pytest

from browser import broker as module
from browser.broker import TabBroker, unfit
from browser.javascript import Ended, JavaScript, Receive
from host.message import Message
from host.remote.address import BrokerAddress, parse_address
from tests.unit.browser.browser_socket import Scripts, Socket

WAIT_S = 20.0


@pytest.mark.parametrize(
    ("text", "is_encrypted", "id"),
    [
        ("mqtt://club.example", False, "remote.needs_websocket"),
        ("mqtts://club.example", True, "remote.needs_websocket"),
        ("ws://club.example", False, None),
        ("ws://club.example", True, "remote.needs_tls"),
        ("ws://localhost:9001", True, None),
        ("wss://club.example", True, None),
    ],
)
def test_an_address_that_no_tab_reaches_is_told(
    text: str, is_encrypted: bool, id: str | None
) -> None:
    told = unfit(parse_address(text), is_encrypted)
    assert (None if told is None else told.id) == id
    assert told is None or text in str(told)


def trouble(scripts: Scripts, address: BrokerAddress) -> Message:
    """Return what is told of a broker first."""

    async def story() -> Message:
        told: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        client = TabBroker(cast(JavaScript, scripts), address, "one", on_trouble=told.set_result)
        running = asyncio.create_task(client.run())
        async with asyncio.timeout(WAIT_S):
            first = await told
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        return first

    return asyncio.run(story())


def test_libraries_that_cannot_be_fetched_are_told() -> None:
    scripts = Scripts()
    scripts.is_loaded = False
    assert trouble(scripts, parse_address("ws://127.0.0.1:9")).id == "remote.not_loaded"


def test_a_broker_that_does_not_answer_is_told() -> None:
    told = trouble(Scripts(), parse_address("ws://127.0.0.1:9"))
    assert told.id == "remote.websocket_unanswered"
    assert "ws://127.0.0.1:9" in str(told)


class Refused(Scripts):
    """The browser does not even try."""

    def openSocket(  # noqa: N802
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> Socket:
        raise ValueError("SecurityError")


def test_an_address_that_the_browser_refuses_is_told() -> None:
    told = trouble(Refused(), parse_address("ws://127.0.0.1:9"))
    assert told.id == "remote.websocket_unanswered"


class Silent(Scripts):
    """A WebSocket that opens, and then says nothing."""

    def openSocket(  # noqa: N802
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> Socket:
        asyncio.get_running_loop().call_soon(opened)

        class Mute:
            def send(self, data: bytes) -> None: ...
            def close(self) -> None: ...

        return cast(Socket, Mute())


def test_a_server_that_is_no_broker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.1)
    assert trouble(Silent(), parse_address("ws://127.0.0.1:9")).id == "remote.broker_silent"
