"""Simulation clock: simulated time follows the machine's clock at a rate, stands, or is stepped."""

from __future__ import annotations

import time
from collections.abc import Callable

_SLIP_S = 0.5


class Clock:
    """Limits the simulated time.  Times in us are simulated, times in s are the machine's.

    Args:
        now_s: the machine's clock.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._rate: float | None = None  # None: not following the machine's clock
        self._origin_s = 0.0
        self._origin_us = 0
        self._goal_us: int | None = None
        self._awaited_us = 0  # end of the last pause

    def run(self, rate: float, at_us: int) -> None:
        """Follow the machine's clock times `rate` from `at_us` on; 0: as fast as possible."""
        self._rate = rate
        self._goal_us = None
        self._origin_s = self._now_s()
        self._origin_us = self._awaited_us = at_us

    @property
    def is_running(self) -> bool:
        """True while it follows the machine's clock, neither standing nor stepped."""
        return self._rate is not None

    def stop(self) -> None:
        """Let the time stand."""
        self._rate = None
        self._goal_us = None

    def step_to(self, goal_us: int) -> None:
        """Advance to a time as fast as possible, and stop there."""
        self._rate = None
        self._goal_us = goal_us

    def limit_us(self, at_us: int) -> int | None:
        """Return the limit of the simulated time, which has reached `at_us`; None: no limit.

        If the simulation cannot keep up, or the machine was suspended, a lag of more than half a
        second is not caught up.  There is none before the end of the last pause.
        """
        if self._goal_us is not None:
            return self._goal_us
        if self._rate is None:
            return at_us
        if self._rate == 0:
            return None
        limit_us = self._origin_us + int((self._now_s() - self._origin_s) * 1e6 * self._rate)
        awaited_us = max(at_us, self._awaited_us)
        if limit_us - awaited_us > _SLIP_S * 1e6 * max(1.0, self._rate):
            self.run(self._rate, awaited_us)
            return awaited_us
        return max(at_us, limit_us)

    def pause_s(self, due_us: int | None) -> float | None:
        """Return the pause until time may reach `due_us`; None: wait for another event.

        Args:
            due_us: time of the next event; None if there is none.
        """
        if self._goal_us is not None:
            return 0.0  # at once
        if due_us is None or self._rate is None:
            return None
        if self._rate == 0:
            return 0.0
        self._awaited_us = due_us
        due_s = self._origin_s + (due_us - self._origin_us) / 1e6 / self._rate
        return max(0.0, due_s - self._now_s())
