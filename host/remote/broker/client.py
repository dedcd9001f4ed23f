"""Client of an MQTT broker: keeps a connection, subscriptions and retained messages alive."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import socket
import ssl
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from host.message import Message, message
from host.remote.address import BrokerAddress
from host.remote.broker.connection import close, mend
from host.remote.broker.socket_thread import SocketThread, watches_sockets
from host.remote.broker.troubles import connection_trouble, reason_number

if TYPE_CHECKING:  # aiomqtt is imported when a broker is used
    import aiomqtt

Handler = Callable[[str, bytes], None]
"""Receives topic and payload of a message; an empty payload means that it was deleted."""

KEEPALIVE_S = 5
"""The broker tells the last will after one and a half times as long without a sign of life."""
ANSWER_S = 5.0
"""Timeout of a connection, a subscription and an acknowledgement; then all is begun anew."""
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 5.0
AT_LEAST_ONCE = 1
"""The quality of service of all messages."""
_NOT_SUBSCRIBED = 0x80
"""From here on the codes of an answer to a subscription are refusals."""
NO_DELAY = (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
"""Without it a message waits up to 40 ms for the acknowledgement of the one before."""
_LOGGER = logging.getLogger(__name__)
_LOGGER.addHandler(logging.NullHandler())  # what matters is told as a message


@dataclass(frozen=True, slots=True)
class Retained:
    """A message that the broker keeps, and hands to everybody who subscribes its topic."""

    topic: str
    payload: bytes


class Broker:
    """A broker as seen from here: subscriptions and retained messages that outlast connections.

    Everything else may be called before, while and after `run` is connected, from the thread of
    its event loop.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Retained | None = None,
        *,
        on_connect: Callable[[], None] = lambda: None,
        on_trouble: Callable[[Message], None] = lambda _: None,
    ) -> None:
        """Remember where to connect to; `run` does it.

        Args:
            address: of the broker.
            client_id: must be this client's own: a broker ends the older of two with the same id.
            will: published by the broker when the connection breaks, by `run` when it is cancelled.
            on_connect: called after each connection, once all subscriptions are made.
            on_trouble: called with the reason when connecting fails or the connection breaks, once
                for the same reason in a row.
        """
        self.address = address
        self.is_connected = False
        self._client_id = client_id
        self._will = will
        self._on_connect = on_connect
        self._on_trouble = on_trouble
        self._told: Message | None = None
        self._handlers: list[tuple[str, Handler]] = []
        self._retained: dict[str, bytes] = {}
        self._unsent: set[str] = set()
        self._sending: set[str] = set()
        self._has_worked = False
        self._connection: aiomqtt.Client | None = None
        self._tasks: asyncio.TaskGroup | None = None
        self._thread: SocketThread | None = None

    @property
    def unacknowledged(self) -> frozenset[str]:
        """Topics whose last payload the broker has not acknowledged yet."""
        return frozenset(self._unsent | self._sending)

    def subscribe(self, topic_filter: str, handler: Handler) -> None:
        """Have a handler called with each message of some topics, the retained ones first."""
        self._handlers.append((topic_filter, handler))
        self._at_the_socket(self._subscribe_now, topic_filter)

    def retain(self, topic: str, payload: bytes) -> None:
        """Publish a retained message: now, and again after each new connection.

        Only the last payload of a topic is kept.  An empty one deletes the message.
        """
        self._retained[topic] = payload
        self._unsent.add(topic)
        self._at_the_socket(self._send, topic)

    async def run(self) -> None:
        """Connect, and connect again whenever it fails or breaks, until cancelled.

        The pause between two tries doubles up to `LONGEST_PAUSE_S`, and is drawn from its upper
        half, so that a hundred boards do not come to a new broker at once.  When it is cancelled
        it publishes the last will itself.
        """
        await asyncio.to_thread(import_module, "aiomqtt")  # it has many files
        if watches_sockets(asyncio.get_running_loop()):
            await self._keep_connected()
        else:  # that of Windows starts processes, but does not watch sockets, as aiomqtt needs
            self._thread = SocketThread()
            try:
                await self._thread.run(self._keep_connected())
            finally:
                self._thread = None

    async def _keep_connected(self) -> None:
        loop, pause_s = asyncio.get_running_loop(), FIRST_PAUSE_S
        while True:
            begin_s = loop.time()
            self._tell(await self._stay_connected())
            if self._has_worked and loop.time() - begin_s > pause_s:
                pause_s = FIRST_PAUSE_S
            await asyncio.sleep(pause_s * random.uniform(0.5, 1))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _stay_connected(self) -> Message:
        """Connect, and serve the connection until it breaks; return the trouble."""
        import aiomqtt

        self._has_worked = False
        trouble: BaseException = ConnectionError()
        connection = self._new_client()
        try:
            async with connection:
                await self._serve(connection)
        except* aiomqtt.MqttError as errors:
            trouble = _first(errors)
        finally:
            self.is_connected = False
            self._connection = None
            close(connection)
        _stop_if_cancelled()  # the connection may have broken while it was closed
        if self._has_worked:
            return message("remote.broker_lost", address=str(self.address))
        return connection_trouble(self.address, trouble)

    def _new_client(self) -> aiomqtt.Client:
        import aiomqtt

        address, will = self.address, self._will
        client = aiomqtt.Client(
            address.host,
            address.port,
            username=address.name,
            password=address.password,
            identifier=self._client_id,
            keepalive=KEEPALIVE_S,
            timeout=ANSWER_S,
            tls_context=ssl.create_default_context() if address.has_tls else None,
            socket_options=[NO_DELAY],
            will=None
            if will is None
            else aiomqtt.Will(will.topic, will.payload, AT_LEAST_ONCE, retain=True),
            logger=_LOGGER,
        )
        client.pending_calls_threshold = 1_000_000  # it would only log a warning
        mend(client)
        return client

    async def _serve(self, connection: aiomqtt.Client) -> None:
        """Subscribe, publish all that is retained, and hand out messages, until it breaks."""
        try:
            async with asyncio.TaskGroup() as tasks:
                # From the beginning: it alone notices at once that the connection breaks.
                tasks.create_task(self._receive(connection))
                self._told = None
                subscribed: set[str] = set()
                while missing := {topics for topics, _ in tuple(self._handlers)} - subscribed:
                    for topic_filter in sorted(missing):
                        await self._subscribe(connection, topic_filter)
                    subscribed |= missing
                self._connection, self._tasks = connection, tasks
                self._sending.clear()
                for topic in tuple(self._retained):
                    self._unsent.add(topic)
                    self._send(topic)
                self._has_worked = self.is_connected = True
                self._at_home(self._on_connect)
                _stop_if_cancelled()
                await asyncio.get_running_loop().create_future()  # until a task fails
        except asyncio.CancelledError:
            if self._will is not None:
                with contextlib.suppress(Exception):  # the connection may be broken as well
                    await connection.publish(
                        self._will.topic, self._will.payload, AT_LEAST_ONCE, retain=True, timeout=1
                    )
            raise

    def _subscribe_now(self, topic_filter: str) -> None:
        if self._connection is not None:
            self._begin(self._subscribe(self._connection, topic_filter))

    async def _subscribe(self, connection: aiomqtt.Client, topic_filter: str) -> None:
        granted = await connection.subscribe(topic_filter, AT_LEAST_ONCE)
        if any(reason_number(code) >= _NOT_SUBSCRIBED for code in granted):
            self._tell(
                message(
                    "remote.broker_shows_nothing", address=str(self.address), topic=topic_filter
                )
            )

    async def _receive(self, connection: aiomqtt.Client) -> None:
        """Hand out messages until the connection breaks."""
        async for received in connection.messages:
            payload = received.payload
            assert isinstance(payload, bytes)
            for topic_filter, handler in tuple(self._handlers):
                if received.topic.matches(topic_filter):
                    self._at_home(handler, received.topic.value, payload)

    def _send(self, topic: str) -> None:
        """Publish the payload of a topic now, or as soon as the one before is acknowledged."""
        if self._connection is not None and topic not in self._sending:
            self._sending.add(topic)
            self._begin(self._publish(self._connection, topic))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Begin what lasts as long as the connection; if that ends now, the next one does it."""
        assert self._tasks is not None, "there is a connection"
        try:
            self._tasks.create_task(work)
        except RuntimeError:  # the group is shutting down
            work.close()

    async def _publish(self, connection: aiomqtt.Client, topic: str) -> None:
        while topic in self._unsent:
            self._unsent.remove(topic)
            payload = self._retained[topic]
            await connection.publish(topic, payload, AT_LEAST_ONCE, retain=True)
        self._sending.discard(topic)

    def _tell(self, trouble: Message) -> None:
        if trouble != self._told:
            self._told = trouble
            self._at_home(self._on_trouble, trouble)

    def _at_the_socket(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the thread of the connection."""
        if self._thread is None:
            call(*arguments)
        else:
            self._thread.call(call, *arguments)

    def _at_home(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the thread of who uses this."""
        if self._thread is None:
            call(*arguments)
        else:
            self._thread.call_home(call, *arguments)


def _stop_if_cancelled() -> None:
    """End the task if it was cancelled at the very moment at which what it awaited was done.

    `asyncio.wait_for`, which aiomqtt uses, then returns as if nothing were the matter, up to Python
    3.11.

    Raises:
        asyncio.CancelledError: it was cancelled.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
