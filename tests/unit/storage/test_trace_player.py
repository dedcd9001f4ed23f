"""Every trace of tests/data/traces is recognised as recorded.

A game that was once recognised wrongly is kept there as recorded, with the plies that should have
been recognised: `kamisado trace replay FILE --write NEW` writes them once they are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host.cli.develop.trace import read_trace
from host.storage.trace_player import first_difference, play_back

TRACES = sorted(Path("tests/data/traces").glob("*.jsonl"))


def test_there_are_traces() -> None:
    assert len(TRACES) >= 2


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_a_trace_is_recognised_as_it_says(path: Path) -> None:
    trace = read_trace(path)
    assert trace.recognised, "it says something"
    assert first_difference(trace, play_back(trace)) is None
