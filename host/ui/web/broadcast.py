"""Broadcast of the host's messages to every page, with a bounded queue for each.

Pages that only look on get them by a delay of their own (`spectator_delay.py`).

A slow page delays no other page and uses a bounded amount of memory.  All messages but notices
carry whole states, so a newer one replaces an older one of its kind that still waits:

    hello, hand, state, clock, far   the newest of each; hello always goes first
    LED frame (bytes)                the newest, and only when nothing else waits: dropped first
    notice, spoken                   in order, the newest `MAX_NOTICES`

Everything runs in one event loop; `publish` never waits.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TypeAlias

from host.ui.messages.public import for_spectators
from host.ui.web.spectator_delay import SpectatorDelay

Published: TypeAlias = Mapping[str, object] | bytes
"""A JSON object with `t`, or an LED frame."""

MAX_NOTICES = 16
"""Notices that may wait for one page: more than a person reads in a few seconds."""

# A page that drew the state before it knew the hand would show pieces that cannot be lifted yet.
_REPEATED = ("hello", "hand", "state", "clock", "far", "review")
_IN_ORDER = ("notice", "spoken")
_FRAME = "frame"


class Subscription:
    """The queue of one page.

    Attributes:
        shows_leds: False if it drops LED frames.
        looks_on: returns True while it is a spectator's.
    """

    def __init__(self, broadcast: Broadcast, leds: bool, looks_on: Callable[[], bool]) -> None:
        self.shows_leds = leds
        self.looks_on = looks_on
        self._broadcast = broadcast
        self._waiting: OrderedDict[Hashable, Published] = OrderedDict()
        self._frame: bytes | None = None
        self._filled = asyncio.Event()
        self._numbers = itertools.count()

    async def next(self) -> Published:
        """Wait for the next message and return it.

        The caller must not change it: every page gets the same object.
        """
        while not self._waiting and self._frame is None:
            self._filled.clear()
            await self._filled.wait()
        if self._waiting:
            return self._waiting.popitem(last=False)[1]
        frame, self._frame = self._frame, None
        assert frame is not None
        return frame

    def close(self) -> None:
        """End the subscription; may be called twice."""
        self._broadcast.forget(self)

    def post(self, message: Published) -> None:
        """Queue a message in place of an older one of its kind."""
        if isinstance(message, bytes):
            if not self.shows_leds:
                return
            self._frame = message
        elif message["t"] in _IN_ORDER:
            self._waiting["notice", next(self._numbers)] = message
            notices = [key for key in self._waiting if isinstance(key, tuple)]
            for key in notices[:-MAX_NOTICES]:
                del self._waiting[key]
        else:
            # A replaced message keeps its place, or a busy kind could starve the others.
            self._waiting[str(message["t"])] = message
            if message["t"] == "hello":
                self._waiting.move_to_end("hello", last=False)
        self._filled.set()

    def __len__(self) -> int:
        """Return the number of waiting messages."""
        return len(self._waiting) + (self._frame is not None)


class Broadcast:
    """Publishes messages to every subscription; a new one gets the newest of each kind.

    Attributes:
        delay: of what spectators get.
    """

    def __init__(self) -> None:
        self._latest: dict[bool, dict[str, Published]] = {False: {}, True: {}}
        self._subscriptions: set[Subscription] = set()
        self._viewed = asyncio.Event()
        self._unviewed = asyncio.Event()
        self._unviewed.set()
        self.delay = SpectatorDelay(partial(self._publish_to, True))

    def publish(self, message: Published) -> None:
        """Queue a message for every page, for spectators when it is due.

        Args:
            message: a JSON object with `t`, or an LED frame; not to be changed afterwards.
        """
        self._publish_to(False, message)
        public = for_spectators(message)
        if public is not None:
            self.delay.put(public)

    def _publish_to(self, looking_on: bool, message: Published) -> None:
        kind = _FRAME if isinstance(message, bytes) else str(message["t"])
        if kind == _FRAME or kind in _REPEATED:
            self._latest[looking_on][kind] = message
        for subscription in self._subscriptions:
            if subscription.looks_on() is looking_on:
                subscription.post(message)

    def connect(
        self, leds: bool = True, looks_on: Callable[[], bool] = lambda: False
    ) -> Subscription:
        """Create a subscription that begins with the latest message of each kind but notices.

        Args:
            leds: with LED frames; without them nothing need move them.
            looks_on: returns True while it is a spectator's.
        """
        subscription = Subscription(self, leds, looks_on)
        latest = self._latest[looks_on()]
        for kind in (*_REPEATED, _FRAME):
            if kind in latest:
                subscription.post(latest[kind])
        self._subscriptions.add(subscription)
        self._count_viewers()
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Queue nothing more for a subscription."""
        self._subscriptions.discard(subscription)
        self._count_viewers()

    async def until_viewed(self) -> None:
        """Wait until a subscription takes LED frames."""
        await self._viewed.wait()

    async def until_unviewed(self) -> None:
        """Wait until no subscription takes LED frames."""
        await self._unviewed.wait()

    def _count_viewers(self) -> None:
        is_viewed = any(subscription.shows_leds for subscription in self._subscriptions)
        (self._viewed if is_viewed else self._unviewed).set()
        (self._unviewed if is_viewed else self._viewed).clear()

    def __len__(self) -> int:
        """Return the number of subscriptions."""
        return len(self._subscriptions)
