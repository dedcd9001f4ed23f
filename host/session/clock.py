"""Chess clock: the remaining times of both players in a match.

A `TimeControl` is the agreed setting.  A `Clock` is a value that is replaced whenever a side's time
starts or stops; the times in between follow from the moment of the last replacement.  The caller
passes monotonic milliseconds of any origin, and stops the clock while the board is put right and
between two rounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from host.engine.game import Side
from host.message import message, message_of, quoted

MAX_MINUTES = 600
"""The longest time per player: ten hours, several times what a marathon match takes."""
MAX_INCREMENT_S = 600
"""The largest increment: ten minutes for each move."""
MOST_MS = 100 * 3_600_000
"""The most that a clock elsewhere is believed to show: ten times the longest time at the beginning,
as moves add to it."""

_MINUTE_MS = 60_000
_SECOND_MS = 1000
_HUNDREDTHS = 100
"""Minutes and seconds are written with two decimals at most, so that their text is exact."""
_FORM = re.compile(r"(?P<minutes>[0-9]+(\.[0-9]{1,2})?)\+(?P<seconds>[0-9]+(\.[0-9]{1,2})?)")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time of each player for a whole match; `str` gives "10+5".

    Attributes:
        initial_ms: at the beginning; hundredths of a minute.
        increment_ms: what each move of one's own adds; hundredths of a second, 0 for nothing.

    Raises:
        ValueError: a number is out of its limits, or finer than its hundredths.
    """

    initial_ms: int
    increment_ms: int

    def __post_init__(self) -> None:
        if not 0 < self.initial_ms <= MAX_MINUTES * _MINUTE_MS:
            raise ValueError(message("session.clock_minutes", most=MAX_MINUTES))
        if not 0 <= self.increment_ms <= MAX_INCREMENT_S * _SECOND_MS:
            raise ValueError(message("session.clock_increment", most=MAX_INCREMENT_S))
        if self.initial_ms * _HUNDREDTHS % _MINUTE_MS or self.increment_ms * _HUNDREDTHS % 1000:
            raise ValueError(message("session.clock_decimals"))

    def __str__(self) -> str:
        return f"{self.initial_ms / _MINUTE_MS:g}+{self.increment_ms / _SECOND_MS:g}"


