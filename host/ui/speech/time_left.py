"""Time left on the clocks, in words."""

from __future__ import annotations

from host.engine.game import Side
from host.message import Message, message
from host.session.clock import Clock

SHORT_MS = (60_000, 10_000)
"""Times left that are told when a running clock comes to them, the longest first."""


def times_left(clock: Clock, now_ms: int) -> Message:
    """Tell the time that both players have left."""
    white, black = (duration(clock.left(side, now_ms)) for side in (Side.WHITE, Side.BLACK))
    return message("ui.times_left", white=white, black=black)


def duration(ms: int) -> Message:
    """Return a time in whole minutes and seconds, rounded down as on a clock's face."""
    minutes, seconds = divmod(ms // 1000, 60)
    if not minutes:
        return message("ui.seconds", count=seconds)
    told = message("ui.minutes", count=minutes)
    if not seconds:
        return told
    return message("ui.and_seconds", minutes=told, seconds=message("ui.seconds", count=seconds))


class ShortTime:
    """Tells that a player's time runs short, once for each of `SHORT_MS` in a game."""

    def __init__(self) -> None:
        self._told: dict[Side, int] = {}

    def follow(self, clock: Clock | None, now_ms: int) -> Message | None:
        """Return what there is to say of the clocks now; None if there is nothing."""
        if clock is None or all(
            clock.left(side, now_ms) == clock.control.initial_ms for side in Side
        ):
            self._told.clear()
        if clock is None or clock.running is None:
            return None
        side, left_ms = clock.running, clock.left(clock.running, now_ms)
        told_ms = self._told.get(side, clock.control.initial_ms)
        reached = [each for each in SHORT_MS if left_ms <= each < told_ms]
        if not reached or left_ms == 0:
            return None
        self._told[side] = min(reached)
        return message("ui.time_short", side=side.message, left=duration(min(reached)))
