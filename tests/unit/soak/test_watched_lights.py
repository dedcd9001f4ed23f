"""Lights that the soak watches."""

from __future__ import annotations

from collections import Counter

import pytest

from host.guidance.steady_lights import STEADY_MS
from soak.session_tabletop import CheckError
from soak.watched_lights import BLINK_MS, WatchedLights


def watched(*frames: tuple[int, str], moved_ms: int = 0) -> Counter[str]:
    """Check frames of one letter a square, with a hand that moved last at a time."""
    counts: Counter[str] = Counter()
    lights = WatchedLights(counts)
    lights.check((), 0, 0)
    for now_ms, letters in frames:
        lights.check(tuple(letters), now_ms, moved_ms)
    return counts


def test_a_light_that_changes_twice_within_80_ms_is_an_error() -> None:
    words = "square 1 changes from 'x' to '-' at 1079 ms, 79 ms after"
    with pytest.raises(CheckError, match=words):
        watched((0, "--"), (1000, "-x"), (1000 + STEADY_MS - 1, "--"))


def test_steady_lights_and_lights_of_different_squares_are_none() -> None:
    counts = watched((0, "--"), (1000, "-x"), (1001, "xx"), (1000 + STEADY_MS, "x-"))
    assert counts["changes of lights"] == 3


@pytest.mark.parametrize(
    ("moved_ms", "gone_ms", "blinked"),
    [(0, 1100, 1), (1000 - BLINK_MS + 1, 1100, 0), (0, 1000 + BLINK_MS, 0)],
)
def test_a_light_that_comes_and_goes_at_rest_is_counted(
    moved_ms: int, gone_ms: int, blinked: int
) -> None:
    counts = watched((0, "--"), (1000, "-x"), (gone_ms, "--"), moved_ms=moved_ms)
    assert counts["lights that blinked at rest"] == blinked
