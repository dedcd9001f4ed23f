"""The broadcast: one stream of messages, fanned out to every page that watches.

Each page has a mailbox of its own, so that a page on a slow line delays nobody and
costs a bounded amount of memory.  All messages but `say` carry whole states, so a
newer one simply takes the place of an older one of its kind that still waits:

    hello, hand, state, clock   the newest of each; hello always goes first
    LED picture (bytes)         the newest, and only when nothing else waits: dropped first
    say                         in order, the newest `SAYINGS`

Everything runs in one event loop; `publish` never waits.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import TypeAlias

Message: TypeAlias = Mapping[str, object] | bytes

SAYINGS = 16
"""How many sentences may wait for one page.  More than a person reads in a few seconds."""

# A page that drew the state before it knew the hand would show pieces that cannot be lifted yet.
_REPLAYED = ("hello", "hand", "state", "clock", "review")
_PICTURE = "picture"


class Subscription:
    """What one page has still to be told."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._waiting: OrderedDict[Hashable, Message] = OrderedDict()
        self._snapshot: bytes | None = None
        self._filled = asyncio.Event()
        self._numbers = itertools.count()

    async def next(self) -> Message:
        """The next message, waiting for one if there is none.

        The caller must not change it: every page gets the same object.
        """
        while not self._waiting and self._snapshot is None:
            self._filled.clear()
            await self._filled.wait()
        if self._waiting:
            return self._waiting.popitem(last=False)[1]
        snapshot, self._snapshot = self._snapshot, None
        assert snapshot is not None
        return snapshot

    def close(self) -> None:
        """Stop listening; may be called twice."""
        self._broadcast.forget(self)

    def post(self, message: Message) -> None:
        """Put a message into the mailbox; an older one of the same kind makes room for it."""
        if isinstance(message, bytes):
            self._snapshot = message
        elif message["t"] == "say":
            self._waiting["say", next(self._numbers)] = message
            sayings = [key for key in self._waiting if isinstance(key, tuple)]
            for key in sayings[:-SAYINGS]:
                del self._waiting[key]
        else:
            # A replaced message keeps its place, or a busy kind could starve the others.
            self._waiting[str(message["t"])] = message
            if message["t"] == "hello":
                self._waiting.move_to_end("hello", last=False)
        self._filled.set()

    def __len__(self) -> int:
        """How many messages wait."""
        return len(self._waiting) + (self._snapshot is not None)


class Broadcast:
    """Publishes messages to every subscription, and tells newcomers the newest of each kind."""

    def __init__(self) -> None:
        self._latest: dict[str, Message] = {}
        self._subscriptions: set[Subscription] = set()

    def publish(self, message: Message) -> None:
        """Give a message to every page.

        Args:
            message: a JSON object with `t`, or an LED picture.  Not to be changed afterwards.
        """
        kind = _PICTURE if isinstance(message, bytes) else str(message["t"])
        if kind == _PICTURE or kind in _REPLAYED:
            self._latest[kind] = message
        for subscription in self._subscriptions:
            subscription.post(message)

    def connect(self) -> Subscription:
        """A new subscription; it begins with the latest of each kind but `say`."""
        subscription = Subscription(self)
        for kind in (*_REPLAYED, _PICTURE):
            if kind in self._latest:
                subscription.post(self._latest[kind])
        self._subscriptions.add(subscription)
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Post nothing more to this subscription."""
        self._subscriptions.discard(subscription)

    def __len__(self) -> int:
        """How many pages watch."""
        return len(self._subscriptions)
