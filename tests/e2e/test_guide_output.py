"""The building guide shows what the programs print, but for figures and paths."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "hardware" / "GUIDE.md").read_text("utf-8")
STRIPS = range(2, 9)
"""Strips that the trial does not have."""


def shown(begin: str) -> str:
    """Return the block of the guide that begins with this text, without its indentation."""
    blocks = re.findall(r"^( *)```\n(.*?)\n\1```$", GUIDE, re.MULTILINE | re.DOTALL)
    found = [text for _, block in blocks if (text := textwrap.dedent(block)).startswith(begin)]
    assert len(found) == 1, begin
    return found[0]


def without_figures(text: str) -> str:
    """Return a text with every number and chip replaced, the spaces before them too."""
    lines = (line.rstrip() for line in text.strip("\n").splitlines())
    return re.sub(r"[ -]*\b[\dA-F]{16}\b|[ -]*\d+(\.\d+)*", " #", "\n".join(lines))


def examine(board: SimulatedBoard) -> subprocess.CompletedProcess[str]:
    """Run `doctor --quick` on a board."""
    return subprocess.run(
        [sys.executable, "-m", "host", "doctor", "--quick", "--board", board.port],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_doctor_names_the_strips_that_a_trial_does_not_have() -> None:
    """Run `doctor --quick` as after the soldering of the first strip."""
    with SimulatedBoard(running=True) as board:
        board.ask("setup", pieces=[])
        for rank in STRIPS:
            board.ask("fault", name="missing_strip", rank=rank)
        for _ in range(8):  # on a busy machine the board may not have come round to every strip
            done = examine(board)
            silent = re.findall(r"^! The strip (\d) does not answer", done.stdout, re.MULTILINE)
            if len(silent) == len(STRIPS) and "memory are free" not in done.stdout:
                break
    assert done.returncode == 1, done.stderr
    assert [int(rank) for rank in silent] == list(STRIPS)
    block = textwrap.dedent(shown("             board: 8x8"))
    assert without_figures(block) == without_figures(textwrap.dedent(done.stdout))


def test_one_strip_alone_beats_at_both_ends() -> None:
    words = "With one strip its two ends, a1 and h1 (9x9: i1), now show an amber beat every 3.2 s"
    assert words in GUIDE
    with SimulatedBoard() as board:
        board.ask("setup", pieces=[])
        for rank in STRIPS:
            board.ask("fault", name="missing_strip", rank=rank)
        lit = set()
        for _ in range(160):  # two beats
            board.step(40)
            rgb = str(board.ask("state")["rgb"])
            lit |= {at // 6 for at in range(0, len(rgb), 6) if rgb[at : at + 6] != "000000"}
    assert lit == {0, 7}


def test_flash_asks_and_tells_what_the_guide_shows(tmp_path: Path) -> None:
    drive = tmp_path / "CIRCUITPY"
    (drive / "lib").mkdir(parents=True)
    (drive / "code.py").write_text('print("Hello World!")\n')
    (drive / "boot_out.txt").write_bytes(
        b"Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\r\n"
        b"Board ID:raspberry_pi_pico\r\nUID:E6614103E7452D2F\r\n"
    )
    outer, inner = os.openpty()
    try:
        os.write(outer, b"y\n")
        done = subprocess.run(
            [sys.executable, "-m", "host", "flash", str(drive)],
            cwd=ROOT,
            stdin=inner,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    finally:
        os.close(inner)
        os.close(outer)
    assert (drive / "main.py").exists()
    block = shown("Drive: ").replace("/media/you/CIRCUITPY", str(drive))
    assert without_figures(block.replace("[y/N] y\n", "[y/N] ")) == without_figures(done.stdout)
