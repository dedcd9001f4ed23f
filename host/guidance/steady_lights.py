"""Steady lights: a square that has changed its light keeps it for a moment.

A lift is lit before it has settled, so what was noise or a bounce may be taken back at the next
scan.  Faster changes than these would be seen as flicker.
"""

from __future__ import annotations

from collections.abc import Sequence

STEADY_MS = 80
"""Least time between two changes of the light of one square."""


class SteadyLights:
    """Delays changes of a square that has just changed.

    Attributes:
        wake_ms: time of the next delayed change; None if there is none.
    """

    def __init__(self) -> None:
        self.wake_ms: int | None = None
        self._shown: tuple[str, ...] = ()
        self._until_ms: list[int] = []

    def wait_for_nothing(self) -> None:
        """Forget what is waited for, as it is asked for anew."""
        self.wake_ms = None

    def show(self, lights: Sequence[str], now_ms: int) -> tuple[str, ...]:
        """Return the lights to show now.

        Args:
            lights: the light of each square, as it is due.
        """
        if len(lights) != len(self._shown):
            self._shown = tuple(lights)
            self._until_ms = [now_ms] * len(lights)
        shown, self.wake_ms = list(self._shown), None
        for square, light in enumerate(lights):
            until_ms = self._until_ms[square]
            if light == shown[square]:
                continue
            if now_ms < until_ms:
                self.wake_ms = until_ms if self.wake_ms is None else min(self.wake_ms, until_ms)
                continue
            shown[square] = light
            self._until_ms[square] = now_ms + STEADY_MS
        self._shown = tuple(shown)
        return self._shown
