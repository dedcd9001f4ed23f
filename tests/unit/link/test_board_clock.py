"""The board's clock on the host's time scale."""

from __future__ import annotations

import random

from host.link.board_clock import DRIFT, BoardClock
from host.link.wire import CLOCK_PERIOD_MS


def test_lines_that_are_read_late_count_from_when_they_were_sent() -> None:
    clock = BoardClock()
    assert clock.host_ms(1000, 51_000) == 51_000
    late = [clock.host_ms(board_ms, 60_000) for board_ms in (2000, 3500, 9000)]
    assert [60_000 - ms for ms in late] == [8000 - 1, 6500 - 3, 1000 - 9], "but for the drift"


def test_a_line_is_never_from_later_than_it_was_read() -> None:
    chance, clock = random.Random(4), BoardClock()
    for second in range(2000):
        received_ms = second * 1000 + chance.randrange(400)
        assert clock.host_ms(second * 1001, received_ms) <= received_ms


def test_the_drift_of_two_quartzes_is_followed() -> None:
    clock, slow = BoardClock(), 1 - 1 / (2 * DRIFT)
    for second in range(5000):
        told_ms = clock.host_ms(int(second * 1000 * slow), second * 1000)
    assert 5000 * 1000 - 1000 - told_ms <= 2


def test_the_clock_may_wrap_and_a_board_that_starts_again_is_no_wrap() -> None:
    clock = BoardClock()
    clock.host_ms(CLOCK_PERIOD_MS - 100, 10_000)
    assert abs(clock.host_ms(400, 10_500) - 10_500) <= 1
    assert clock.host_ms(50, 99_000) == 99_000
