"""The time until a move is made: half of what a slide needs, for most moves."""

from __future__ import annotations

from statistics import median

from benchmarks.acceptance import ENDS, MAY_GO_ON, measure
from host.recognition.times import DWELL_MS, REST_MS


def test_most_moves_are_made_before_a_slide_would_have_gone_on() -> None:
    taken = measure("kamisado-single", ["1/0", "1/1", "1/2"])
    assert median(taken[ENDS]) <= REST_MS
    assert median(taken[MAY_GO_ON]) < DWELL_MS / 2
