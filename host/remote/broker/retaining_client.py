"""Subscriptions and retained messages that outlast connections; how these come is for subclasses.

The program's are `host.remote.broker.client`; a browser has others.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from host.message import Message, message
from host.remote.address import BrokerAddress
from host.remote.broker.timeouts import (
    ANSWER_S,
    BRIEF_S,
    FIRST_PAUSE_S,
    LONGEST_PAUSE_S,
    MOST_BRIEF,
    WILL_S,
)

Handler = Callable[[str, bytes], None]
"""Receives topic and payload of a message; an empty payload means that it was deleted."""

AT_LEAST_ONCE = 1
"""The quality of service of all messages."""
NOT_SUBSCRIBED = 0x80
"""From here on the codes of an answer to a subscription are refusals."""


@dataclass(frozen=True, slots=True)
class Retained:
    """A message that the broker keeps, and hands to everybody who subscribes its topic."""

    topic: str
    payload: bytes


class Received(Protocol):
    """A message that has come."""

    @property
    def topic(self) -> str:
        """Its topic."""

    @property
    def payload(self) -> bytes:
        """Its payload."""

    def is_in(self, topic_filter: str) -> bool:
        """Return True if a subscription includes its topic."""


class Connection(Protocol):
    """A connection to a broker; its methods fail once it is broken."""

    async def subscribe(self, topic_filter: str) -> bool:
        """Subscribe; return False if the broker refuses it."""

    async def publish(self, topic: str, payload: bytes, timeout_s: float) -> None:
        """Publish a retained message, and wait for its acknowledgement."""

    def messages(self) -> AsyncIterator[Received]:
        """Yield what comes, until the connection breaks."""


class RetainingClient(ABC):
    """A broker as seen from here: subscriptions and retained messages that outlast connections.

    Everything else may be called before, while and after `run` is connected, from the thread of
    its event loop.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Retained | None = None,
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
        self._connection: Connection | None = None
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def unacknowledged(self) -> frozenset[str]:
        """Topics whose last payload the broker has not acknowledged yet."""
        return frozenset(self._unsent | self._sending)

    def subscribe(self, topic_filter: str, handler: Handler) -> None:
        """Have a handler called with each message of some topics, the retained ones first."""
        self._handlers.append((topic_filter, handler))
        self._at_the_socket(self._subscribe_now, topic_filter)

    def subscribe_again(self) -> None:
        """Have the broker send everything again that it retains of the subscribed topics."""
        for topic_filter in {topics for topics, _ in self._handlers}:
            self._at_the_socket(self._subscribe_now, topic_filter)

    def retain(self, topic: str, payload: bytes) -> None:
        """Publish a retained message: now, and again after each new connection.

        Only the last payload of a topic is kept.  An empty one deletes the message.
        """
        self._retained[topic] = payload
        self._unsent.add(topic)
        self._at_the_socket(self._send, topic)

    def renew_will(self, payload: bytes) -> None:
        """Replace the payload of the last will.

        A broker takes it with a connection, so there is a new one.
        """
        assert self._will is not None, "there was one"
        self._will = Retained(self._will.topic, payload)
        self._at_the_socket(self._connect_anew)

    async def run(self) -> None:
        """Connect, and connect again whenever it fails or breaks, until cancelled.

        The pause between two tries doubles up to `LONGEST_PAUSE_S`, and is drawn from its upper
        half, so that a hundred boards do not come to a new broker at once.  When it is cancelled
        it publishes the last will itself.
        """
        loop, pause_s, brief = asyncio.get_running_loop(), FIRST_PAUSE_S, 0
        while True:
            begin_s = loop.time()
            trouble = await self._stay_connected()
            if trouble is None:
                continue
            if self._has_worked:
                brief = brief + 1 if loop.time() - begin_s < BRIEF_S else 0
            if self._has_worked and brief >= MOST_BRIEF:
                trouble = message("remote.broker_interrupts", address=str(self.address))
            self._tell(trouble)
            if self._has_worked and loop.time() - begin_s > pause_s:
                pause_s = FIRST_PAUSE_S
            await asyncio.sleep(pause_s * random.uniform(0.5, 1))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    # What subclasses do

    @abstractmethod
    def _connect(self) -> AbstractAsyncContextManager[Connection]:
        """Connect for as long as the context lasts; it fails if that cannot be."""

    @property
    @abstractmethod
    def _failures(self) -> tuple[type[Exception], ...]:
        """Errors with which connections fail."""

    @abstractmethod
    def _trouble(self, failure: BaseException) -> Message:
        """Return the sentence about a connection that has failed before it could be used."""

    def _at_the_socket(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the thread of the connection."""
        call(*arguments)

    def _at_home(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the thread of who uses this."""
        call(*arguments)

    # A connection

    async def _stay_connected(self) -> Message | None:
        """Connect, and serve the connection until it ends; return the trouble if it broke."""
        self._has_worked = False
        trouble: BaseException = ConnectionError()
        will = self._will
        try:
            async with self._connect() as connection:
                await self._serve(connection, will)
        except* _RenewedError as errors:
            trouble = _first(errors)
        except* self._failures as errors:
            trouble = _first(errors)
        finally:
            self.is_connected = False
            self._connection = None
        _stop_if_cancelled()  # the connection may have broken while it was closed
        if isinstance(trouble, _RenewedError):
            return None
        if self._has_worked:
            return message("remote.broker_lost", address=str(self.address))
        return self._trouble(trouble)

    async def _serve(self, connection: Connection, will: Retained | None) -> None:
        """Subscribe, publish all that is retained, and hand out messages, until it breaks.

        Args:
            will: that the connection was made with.
        """
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
                if self._will is not will:  # what was retained made another one necessary
                    raise _RenewedError
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
                    await connection.publish(self._will.topic, self._will.payload, WILL_S)
            raise

    def _connect_anew(self) -> None:
        async def end() -> None:
            raise _RenewedError

        if self._connection is not None:
            self._begin(end())

    def _subscribe_now(self, topic_filter: str) -> None:
        if self._connection is not None:
            self._begin(self._subscribe(self._connection, topic_filter))

    async def _subscribe(self, connection: Connection, topic_filter: str) -> None:
        if not await connection.subscribe(topic_filter):
            self._tell(
                message(
                    "remote.broker_shows_nothing", address=str(self.address), topic=topic_filter
                )
            )

    async def _receive(self, connection: Connection) -> None:
        """Hand out messages until the connection breaks."""
        async for received in connection.messages():
            for topic_filter, handler in tuple(self._handlers):
                if received.is_in(topic_filter):
                    self._at_home(handler, received.topic, received.payload)

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

    async def _publish(self, connection: Connection, topic: str) -> None:
        while topic in self._unsent:
            self._unsent.remove(topic)
            await connection.publish(topic, self._retained[topic], ANSWER_S)
        self._sending.discard(topic)

    def _tell(self, trouble: Message) -> None:
        if trouble != self._told:
            self._told = trouble
            self._at_home(self._on_trouble, trouble)


class _RenewedError(Exception):
    """The connection is ended, and another one made, as this end wants it."""


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
