"""The chip's bench: what its host says, and the table of its figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.chip import report
from benchmarks.chip.lines import PALETTE, frames, host_lines
from benchmarks.command import main
from kamiboard import config, wire


@pytest.mark.parametrize("cells", [64, 81])
def test_the_firmware_understands_every_line(cells: int) -> None:
    colours, patterns = bytearray(cells), bytearray(cells)
    for name, line in host_lines(cells).items():
        parsed = wire.parse(line.removesuffix("\n").encode())
        assert parsed is not None, name
        if parsed[0] == b"frame":
            assert wire.read_cells(parsed[2][1], colours, patterns), name


@pytest.mark.parametrize("cells", [64, 81])
def test_the_heaviest_frames_are_as_heavy_as_they_can_be(cells: int) -> None:
    for kind, least in (("sweeps", 16), ("mixed", cells)):
        for frame in frames(cells)[kind]:
            squares = [frame[at : at + 2] for at in range(0, len(frame), 2)]
            assert len(set(squares)) >= least
            assert len({square[1] for square in squares}) >= min(least, len(wire.PATTERNS))
            duty = sum(sum(PALETTE[_colour(square) - 1]) for square in squares)
            assert config.CHANNEL_MA * duty / 255 > 4 * config.CURRENT_LIMIT_MA


def _colour(square: str) -> int:
    return "0123456789abcdefghijklmnopqrstuvwxyz".index(square[0])


def figures_at_their_goals() -> dict[str, dict[str, float]]:
    """Return figures for each row, as large as its goal allows."""
    figures: dict[str, dict[str, float]] = {}
    for row in report.ROWS:
        shown = 10.0 if row.goal is None else row.goal
        scale = 1 if row.key.endswith("bytes") else 1000
        of_run = figures.setdefault(row.run, {})
        of_run[row.key] = min(of_run.get(row.key, shown * scale), shown * scale)
    return figures


def test_a_missed_goal_is_marked_and_no_other() -> None:
    figures = figures_at_their_goals()
    assert "missed" not in report.text("an image", figures)
    figures["wire"]["step"] += 100
    figures["8x8"]["heap_built"] -= 1000
    marked = [line for line in report.text("an image", figures).splitlines() if "missed" in line]
    assert [line.split("  ")[0] for line in marked] == ["quiet step, strips 8x8", "free when built"]


def test_times_and_no_bytes_are_told_for_a_real_chip_as_well() -> None:
    lines = report.text("an image", figures_at_their_goals()).splitlines()
    (step,) = (line for line in lines if line.startswith("quiet step, strips 8x8"))
    assert step.split()[-3:] == ["7.0", "9.1", "7"]
    (free,) = (line for line in lines if line.startswith("free when built"))
    assert free.split()[-2:] == ["100.0", "100"]


def test_every_run_has_a_row() -> None:
    assert {row.run for row in report.ROWS} == set(report.RUNS)


def test_without_the_image_the_command_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--uf2", str(tmp_path / "no.uf2"), "--output", str(tmp_path / "x")]) != 0
    said = capsys.readouterr()
    assert "no.uf2" in said.out + said.err
    assert not (tmp_path / "x").exists()
