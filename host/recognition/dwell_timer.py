"""Dwell timer: the time that a snapshot has lasted, and how long it must last to mean something.

The times of gestures and of offers stand in `session/player_actions/`, `gestures.py` and
`negotiation.py`.
"""

from __future__ import annotations

REST_MS = 100
"""Time that a snapshot must last if it cannot be part of a longer move."""
DWELL_MS = 400
"""The same if the piece may slide on: longer than a hand pauses on a square in passing."""
SET_DOWN_MS = 150
"""The same where it might slide on, but was carried through the air."""
DOUBT_MS = 800
"""The same for a takeback that may as well be a push half done."""
AIR_MS = 2000
"""The same for what may as well be a piece in the air: most are carried for less."""
WRONG_MS = 500
"""The same for something unexplained to be spoken of; told within 1 s in all."""
UNDO_END_MS = 2000
"""The same for the end of a round to be undone by the winning piece back on its origin: whoever
sets up the next round with it goes on sooner."""


class DwellTimer:
    """Time since which something is seen, and the next time at which anything may become true.

    Attributes:
        since_ms: when the board saw first what is seen.
        wake_ms: when to look again at the latest; None if nothing is waited for.
    """

    def __init__(self) -> None:
        self.wake_ms: int | None = None
        self.since_ms = 0

    def begin(self, since_ms: int) -> None:
        """Note that something new is seen, and since when."""
        self.since_ms = since_ms

    def elapsed(self, rest_ms: int, now_ms: int) -> bool:
        """Return True if it has lasted that long; if not, asks to be woken when it has."""
        if now_ms - self.since_ms >= rest_ms:
            return True
        self.wake_at(self.since_ms + rest_ms)
        return False

    def until(self, since_ms: int | None, length_ms: int, now_ms: int) -> int | None:
        """Return the beginning of something that is shown for a while; None once it is over."""
        if since_ms is None or now_ms - since_ms >= length_ms:
            return None
        self.wake_at(since_ms + length_ms)
        return since_ms

    def wake_at(self, at_ms: int) -> None:
        """Ask to be woken at a time."""
        self.wake_ms = at_ms if self.wake_ms is None else min(self.wake_ms, at_ms)
