"""Protocol of a running simulator."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeAlias

JsonObject: TypeAlias = dict[str, object]
"""A request, answer or event of the control channel; a message of the page."""

OnEvent: TypeAlias = Callable[[JsonObject], None]
"""Receives the watched events of a simulator."""


class VirtualBoard(Protocol):
    """A running simulator.

    Attributes:
        port: of the simulated board, to be opened as a serial port.
        runtime: interpreter of the firmware, in words.
        ended: set when the simulator has ended.
    """

    port: str
    ended: asyncio.Event

    @property
    def runtime(self) -> str: ...

    async def ask(self, do: str, **fields: object) -> JsonObject:
        """Send a request and return its answer.

        Raises:
            ValueError: the simulator refused it; the message is the simulator's.
            LinkTimeoutError: no answer came.
            LinkLostError: the simulator has ended.
        """

    async def close(self) -> None:
        """End the simulator."""
