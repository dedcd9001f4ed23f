"""Dwell timer: how long a snapshot has lasted, and how long it must last before it counts.

How long offers stand is in `session/player_actions/negotiation.py`.
"""

from __future__ import annotations

REST_MS = 100
"""Dwell of a snapshot that cannot be part of a longer move."""
DWELL_MS = 400
"""Dwell if the piece may slide on: longer than a hand pauses on a square in passing."""
SET_DOWN_MS = 150
"""Dwell if it might slide on, but was carried through the air."""
DOUBT_MS = 800
"""Dwell of a takeback that looks like a push half done."""
AIR_MS = 2000
"""Dwell of a snapshot that may also be a piece in the air: most are carried for less."""
WRONG_MS = 500
"""Dwell of an unexplained snapshot before it is reported, so that players hear of it within 1 s."""
HAND_MS = 3000
"""Time without a change after which a virtual hand that leads pieces back counts as stuck."""
UNDO_END_MS = 2000
"""Dwell of the winning piece back on its origin, which undoes the end of a round: players who set
up the next round with it go on sooner."""

TOUCH_MS = 100
"""Dwell of a touched piece in the air, and then back, that answers yes: no slip of a sensor."""
STOOD_MS = 500
"""Time for which a piece, or the board, must have stood before a touch tells something: what was
just put down may bounce."""
PASSING_MS = 300
"""Dwell of anything else that closes the menu or answers no: hands pass over squares."""
HOLD_MS = 2500
"""Dwell of two pieces in the air that opens the menu: longer than a look underneath takes."""


class DwellTimer:
    """Timer of the current snapshot, and of the next time at which a result may change.

    Attributes:
        since_ms: when the current snapshot was first seen.
        wake_ms: when to look again at the latest; None if nothing is waited for.
    """

    def __init__(self) -> None:
        self.wake_ms: int | None = None
        self.since_ms = 0

    def begin(self, since_ms: int) -> None:
        """Restart the timer for a new snapshot, seen since a time."""
        self.since_ms = since_ms

    def elapsed(self, rest_ms: int, now_ms: int) -> bool:
        """Return True if the snapshot has lasted that long; if not, ask to be woken when it has."""
        if now_ms - self.since_ms >= rest_ms:
            return True
        self.wake_at(self.since_ms + rest_ms)
        return False

    def until(self, since_ms: int | None, length_ms: int, now_ms: int) -> int | None:
        """Return `since_ms` while less than `length_ms` has passed since then, None afterwards or
        if it is None; ask to be woken at the end."""
        if since_ms is None or now_ms - since_ms >= length_ms:
            return None
        self.wake_at(since_ms + length_ms)
        return since_ms

    def wake_at(self, at_ms: int | None) -> None:
        """Ask to be woken at a time; None if nothing is waited for."""
        if at_ms is not None:
            self.wake_ms = at_ms if self.wake_ms is None else min(self.wake_ms, at_ms)
