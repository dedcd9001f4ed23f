"""The benchmark of the page, as short as it can be."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from benchmarks import page
from tests.e2e.chromium import CHROMIUM
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]


def test_all_figures_are_taken_printed_and_saved(tmp_path: Path) -> None:
    require(CHROMIUM is not None, "Chromium is missing: apt-get install chromium")
    output = tmp_path / "page.json"
    lines: list[str] = []
    options = argparse.Namespace(lifts=2, minutes=0.05, seed=1, output=output)
    assert page.run(options, lines.append) == 0
    saved = json.loads(output.read_text(encoding="utf-8"))
    assert len(saved["press to destinations"]) == 2
    assert saved["requests on reload"] == [1] * 5
    assert min(saved["bytes on reload"]) > 0
    assert len(saved["frames of a drag"]) > 20
    assert len(saved["drop to move"]) == 2
    assert len(saved["switch of language"]) == 10
    assert saved["heap"]
    assert lines[0].startswith("p50: the median"), "the legend"
    assert lines[1].startswith("first paint")


@pytest.mark.parametrize(
    ("moves", "stalled", "status"), [(4, False, 1), (606, True, 1), (606, False, 0)]
)
def test_a_heap_counts_only_if_there_was_play_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int, stalled: bool, status: int
) -> None:
    figures = page.Figures(
        *([90.0], [1], [300], [40.0], [16.7], [30.0], [50.0], [1], moves),
        repeated=0,
        stalled=stalled,
        last_prompt="White to move",
    )

    async def measured(*_: object) -> page.Figures:
        return figures

    monkeypatch.setattr(page, "measure", measured)
    lines: list[str] = []
    options = argparse.Namespace(lifts=1, minutes=30.0, seed=1, output=tmp_path / "page.json")
    assert page.run(options, lines.append) == status
    told = (
        f"The heap does not count: {moves} moves in 30 minutes, at least 180 are expected, and none"
        " may take 150 s. The game stands at: White to move"
    )
    assert (lines[-1] == told) is (status == 1)
