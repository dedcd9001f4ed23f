"""The benchmark of two hosts far apart, without a broker."""

from __future__ import annotations

from benchmarks.remote.moves import percentile


def test_percentiles_are_those_of_the_sorted_times() -> None:
    times = [float(number) for number in range(200, 0, -1)]
    assert (percentile(times, 50), percentile(times, 99)) == (101.0, 199.0)
    assert percentile([3.0], 99) == 3.0
