"""Dwell timer: how long a snapshot has lasted; how long it must last is in `times.py`."""

from __future__ import annotations


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

    def wait_for_nothing(self) -> None:
        """Forget what is waited for, as it is asked for anew."""
        self.wake_ms = None

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
