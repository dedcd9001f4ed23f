"""Simulation clock: running at a rate, standing, stepped, and not catching up."""

from __future__ import annotations

import pytest

from simulator.clock import Clock


class Wall:
    """A machine's clock that the test sets."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def running(rate: float) -> tuple[Wall, Clock]:
    """Return a clock that runs from 5 s on."""
    wall = Wall()
    clock = Clock(wall)
    clock.run(rate, 5_000_000)
    return wall, clock


def test_a_new_clock_stands() -> None:
    clock = Clock(Wall())
    assert clock.limit_us(7) == 7
    assert clock.pause_s(8) is None


@pytest.mark.parametrize("rate", [0.1, 1.0, 4.0])
def test_running_time_follows_the_machine_times_the_rate(rate: float) -> None:
    wall, clock = running(rate)
    wall.now_s += 0.3
    assert clock.limit_us(5_000_000) == pytest.approx(5_000_000 + 300_000 * rate, abs=2)
    assert clock.pause_s(5_000_000 + 400_000 * rate) == pytest.approx(0.1)
    assert clock.pause_s(5_000_001) == 0
    assert clock.pause_s(None) is None


def test_as_fast_as_possible_has_no_limit_and_no_pause() -> None:
    _, clock = running(0)
    assert clock.limit_us(5_000_000) is None
    assert clock.pause_s(10**12) == 0
    assert clock.pause_s(None) is None


def test_a_step_goes_to_its_goal_at_once_and_no_further() -> None:
    _, clock = running(1)
    clock.step_to(6_000_000)
    assert clock.limit_us(5_000_000) == 6_000_000
    assert clock.pause_s(7_000_000) == 0, "the goal itself has to be gone to"
    clock.stop()
    assert clock.limit_us(6_000_000) == 6_000_000
    assert clock.pause_s(6_000_001) is None


def test_time_that_the_machine_slept_is_not_made_up_for() -> None:
    wall, clock = running(1)
    wall.now_s += 3600
    assert clock.limit_us(5_000_000) == 5_000_000
    wall.now_s += 0.1
    assert clock.limit_us(5_000_000) == pytest.approx(5_100_000, abs=2)


def test_time_that_was_waited_for_an_event_is_no_lag() -> None:
    wall, clock = running(1)
    assert clock.pause_s(6_100_000) == pytest.approx(1.1)
    wall.now_s += 1.4
    assert clock.limit_us(5_000_000) == pytest.approx(6_400_000, abs=2)
    assert clock.pause_s(7_000_000) == pytest.approx(0.6)
    wall.now_s += 3600
    assert clock.limit_us(6_400_000) == 7_000_000


def test_time_never_goes_back() -> None:
    wall, clock = running(1)
    wall.now_s -= 1
    assert clock.limit_us(5_000_000) == 5_000_000
