"""Time limit of programs that stands while the machine has no processor for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

LOOK_S = 1.0
"""Interval of asking the system; in between the time counts as it passes."""
MOST_TIMES = 10
"""So many times the limit it lasts at most, however busy the machine is."""
_PROC = Path("/proc")


class TimeLimit:
    """Time limit in which processes do something.

    Args:
        limit_s: that they need at most on a machine without other work.
        groups: returns the ids of their process groups.
    """

    def __init__(self, limit_s: float, groups: Callable[[], Iterable[int]]) -> None:
        self._limit_s, self._groups = limit_s, groups
        self.renew()

    def renew(self) -> None:
        """Begin anew, as something has been done."""
        self._begin_s = self._looked_s = time.monotonic()
        self._counted_s = 0.0
        self._delays: dict[str, float] = {}

    @property
    def is_over(self) -> bool:
        """True once they have had the time."""
        now_s = time.monotonic()
        if now_s < self._looked_s + LOOK_S:
            return False
        delays = _delays(self._groups())
        before = self._delays
        waited_s = sum(delays[thread] - before[thread] for thread in before.keys() & delays.keys())
        self._counted_s += max(0.0, now_s - self._looked_s - waited_s)
        self._delays, self._looked_s = delays, now_s
        had_all = now_s > self._begin_s + MOST_TIMES * self._limit_s
        return self._counted_s > self._limit_s or had_all


def _delays(groups: Iterable[int]) -> dict[str, float]:
    """Return the seconds for which each thread of process groups has waited for a processor.

    Where the system does not tell, there are none.
    """
    wanted, delays = set(groups), {}
    for process in _PROC.glob("[0-9]*") if wanted else ():
        try:
            state = (process / "stat").read_text().rpartition(")")[2].split()
            if int(state[2]) not in wanted:
                continue
            for thread in (process / "task").iterdir():
                waited_ns = (thread / "schedstat").read_text().split()[1]
                delays[thread.name] = int(waited_ns) / 1e9
        except OSError:  # it has just ended
            continue
    return delays
