"""Limit of the requests of a page: one that floods the program waits, and delays nobody else.

A token bucket: a page may ask for `BURST` things at once, and for `PER_S` a second in the long run.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PER_S = 40.0
"""More than a held key, or a slider that is dragged along a record, asks for."""
BURST = 80.0


class RequestLimit:
    """Limit of one page.

    Args:
        clock: seconds from any point in time.
        per_s: what is free in the long run; None for `PER_S`.
        burst: what is free at once; None for `BURST`.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        per_s: float | None = None,
        burst: float | None = None,
    ) -> None:
        self._clock = clock
        self._per_s = PER_S if per_s is None else per_s
        self._left = self._burst = BURST if burst is None else burst
        self._at_s = clock()

    def take(self) -> float:
        """Count a request; return the seconds to wait before it is carried out."""
        now_s = self._clock()
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_s) - 1.0
        self._at_s = now_s
        return max(0.0, -self._left / self._per_s)
