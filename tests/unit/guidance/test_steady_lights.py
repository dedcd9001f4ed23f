"""Steady lights: no square changes twice within 80 ms."""

from __future__ import annotations

import random

from host.guidance.steady_lights import STEADY_MS, SteadyLights


def test_a_change_is_shown_at_once_and_the_next_of_the_same_square_later() -> None:
    lights = SteadyLights()
    assert lights.show(("0-", "0-"), 1000) == ("0-", "0-")
    assert lights.show(("1b", "0-"), 1000) == ("1b", "0-")
    assert lights.wake_ms is None
    assert lights.show(("0-", "2-"), 1007) == ("1b", "2-"), "only the first has just changed"
    assert lights.wake_ms == 1000 + STEADY_MS
    assert lights.show(("0-", "2-"), 1000 + STEADY_MS) == ("0-", "2-")
    assert lights.wake_ms is None


def test_what_is_taken_back_meanwhile_never_shows() -> None:
    lights = SteadyLights()
    lights.show(("0-",), 0)
    lights.show(("1b",), 0)
    assert lights.show(("0-",), 10) == ("1b",)
    assert lights.show(("1b",), 20) == ("1b",)
    assert lights.wake_ms is None


def test_noise_changes_no_square_faster_than_that() -> None:
    chance, lights = random.Random(1), SteadyLights()
    shown, changed_ms = lights.show(("0-",) * 4, 0), [-STEADY_MS] * 4
    for now_ms in range(1, 5000):
        due = tuple(chance.choice(("0-", "1b", "2k")) for _ in range(4))
        before, shown = shown, lights.show(due, now_ms)
        for square in range(4):
            if shown[square] != before[square]:
                assert now_ms - changed_ms[square] >= STEADY_MS
                changed_ms[square] = now_ms


def test_a_board_of_another_size_begins_anew() -> None:
    lights = SteadyLights()
    lights.show(("0-",) * 64, 0)
    lights.show(("1b",) * 64, 1)
    assert lights.show(("0-",) * 25, 2) == ("0-",) * 25
