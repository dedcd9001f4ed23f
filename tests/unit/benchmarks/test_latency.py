"""The bench: what it says of storing and resuming, and how it prints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.latency import LONG_PLIES, Report, _storing


@pytest.mark.slow
def test_storing_and_resuming_a_long_match_are_measured(tmp_path: Path) -> None:
    report = Report()
    _storing(report, tmp_path, seed=1)
    figures = report.figures
    assert 0 < figures["bare_sync_of_a_page_p50_ms"] <= figures["bare_sync_of_a_page_p99_ms"]
    assert 0 < figures["store:_an_action_p50_ms"] <= figures["store:_an_action_p99_ms"]
    assert figures[f"resume_{LONG_PLIES}_moves_ms"] > 0


def test_only_parts_of_the_way_to_the_lights_have_a_share_of_it() -> None:
    report = Report()
    report.stage("the whole way", [10.0, 20.0, 30.0], 5.0)
    report.stage("a part", [5.0], None)
    report.stage("something else", [1.0], 0.5, share=False)
    report.figures["resume_300_moves_ms"] = 177.7
    heads, whole, part, other, _, *legend, _, load, resume = report.text().splitlines()
    for head in ("p50 ms", "p99 ms", "share", "floor", "p50/floor"):
        assert head in heads
        assert head in "\n".join(legend)
    assert whole.split() == ["the", "whole", "way", "20.00", "30.00", "100%", "5.00", "4.00"]
    assert part.split() == ["a", "part", "5.00", "5.00", "25%"]
    assert other.split() == ["something", "else", "1.00", "1.00", "0.50", "2.00"]
    assert other.index("0.50") == whole.index("5.00"), "in columns"
    assert load.startswith("load of the machine: ")
    assert resume.split() == ["resume", "300", "moves", "ms", "177.7"]
