"""The tab's client of an MQTT broker: paho-mqtt over a WebSocket of the browser.

paho-mqtt, which aiomqtt uses in the program, is fetched when the first broker is reached.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from browser.javascript import JavaScript
from browser.websocket import WebSocket
from host.message import Message, message
from host.remote.address import BrokerAddress
from host.remote.broker.refusals import reason_number, refusal, silence
from host.remote.broker.retaining_client import (
    AT_LEAST_ONCE,
    NOT_SUBSCRIBED,
    Retained,
    RetainingClient,
)
from host.remote.broker.timeouts import ANSWER_S, KEEPALIVE_S

if TYPE_CHECKING:
    import paho.mqtt.client as mqtt

TICK_S = 1.0
"""Time between two looks of paho-mqtt whether the broker is still there."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Hosts that an encrypted page reaches without TLS as well."""
_LOGGER = logging.getLogger(__name__)
_LOGGER.addHandler(logging.NullHandler())  # what matters is told as a message


class BrokerUnreachedError(Exception):
    """A connection cannot be had, or has broken; its argument is a message."""

    def __init__(self, words: Message) -> None:
        super().__init__(words)
        self.words = words


class TabBroker(RetainingClient):
    """A broker as seen from a tab; see `RetainingClient`.

    Args:
        javascript: opens WebSockets, and fetches what that takes.
        arguments: as of `RetainingClient`.
    """

    def __init__(self, javascript: JavaScript, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._javascript = javascript

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[PahoConnection]:
        if (why := unfit(self.address, self._javascript.isEncrypted())) is not None:
            raise BrokerUnreachedError(why)
        try:
            await self._javascript.loadFar()
            import_module("paho.mqtt.client")
        except Exception as error:  # whatever the browser says, or a newer site's library
            raise BrokerUnreachedError(message("remote.not_loaded")) from error
        connection = PahoConnection(self.address, self._client_id, self._will)
        try:
            async with asyncio.timeout(ANSWER_S):
                await connection.open(self._javascript)
            yield connection
        finally:
            connection.close()

    @property
    def _failures(self) -> tuple[type[Exception], ...]:
        return BrokerUnreachedError, TimeoutError

    def _trouble(self, failure: BaseException) -> Message:
        return failure.words if isinstance(failure, BrokerUnreachedError) else silence(self.address)


def unfit(address: BrokerAddress, is_encrypted: bool) -> Message | None:
    """Return why no tab reaches an address; None if one may.

    Args:
        address: of the broker.
        is_encrypted: True if the page was loaded over https.
    """
    if address.path is None:
        return message("remote.needs_websocket", address=str(address))
    if is_encrypted and not address.has_tls and address.host not in LOOPBACK:
        return message("remote.needs_tls", address=str(address))
    return None


class PahoConnection:
    """A connection of paho-mqtt; see `Connection`.

    Args:
        address: of the broker, with a WebSocket.
        client_id: as of `RetainingClient`.
        will: as of `RetainingClient`.
    """

    def __init__(self, address: BrokerAddress, client_id: str, will: Retained | None) -> None:
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

        self._address = address
        self._loop = asyncio.get_running_loop()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._connected: asyncio.Future[None] = self._loop.create_future()
        self._answers: dict[int, asyncio.Future[bool]] = {}
        self._messages: asyncio.Queue[TabReceived | None] = asyncio.Queue()
        self._ended: Message | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._socket: WebSocket | None = None
        client = self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            protocol=MQTTProtocolVersion.MQTTv311,
            reconnect_on_failure=False,
        )
        client.enable_logger(_LOGGER)
        if address.name is not None:
            client.username_pw_set(address.name, address.password)
        if will is not None:
            client.will_set(will.topic, will.payload, AT_LEAST_ONCE, retain=True)
        client.on_connect = self._hear_connect
        client.on_disconnect = self._hear_disconnect
        client.on_subscribe = self._hear_subscribed
        client.on_publish = self._hear_published
        client.on_message = self._hear_message
        client.on_socket_register_write = self._write_soon

    async def open(self, javascript: JavaScript) -> None:
        """Open the WebSocket, and have the broker accept this client.

        Raises:
            BrokerUnreachedError: it does not.
        """
        self._socket = WebSocket(
            javascript, self._address.websocket_url, self._opened, self._read, self._lose
        )
        await self._opened
        socket: Any = self._socket
        self._client._create_socket = lambda: socket  # type: ignore[method-assign]
        self._client.connect(self._address.host, self._address.port, KEEPALIVE_S)
        await self._connected
        self._ticking = self._loop.create_task(self._tick())

    async def subscribe(self, topic_filter: str) -> bool:
        """Subscribe; return False if the broker refuses it."""
        async with asyncio.timeout(ANSWER_S):
            return await self._answer(self._client.subscribe(topic_filter, AT_LEAST_ONCE)[1])

    async def publish(self, topic: str, payload: bytes, timeout_s: float) -> None:
        """Publish a retained message, and wait for its acknowledgement."""
        async with asyncio.timeout(timeout_s):
            told = self._client.publish(topic, payload, AT_LEAST_ONCE, retain=True)
            await self._answer(told.mid)

    async def messages(self) -> AsyncIterator[TabReceived]:
        """Yield what comes, until the connection breaks.

        Raises:
            BrokerUnreachedError: it has broken.
        """
        while (received := await self._messages.get()) is not None:
            yield received
        assert self._ended is not None
        raise BrokerUnreachedError(self._ended)

    def close(self) -> None:
        """Take leave of the broker, and close the WebSocket."""
        if self._ticking is not None:
            self._ticking.cancel()
        self._client.on_disconnect = None
        with suppress(OSError):
            self._client.disconnect()
            self._client.loop_write()
        if self._socket is not None:
            self._socket.close()
        self._end(silence(self._address))
        for future in (self._opened, self._connected):
            if future.done() and not future.cancelled():
                future.exception()  # or asyncio reports that nobody has asked for it

    async def _tick(self) -> None:
        while self._client.loop_misc() == 0:
            await asyncio.sleep(TICK_S)

    async def _answer(self, number: int | None) -> bool:
        """Wait for the answer to a message by its number."""
        if self._ended is not None or number is None:
            raise BrokerUnreachedError(self._ended or silence(self._address))
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._answers[number] = answer
        try:
            return await answer
        finally:
            del self._answers[number]

    # What paho-mqtt tells

    def _hear_connect(self, _c: object, _u: object, _f: object, code: object, _p: object) -> None:
        if self._connected.done():
            return
        if (number := reason_number(code)) == 0:
            self._connected.set_result(None)
        else:
            why = refusal(self._address, number, str(code))
            self._connected.set_exception(BrokerUnreachedError(why))

    def _hear_disconnect(self, *_: object) -> None:
        self._end(silence(self._address))

    def _hear_subscribed(
        self, _c: object, _u: object, number: int, codes: list[Any], _p: object
    ) -> None:
        granted = all(reason_number(code) < NOT_SUBSCRIBED for code in codes)
        if number in self._answers and not self._answers[number].done():
            self._answers[number].set_result(granted)

    def _hear_published(self, _c: object, _u: object, number: int, *_: object) -> None:
        if number in self._answers and not self._answers[number].done():
            self._answers[number].set_result(True)

    def _hear_message(self, _c: object, _u: object, received: mqtt.MQTTMessage) -> None:
        self._messages.put_nowait(TabReceived(received.topic, bytes(received.payload)))

    def _write_soon(self, *_: object) -> None:
        self._loop.call_soon(self._client.loop_write)

    # What the WebSocket tells

    def _read(self) -> None:
        socket = self._socket
        while socket is not None and socket.received:
            if self._client.loop_read() != 0:
                return

    def _lose(self) -> None:
        self._end(message("remote.websocket_unanswered", address=str(self._address)))

    def _end(self, why: Message) -> None:
        """Fail all that waits."""
        if self._ended is not None:
            return
        self._ended = why
        waiting: list[asyncio.Future[Any]] = [self._opened, self._connected]
        for future in waiting + list(self._answers.values()):
            if not future.done():
                future.set_exception(BrokerUnreachedError(why))
        self._messages.put_nowait(None)


class TabReceived:
    """A message that has come; see `Received`."""

    def __init__(self, topic: str, payload: bytes) -> None:
        self.topic, self.payload = topic, payload

    def is_in(self, topic_filter: str) -> bool:
        """Return True if a subscription includes its topic."""
        import paho.mqtt.client as mqtt

        return bool(mqtt.topic_matches_sub(topic_filter, self.topic))
