"""Delay for pages that only look on at a serious game: what they see helps nobody at the board.

It begins with the first move, so that who comes before sees the match that begins, and ends with
the match, when spectators see at once how it has ended.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from host.session.access.fair_play import Conditions
from host.session.view import Phase, View

DELAY_MS = 180_000
"""Time by which spectators see a serious game later."""

_SHOWN_LATE = ("notice", "spoken")
"""Kinds of messages that say nothing any more where later ones are shown at once."""


class SpectatorDelay:
    """Messages on their way to spectators.

    Args:
        publish: takes them when they are due.

    Attributes:
        is_on: True while spectators see later what is played.
    """

    def __init__(self, publish: Callable[[Mapping[str, object] | bytes], None]) -> None:
        self._publish = publish
        self._waiting: deque[tuple[int, Mapping[str, object] | bytes]] = deque()
        self.is_on = False
        self._now_ms = 0

    def look(self, view: View, now_ms: int) -> None:
        """Take in what is played at a time, and publish what is due."""
        self._now_ms = now_ms
        played = view.conditions is Conditions.SERIOUS and view.phase is not Phase.ENDED
        self.is_on = played and (self.is_on or bool(view.plies))
        if not self.is_on:
            for _, message in self._waiting:
                if isinstance(message, bytes) or message["t"] not in _SHOWN_LATE:
                    self._publish(message)
            self._waiting.clear()
        while self._waiting and self._waiting[0][0] <= now_ms:
            self._publish(self._waiting.popleft()[1])

    def __len__(self) -> int:
        """Return the number of messages on their way."""
        return len(self._waiting)

    def put(self, message: Mapping[str, object] | bytes) -> None:
        """Publish a message, at once or when it is due."""
        if not self.is_on:
            self._publish(message)
            return
        last = self._waiting[-1] if self._waiting else None
        if isinstance(message, bytes) and last is not None and isinstance(last[1], bytes):
            self._waiting.pop()  # 40 pictures come in a second where a light pulses
        self._waiting.append((self._now_ms + DELAY_MS, message))
