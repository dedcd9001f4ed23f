"""Heartbeat of the lines to pages: scripts see no pings, and a dead line stays open for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

BEAT_S = 5.0
"""Longest time without a message (`BEAT_MS` of host/ui/static/js/connection/heartbeat.js)."""
BEAT = '{"t":"beat"}'
"""Tells a page that the program is there; sent by a page it asks for that."""

MessageT = TypeVar("MessageT")


async def next_or_beat(following: Awaitable[MessageT]) -> MessageT | None:
    """Wait for a message, and return it; None if it is time for a beat."""
    try:
        async with asyncio.timeout(BEAT_S):
            return await following
    except TimeoutError:
        return None
