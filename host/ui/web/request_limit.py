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
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = BURST
        self._at_s = clock()

    def take(self) -> float:
        """Count a request; return the seconds to wait before it is carried out."""
        now_s = self._clock()
        self._left = min(BURST, self._left + (now_s - self._at_s) * PER_S) - 1.0
        self._at_s = now_s
        return max(0.0, -self._left / PER_S)