def parse_control(text: str) -> TimeControl:
    """Return the time control that `text` describes.

    >>> parse_control("10+5")
    TimeControl(initial_ms=600000, increment_ms=5000)

    Raises:
        ValueError: the message quotes the text and says what it must look like.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(message("session.no_clock_text", text=quoted(text)))
    try:
        return TimeControl(
            int(Decimal(found["minutes"]) * _MINUTE_MS),
            int(Decimal(found["seconds"]) * _SECOND_MS),
        )
    except ValueError as error:
        reason = message_of(error)
        raise ValueError(message("session.no_clock", text=quoted(text), reason=reason)) from None


def is_clock(value: object) -> bool:
    """Return True if a value that comes from elsewhere can be the milliseconds of a clock."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_MS


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' time; make one with `Clock.new`.

    Attributes:
        white_ms, black_ms: left when the clock last started or stopped, never below 0.
        running: whose time runs; None while the clock stands.
        since_ms: when it started to; without meaning while the clock stands.
    """

    control: TimeControl
    white_ms: int
    black_ms: int
    running: Side | None = None
    since_ms: int = 0

    @classmethod
    def new(cls, control: TimeControl) -> Clock:
        """Return the clock of a match that is about to begin; it stands."""
        return cls(control, control.initial_ms, control.initial_ms)

    @property
    def times(self) -> tuple[int, int]:
        """White's and Black's milliseconds left, as of the last start or stop."""
        return self.white_ms, self.black_ms

    @property
    def runs_out_ms(self) -> int | None:
        """Time at which the running side has none left; None while the clock stands."""
        return None if self.running is None else self.since_ms + self._kept(self.running)

    def left(self, side: Side, now_ms: int) -> int:
        """Milliseconds that a side has left, never below 0."""
        used_ms = now_ms - self.since_ms if side is self.running else 0
        return max(0, self._kept(side) - used_ms)

    def expired(self, now_ms: int) -> Side | None:
        """Return the side that has no time left, or None.

        Should neither have any, it is the one whose time runs: the other's had run out before.
        """
        sides = Side if self.running is None else (self.running, self.running.other)
        return next((side for side in sides if self.left(side, now_ms) == 0), None)

    def start(self, side: Side, now_ms: int) -> Clock:
        """Let a side's time run and the other's stand; the same side again changes nothing."""
        if side is self.running:
            return self
        return replace(self.stop(now_ms), running=side, since_ms=now_ms)

    def stop(self, now_ms: int) -> Clock:
        """Let both times stand."""
        if self.running is None:
            return self
        white_ms, black_ms = (self.left(side, now_ms) for side in (Side.WHITE, Side.BLACK))
        return Clock(self.control, white_ms, black_ms)

    def moved(self, side: Side) -> Clock:
        """Add the increment to a side that has made a move, before or after its time is stopped."""
        left_ms = self._kept(side) + self.control.increment_ms
        if side is Side.WHITE:
            return replace(self, white_ms=left_ms)
        return replace(self, black_ms=left_ms)

    def with_times(self, times: tuple[int, int]) -> Clock:
        """Return the same clock standing at White's and Black's milliseconds, as they were stored.

        Raises:
            ValueError: one of them is below 0.
        """
        if min(times) < 0:
            raise ValueError(f"no player can have {min(times)} ms left")
        return Clock(self.control, *times)

    def _kept(self, side: Side) -> int:
        return self.white_ms if side is Side.WHITE else self.black_ms


class GameClock:
    """The clock of one game.

    Args:
        control: the time of each player; None to play without a clock, then nothing here does
            anything.
        far_side: the side whose own host tells when its time has run out; None for neither.

    Attributes:
        clock: None without one.
        late: the side whose time has run out.
    """

    def __init__(self, control: TimeControl | None, far_side: Side | None = None) -> None:
        self._far_side = far_side
        self.clock = None if control is None else Clock.new(control)
        self.late: Side | None = None
        self._stopped_until_ms = 0

    @property
    def times(self) -> tuple[int, int] | None:
        """White's and Black's milliseconds left when the clock last started or stopped."""
        return None if self.clock is None else self.clock.times

    def moved(self, side: Side, now_ms: int) -> None:
        """Take note of a move of a side."""
        if self.clock is not None:
            self.clock = self.clock.stop(now_ms).moved(side)

    def set_to(self, times: tuple[int, int] | None) -> None:
        """Stop both clocks at these times, with nobody late; None for those of the beginning."""
        self.late = None
        if self.clock is not None:
            fresh = Clock.new(self.clock.control)
            self.clock = fresh if times is None else fresh.with_times(times)

    def stop_during(self, from_ms: int, until_ms: int) -> None:
        """Stop both clocks for an interval that has passed."""
        if self.clock is not None:
            self.clock = self.clock.stop(max(from_ms, self.clock.since_ms))
            self._stopped_until_ms = until_ms

    def run(self, side: Side | None, now_ms: int) -> int | None:
        """Let a side's time run, or nobody's.

        Returns:
            When it will have run out; None if it does not run. `late` is set if it just has.
        """
        if self.clock is None:
            return None
        if side is None or now_ms < self._stopped_until_ms:
            self.clock = self.clock.stop(now_ms)
            return None
        self.clock = self.clock.start(side, now_ms)
        late = self.clock.expired(now_ms)
        if late is not None and late is self._far_side:
            return None
        self.late = late
        if self.late is None:
            return self.clock.runs_out_ms
        self.clock = self.clock.stop(now_ms)
        return None
