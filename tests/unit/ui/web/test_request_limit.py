"""The limit of the requests of a page."""

from __future__ import annotations

import pytest

from host.ui.web.request_limit import BURST, PER_S, RequestLimit


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_a_burst_is_free_and_what_follows_waits() -> None:
    limit = RequestLimit(Clock())
    waits = [limit.take() for _ in range(int(BURST) + 3)]
    assert waits[: int(BURST)] == [0.0] * int(BURST)
    assert waits[int(BURST) :] == pytest.approx([1 / PER_S, 2 / PER_S, 3 / PER_S])


def test_in_the_long_run_so_many_a_second_are_free() -> None:
    clock = Clock()
    limit = RequestLimit(clock)
    for _ in range(int(BURST)):
        limit.take()
    for _ in range(1000):
        clock.now_s += 1 / PER_S
        assert limit.take() == pytest.approx(0.0, abs=1e-9)


def test_a_long_silence_earns_no_more_than_a_burst() -> None:
    clock = Clock()
    limit = RequestLimit(clock)
    clock.now_s += 1e6
    waits = [limit.take() for _ in range(int(BURST) + 1)]
    assert waits[-2] == 0.0
    assert waits[-1] > 0.0
