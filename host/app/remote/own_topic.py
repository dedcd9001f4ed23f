"""Topic of the own side at a broker: kept as this host has published it last."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from host.app.clock import monotonic_ms
from host.app.remote.broker_client import Channel

AT_ONCE, AGAIN_S = 5, 1.0
"""So many publications over what others have written are made at once, further ones after a pause:
two hosts which both think that the topic is theirs shall not outdo each other."""


class OwnTopic:
    """A topic on which this host alone publishes, and what it has published there last.

    Whatever else comes there, such as an older publication or one of another host, is published
    over.  An older one of this host that comes before the last one has come back is on its way.

    Args:
        channel: to the broker.
        topic: of the own side.
        is_own: returns True while the seat is this host's.
        renewed: returns what is to be published now.
        is_later: called with what is not the last publication; returns True to leave it there.
    """

    def __init__(
        self,
        channel: Channel,
        topic: str,
        is_own: Callable[[], bool],
        renewed: Callable[[], bytes],
        is_later: Callable[[bytes], object] = lambda _: False,
    ) -> None:
        self._channel, self._topic = channel, topic
        self._is_own, self._renewed, self._is_later = is_own, renewed, is_later
        self._published = self._seen = b""
        self._is_due = False
        self._times: deque[int] = deque(maxlen=AT_ONCE)
        self._overwritten = asyncio.Event()
        channel.subscribe(topic, self._see)

    @property
    def is_unheard(self) -> bool:
        """True while nothing has come from the broker since the last publication."""
        return bool(self._published) and not self._seen

    @property
    def has_come_back(self) -> bool:
        """True if the broker has handed out what was published last, or nothing was published."""
        return not self._published or self._seen == self._published

    def publish(self, payload: bytes) -> None:
        """Have the broker keep a payload in place of the one before."""
        self._published, self._seen, self._is_due = payload, b"", False
        self._channel.retain(self._topic, payload)

    async def keep(self) -> None:
        """Publish again what could not be at once, until cancelled."""
        while True:
            await self._overwritten.wait()
            self._overwritten.clear()
            await asyncio.sleep(AGAIN_S)
            is_over = not self.has_come_back and not self._is_later(self._seen)
            if (is_over or self._is_due) and self._is_own():
                self.publish(self._renewed())

    def renew(self) -> None:
        """Publish anew, as seldom as over what others have written there."""
        now_ms, times = monotonic_ms(), self._times
        if len(times) == AT_ONCE and now_ms < times[0] + AT_ONCE * AGAIN_S * 1000:
            self._is_due = True
            self._overwritten.set()
        else:
            times.append(now_ms)
            self.publish(self._renewed())

    def _see(self, _topic: str, payload: bytes) -> None:
        was_on_its_way, self._seen = not self.has_come_back, payload
        is_last = payload == self._published
        if is_last or self._is_later(payload) or not self._published or not self._is_own():
            return
        if was_on_its_way:
            self._overwritten.set()
        else:
            self.renew()
