"""A client of a real broker, with what it has received and told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from host.message import Message
from host.remote.address import BrokerAddress
from host.remote.broker.client import Broker
from host.remote.broker.retaining_client import Retained, RetainingClient

WAIT_S = 20.0


class Client:
    """A client that runs, and what it has received and told."""

    def __init__(
        self,
        address: BrokerAddress,
        name: str,
        will: Retained | None = None,
        make: Callable[..., RetainingClient] = Broker,
    ) -> None:
        self.received: list[tuple[str, bytes]] = []
        self.troubles: list[Message] = []
        self.connections = 0
        self._changed = asyncio.Event()
        self.broker = make(
            address, name, will, on_connect=self._count, on_trouble=self._note_trouble
        )
        self.task = asyncio.create_task(self.broker.run())

    def subscribe(self, topic_filter: str) -> None:
        self.broker.subscribe(topic_filter, self._note)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not holds():
                self._changed.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), 0.05)

    async def until_received(self, topic: str, payload: bytes) -> None:
        await self.until(lambda: (topic, payload) in self.received)

    async def until_told(self, id: str) -> Message:
        await self.until(lambda: any(told.id == id for told in self.troubles))
        return next(told for told in self.troubles if told.id == id)

    def _note(self, topic: str, payload: bytes) -> None:
        self.received.append((topic, payload))
        self._changed.set()

    def _note_trouble(self, trouble: Message) -> None:
        self.troubles.append(trouble)
        self._changed.set()

    def _count(self) -> None:
        self.connections += 1
        self._changed.set()


@contextlib.asynccontextmanager
async def client(
    address: BrokerAddress,
    name: str,
    will: Retained | None = None,
    make: Callable[..., RetainingClient] = Broker,
) -> AsyncIterator[Client]:
    """Run a client for as long as the context lasts."""
    one = Client(address, name, will, make)
    try:
        yield one
    finally:
        one.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await one.task
