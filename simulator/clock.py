"""How simulated time follows the clock: running at a rate, standing, or being stepped."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Says when simulated time may reach a moment.

    Args:
        now_s: the clock of the machine, in seconds.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._rate = 1.0
        self._running = True
        self._origin_s = now_s()
        self._origin_us = 0
        self._goal_us: int | None = None

    def run(self, rate: float, at_us: int) -> None:
        """From `at_us` on follow the clock times `rate`; 0 = as fast as possible."""
        self._rate = rate
        self._running = True
        self._goal_us = None
        self._origin_s = self._now_s()
        self._origin_us = at_us

    def stop(self) -> None:
        """Stand still."""
        self._running = False
        self._goal_us = None

    def step_to(self, goal_us: int) -> None:
        """Go to a moment as fast as possible, and stop there."""
        self._running = False
        self._goal_us = goal_us

    def stepped(self) -> bool:
        """Whether it is being stepped."""
        return self._goal_us is not None

    def pause_s(self, at_us: int) -> float | None:
        """How long until simulated time may reach `at_us`; 0 = now, None = not before it is told to."""
        if self._goal_us is not None:
            return 0.0 if at_us <= self._goal_us else None
        if not self._running:
            return None
        if self._rate == 0:
            return 0.0
        due_s = self._origin_s + (at_us - self._origin_us) / 1e6 / self._rate
        pause = due_s - self._now_s()
        if pause < -1.0:  # the machine slept or is too slow: do not hurry to catch up
            self.run(self._rate, at_us)
        return max(0.0, pause)
