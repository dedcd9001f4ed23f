"""The clock: what is left follows from what was used, to the millisecond."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.engine.game import Side
from host.message import quoted
from host.session.clock import (
    MAX_INCREMENT_S,
    MAX_MINUTES,
    Clock,
    GameClock,
    TimeControl,
    parse_control,
)

WHITE, BLACK = Side.WHITE, Side.BLACK
TEN_FIVE = TimeControl(600_000, 5_000)

controls = st.builds(
    TimeControl,
    st.integers(1, MAX_MINUTES * 100).map(lambda hundredths: hundredths * 600),
    st.integers(0, MAX_INCREMENT_S * 100).map(lambda hundredths: hundredths * 10),
)


@pytest.mark.parametrize(
    ("text", "control", "again"),
    [
        ("10+5", TEN_FIVE, "10+5"),
        ("0.5+0", TimeControl(30_000, 0), "0.5+0"),
        ("90+30", TimeControl(5_400_000, 30_000), "90+30"),
        ("0.01+0.01", TimeControl(600, 10), "0.01+0.01"),
        ("599.99+599.99", TimeControl(35_999_400, 599_990), "599.99+599.99"),
        ("600+600", TimeControl(36_000_000, 600_000), "600+600"),
        ("010.50+5.0", TimeControl(630_000, 5_000), "10.5+5"),
    ],
)
def test_a_control_is_minutes_plus_seconds(text: str, control: TimeControl, again: str) -> None:
    assert parse_control(text) == control
    assert str(control) == again


@given(controls)
def test_every_control_is_read_back_from_its_text(control: TimeControl) -> None:
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write the minutes"),
        ("10", "write the minutes"),
        ("10+", "write the minutes"),
        ("+5", "write the minutes"),
        ("10 + 5", "write the minutes"),
        ("10+5\n", "write the minutes"),
        ("-1+5", "write the minutes"),
        ("10+-5", "write the minutes"),
        ("1e3+5", "write the minutes"),
        ("10+.5", "write the minutes"),
        ("٣+5", "write the minutes"),
        ("0.005+0", "write the minutes"),
        ("nan+inf", "write the minutes"),
        ("0+5", "more than 0"),
        ("600.01+5", "at most 600 minutes"),
        ("10+600.01", "0 to 600 seconds"),
        ("9" * 400 + "+5", "at most 600 minutes"),
    ],
)
def test_what_is_no_control_is_quoted_and_the_form_is_told(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"'10\+5'") as caught:
        parse_control(text)
    assert quoted(text) in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("initial_ms", "increment_ms"),
    [(0, 0), (-600, 0), (36_000_600, 0), (600, -10), (600, 600_010), (601, 0), (600, 5)],
)
def test_a_control_that_cannot_be_written_is_refused(initial_ms: int, increment_ms: int) -> None:
    with pytest.raises(ValueError, match=r"minutes|seconds"):
        TimeControl(initial_ms, increment_ms)


def test_a_new_clock_stands() -> None:
    clock = Clock.new(TEN_FIVE)
    assert clock.running is None
    assert clock.runs_out_ms is None
    assert clock.times == (600_000, 600_000)
    assert clock.left(WHITE, 10**9) == clock.left(BLACK, 10**9) == 600_000


def test_only_the_side_runs_whose_time_was_started() -> None:
    clock = Clock.new(TEN_FIVE).start(BLACK, 1_000)
    assert clock.left(BLACK, 1_000) == 600_000
    assert clock.left(BLACK, 3_500) == 597_500
    assert clock.left(WHITE, 3_500) == 600_000
    assert clock.times == (600_000, 600_000), "as of the start"
    assert clock.start(WHITE, 3_500).times == (600_000, 597_500)


def test_the_same_side_started_again_changes_nothing() -> None:
    clock = Clock.new(TEN_FIVE).start(BLACK, 1_000)
    assert clock.start(BLACK, 9_000) is clock


def test_a_stopped_clock_stands_until_it_is_started_again() -> None:
    stopped = Clock.new(TEN_FIVE).start(BLACK, 1_000).stop(2_000)
    assert stopped.times == (600_000, 599_000)
    assert stopped.running is None
    assert stopped.stop(5_000) is stopped
    assert stopped.left(BLACK, 50_000) == 599_000
    assert stopped.start(BLACK, 50_000).left(BLACK, 50_001) == 598_999


@pytest.mark.parametrize("stopped_first", [False, True])
def test_a_move_adds_the_increment_to_its_own_side(stopped_first: bool) -> None:
    clock = Clock.new(TEN_FIVE).start(BLACK, 0)
    after = clock.stop(7_000).moved(BLACK) if stopped_first else clock.moved(BLACK).stop(7_000)
    assert after.times == (600_000, 598_000)
    assert after.moved(WHITE).times == (605_000, 598_000)


def test_time_runs_out_at_the_moment_it_said_and_not_before() -> None:
    clock = Clock.new(TEN_FIVE).start(BLACK, 1_000)
    assert clock.runs_out_ms == 601_000
    assert clock.expired(600_999) is None
    assert clock.expired(601_000) is BLACK
    assert clock.left(BLACK, 700_000) == 0, "never below 0"
    assert clock.stop(700_000).expired(10**9) is BLACK


def test_when_neither_has_time_it_is_the_one_whose_time_runs() -> None:
    clock = Clock.new(TEN_FIVE).with_times((0, 0))
    assert clock.expired(0) is not None
    assert clock.start(BLACK, 0).expired(0) is BLACK
    assert clock.start(WHITE, 0).expired(0) is WHITE


def test_stored_times_come_back_standing() -> None:
    clock = Clock.new(TEN_FIVE).start(BLACK, 0).with_times((1, 2))
    assert (clock.times, clock.running, clock.control) == ((1, 2), None, TEN_FIVE)
    with pytest.raises(ValueError, match="-1 ms"):
        clock.with_times((5, -1))


# What hands do to a clock: (what, side, milliseconds since the deed before).
deeds = st.lists(
    st.tuples(st.sampled_from(["start", "stop", "moved"]), st.sampled_from(Side), st.integers(0)),
    max_size=60,
)


@given(controls, deeds, st.integers())
def test_time_is_neither_lost_nor_made(
    control: TimeControl, sequence: list[tuple[str, Side, int]], now_ms: int
) -> None:
    """Times used and left add up to the time given, compared with an independent count."""
    clock = Clock.new(control)
    running: Side | None = None
    left = dict.fromkeys(Side, control.initial_ms)
    used, increments = 0, 0
    for what, side, pause_ms in sequence:
        # Nobody thinks longer than there is time: that would end the match.
        if running is not None:
            pause_ms %= left[running] + 1
            left[running] -= pause_ms
            used += pause_ms
        now_ms += pause_ms
        match what:
            case "start":
                clock, running = clock.start(side, now_ms), side
            case "stop":
                clock, running = clock.stop(now_ms), None
            case _:
                clock = clock.moved(side)
                left[side] += control.increment_ms
                increments += control.increment_ms
        assert {side: clock.left(side, now_ms) for side in Side} == left
        assert clock.running is running
        assert (clock.expired(now_ms) is None) is (0 not in left.values())
    assert used + sum(left.values()) == 2 * control.initial_ms + increments
    assert clock.stop(now_ms).times == (left[Side.WHITE], left[Side.BLACK])


@given(controls, st.sampled_from(Side), st.integers(), st.lists(st.integers(0), min_size=1))
def test_stopping_in_between_costs_no_time(
    control: TimeControl, side: Side, now_ms: int, pauses_ms: list[int]
) -> None:
    whole = Clock.new(control).start(side, now_ms)
    parts = whole
    for pause_ms in pauses_ms:
        now_ms += pause_ms
        parts = parts.stop(now_ms).start(side, now_ms)
    assert parts.left(side, now_ms) == whole.left(side, now_ms)
    assert parts.runs_out_ms is not None
    assert whole.runs_out_ms is not None
    assert parts.runs_out_ms == max(whole.runs_out_ms, now_ms)


def test_no_time_is_counted_while_the_host_stands_still() -> None:
    clock = GameClock(parse_control("1+0"))
    clock.run(Side.WHITE, 0)
    clock.stop_during(20_000, 100_000)
    assert clock.run(Side.WHITE, 50_000) is None, "a move of then is taken in"
    runs_out_ms = clock.run(Side.WHITE, 100_000)
    assert runs_out_ms == 140_000
    assert clock.late is None
