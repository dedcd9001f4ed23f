"""Time left on the clocks, in words."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.session.clock import Clock, parse_control
from host.ui.speech.time_left import ShortTime, duration, times_left


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "0 seconds"),
        (1999, "1 second"),
        (59_999, "59 seconds"),
        (60_000, "1 minute"),
        (600_000, "10 minutes"),
        (125_400, "2 minutes 5 seconds"),
    ],
)
def test_a_time_is_told_in_minutes_and_seconds(ms: int, text: str) -> None:
    assert str(duration(ms)) == text


def test_both_times_are_told_as_of_now() -> None:
    clock = Clock.new(parse_control("5+0")).start(Side.BLACK, 1000)
    told = str(times_left(clock, 66_000))
    assert told == "White has 5 minutes left, Black 3 minutes 55 seconds."


def test_short_time_is_told_once_at_each_bound() -> None:
    short, clock = ShortTime(), Clock.new(parse_control("2+0")).start(Side.WHITE, 0)
    told = {ms: short.follow(clock, ms) for ms in range(0, 125_000, 500)}
    said = {ms: str(text) for ms, text in told.items() if text is not None}
    assert said == {60_000: "White has 1 minute left.", 110_000: "White has 10 seconds left."}


def test_short_time_is_told_of_each_side_and_in_the_next_game_again() -> None:
    short, control = ShortTime(), parse_control("0.5+0")
    for _ in range(2):
        fresh = Clock.new(control)
        assert short.follow(fresh, 0) is None
        assert short.follow(fresh.start(Side.WHITE, 0), 21_000) is not None
        late = fresh.with_times((9000, 30_000)).start(Side.BLACK, 21_000)
        assert short.follow(late, 42_000) is not None
        assert short.follow(late, 43_000) is None


def test_without_a_running_clock_nothing_is_told() -> None:
    short = ShortTime()
    assert short.follow(None, 0) is None
    assert short.follow(Clock.new(parse_control("0.1+0")), 0) is None
