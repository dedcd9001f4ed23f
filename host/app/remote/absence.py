"""Absence of a side where it is agreed how long one may last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from host.engine.game import Side


class AbsenceTimer:
    """Measures how long a side is away, from when this host knows of it.

    Args:
        agreed_s: seconds after which the other side may end the game; None if it never may.
        on_over: called once an absence has lasted for so long.

    Attributes:
        away: the side whose absence is measured; None for neither.
        until: UTC time until which it is to be back, as of `FarState.since`; None for neither.
        is_over: True once its absence has lasted as long as agreed.
    """

    def __init__(self, agreed_s: int | None, on_over: Callable[[], None]) -> None:
        self._agreed_s, self._on_over = agreed_s, on_over
        self._timer: asyncio.TimerHandle | None = None
        self.away: Side | None = None
        self.until: str | None = None
        self.is_over = False

    def look(self, away: Side | None) -> None:
        """Take in which side is away now, in a game that goes on; None for neither."""
        if away is self.away or self._agreed_s is None:
            return
        self.stop()
        self.away = away
        if away is not None:
            until = datetime.now(UTC) + timedelta(seconds=self._agreed_s)
            self.until = until.strftime("%Y-%m-%dT%H:%M:%SZ")
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._agreed_s, self._end)

    def stop(self) -> None:
        """Measure nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.away = self.until = None
        self.is_over = False

    def _end(self) -> None:
        self.is_over = True
        self._on_over()
