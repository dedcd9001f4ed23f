"""Protocols of what a match needs of a broker; the program and the browser have clients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from host.message import Message
from host.remote.address import BrokerAddress
from host.remote.broker.retaining_client import Retained


class Channel(Protocol):
    """The topics of a broker."""

    def subscribe(self, topic_filter: str, handler: Callable[[str, bytes], None]) -> None:
        """Have every message of a topic handed over, from now on."""

    def retain(self, topic: str, payload: bytes) -> None:
        """Have the broker keep a message, in place of the one before; an empty one deletes it."""


class BrokerClient(Channel, Protocol):
    """A client that connects to a broker, and again whenever the connection breaks."""

    @property
    def is_connected(self) -> bool:
        """True while the broker is reached."""

    @property
    def unacknowledged(self) -> frozenset[str]:
        """Topics whose last message the broker has not acknowledged yet."""

    def renew_will(self, payload: bytes) -> None:
        """Have the broker publish something else when the connection has broken."""

    async def run(self) -> None:
        """Keep the connection, until cancelled."""


class MakeClient(Protocol):
    """Makes the client of a broker; nothing is connected yet."""

    def __call__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Retained | None,
        on_connect: Callable[[], None],
        on_trouble: Callable[[Message], None],
    ) -> BrokerClient:
        """Make a client.

        Args:
            address: of the broker.
            client_id: must be this client's own.
            will: published by the broker when the connection has broken.
            on_connect: called after each connection.
            on_trouble: called with the reason when the broker is not reached.
        """
