"""Connections of aiomqtt, mended where they fail late, loudly or stay open.

aiomqtt 2.5 notices the end of a connection only once the broker has answered; has the event loop
watch sockets that may be closed by then; leaves the socket of an unanswered connection open; and
sets no option of the socket below a WebSocket.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from host.remote.address import BrokerAddress
from host.remote.broker.refusals import reason_number
from host.remote.broker.retaining_client import (
    AT_LEAST_ONCE,
    NOT_SUBSCRIBED,
    Retained,
)
from host.remote.broker.timeouts import ANSWER_S, KEEPALIVE_S

if TYPE_CHECKING:  # it is imported when a broker is used
    import aiomqtt

NO_DELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
"""Without it a message waits up to 40 ms for the acknowledgement of the one before."""
_LOGGER = logging.getLogger(__name__)
_LOGGER.addHandler(logging.NullHandler())  # what matters is told as a message


class AioReceived:
    """A message of aiomqtt; see `Received`."""

    def __init__(self, received: aiomqtt.Message) -> None:
        assert isinstance(received.payload, bytes)
        self.topic, self.payload = received.topic.value, received.payload
        self.is_in = received.topic.matches


class AioConnection:
    """A connection of aiomqtt; see `Connection`.

    Args:
        client: connected, and made by `new_client`.
    """

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client

    async def subscribe(self, topic_filter: str) -> bool:
        """Subscribe; return False if the broker refuses it."""
        granted = await self._client.subscribe(topic_filter, AT_LEAST_ONCE)
        return all(reason_number(code) < NOT_SUBSCRIBED for code in granted)

    async def publish(self, topic: str, payload: bytes, timeout_s: float) -> None:
        """Publish a retained message, and wait for its acknowledgement."""
        await self._client.publish(topic, payload, AT_LEAST_ONCE, retain=True, timeout=timeout_s)

    async def messages(self) -> AsyncIterator[AioReceived]:
        """Yield what comes, until the connection breaks."""
        async for received in self._client.messages:
            yield AioReceived(received)


def new_client(address: BrokerAddress, client_id: str, will: Retained | None) -> aiomqtt.Client:
    """Return a client that is not connected yet; call it in its event loop."""
    import aiomqtt

    client = aiomqtt.Client(
        address.host,
        address.port,
        username=address.name,
        password=address.password,
        identifier=client_id,
        keepalive=KEEPALIVE_S,
        timeout=ANSWER_S,
        tls_context=ssl.create_default_context() if address.has_tls else None,
        transport="tcp" if address.path is None else "websockets",
        websocket_path=address.path,
        will=None
        if will is None
        else aiomqtt.Will(will.topic, will.payload, AT_LEAST_ONCE, retain=True),
        logger=_LOGGER,
    )
    client.pending_calls_threshold = 1_000_000  # it would only log a warning
    mend(client)
    return client


def mend(connection: aiomqtt.Client) -> None:
    """Mend a new connection; call it in its event loop."""
    import aiomqtt

    loop = asyncio.get_running_loop()
    paho: Any = connection._client
    inform, open_socket = connection._on_disconnect, paho._create_socket_connection

    def create_socket() -> socket.socket:
        opened: socket.socket = open_socket()
        opened.setsockopt(*NO_DELAY)
        paho.opened = opened  # to be closed if the WebSocket is refused, which paho does not
        return opened

    def on_disconnect(*arguments: Any) -> None:
        inform(*arguments)
        if connection._disconnected.done() and not connection._disconnected.cancelled():
            connection._disconnected.exception()  # or asyncio reports that nobody has asked for it
        if not connection._connected.done():
            connection._connected.set_exception(aiomqtt.MqttError("ended before it was answered"))

    def write() -> None:
        try:
            paho.loop_write()
        except Exception as error:  # as aiomqtt: the connection is broken
            if not connection._disconnected.done():
                connection._disconnected.set_exception(error)

    def watch(wanted: Any) -> None:
        if wanted.fileno() >= 0 and paho.socket() == wanted:
            loop.add_writer(wanted.fileno(), write)

    # From the thread that connects, as well as from the event loop.
    def on_register_write(_client: object, _userdata: object, wanted: Any) -> None:
        loop.call_soon_threadsafe(watch, wanted)

    def on_unregister_write(_client: object, _userdata: object, unwanted: Any) -> None:
        if unwanted.fileno() >= 0:
            loop.remove_writer(unwanted.fileno())

    paho._create_socket_connection = create_socket
    paho.on_disconnect = on_disconnect
    paho.on_socket_register_write = on_register_write
    paho.on_socket_unregister_write = on_unregister_write


def close(connection: aiomqtt.Client) -> None:
    """Close the socket of a connection that was not answered: aiomqtt leaves it open."""
    paho: Any = connection._client
    open_socket = paho.socket()
    if open_socket is None and hasattr(paho, "opened"):
        paho.opened.close()
    open_socket = getattr(open_socket, "_socket", open_socket)  # that of a WebSocket
    if isinstance(open_socket, socket.socket):
        with contextlib.suppress(OSError):
            open_socket.shutdown(socket.SHUT_RDWR)
        paho.loop_read()  # finds that it has ended, and closes it
    if connection._connected.done() and not connection._connected.cancelled():
        connection._connected.exception()
