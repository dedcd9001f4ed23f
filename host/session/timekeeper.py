"""Whose time runs when, in a game that may be played without a clock."""

from __future__ import annotations

from host.engine.game import Side
from host.session.clock import Clock, TimeControl


class Timekeeper:
    """The clock of one game.

    Args:
        control: the time of each player; None to play without a clock, then nothing here does
            anything.

    Attributes:
        clock: None without one.
        late: the side whose time has run out.
    """

    def __init__(self, control: TimeControl | None) -> None:
        self.clock = None if control is None else Clock.new(control)
        self.late: Side | None = None

    @property
    def times(self) -> tuple[int, int] | None:
        """White's and Black's milliseconds left when the clock last started or stopped."""
        return None if self.clock is None else self.clock.times

    def moved(self, side: Side, now_ms: int) -> None:
        """A side has made its move."""
        if self.clock is not None:
            self.clock = self.clock.stop(now_ms).moved(side)

    def set_to(self, times: tuple[int, int] | None) -> None:
        """Stand at these times, with nobody late; None for those of the beginning."""
        self.late = None
        if self.clock is not None:
            fresh = Clock.new(self.clock.control)
            self.clock = fresh if times is None else fresh.with_times(times)

    def run(self, side: Side | None, now_ms: int) -> int | None:
        """Let a side's time run, or nobody's.

        Returns:
            When it will have run out; None if it does not run. `late` is set if it just has.
        """
        if self.clock is None:
            return None
        if side is None:
            self.clock = self.clock.stop(now_ms)
            return None
        self.clock = self.clock.start(side, now_ms)
        self.late = self.clock.expired(now_ms)
        if self.late is None:
            return self.clock.runs_out_ms
        self.clock = self.clock.stop(now_ms)
        return None
