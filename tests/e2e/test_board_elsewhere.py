"""A board that listens elsewhere, at an address: the tests of any board run on it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
SUITE = "tests/e2e/test_any_board.py"


def run_suite(*options: str) -> tuple[int, dict[str, int], str]:
    """Run the tests of any board in a process of their own: exit status, counts, what it said."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", SUITE, *options],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_XDIST_WORKER": ""},
        timeout=200,
        check=False,
    )
    summary = run.stdout.rstrip().rpartition("\n")[2]
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", summary)}
    return run.returncode, counts, run.stdout


def test_the_tests_of_any_board_run_on_one_that_is_served_over_tcp() -> None:
    with SimulatedBoard("--listen", "socket://127.0.0.1:0", running=True) as board:
        assert board.port.startswith("socket://127.0.0.1:")
        status, counts, said = run_suite("--board", board.port, "--control", board.control)
        assert status == 0, said
        assert counts.get("skipped", 0) == 0, said
        everything = counts["passed"]
        assert everything >= 16
        # Without a hand and eyes, the rest runs and the reason is told.
        status, counts, said = run_suite("--board", board.port)
        assert status == 0, said
        assert "say where with --control KEY@HOST:PORT" in said
        assert counts["skipped"] >= 3
        assert counts["passed"] + counts["skipped"] == everything


def test_a_board_that_is_not_there_fails_them() -> None:
    with SimulatedBoard("--listen", "socket://127.0.0.1:0", running=True) as board:
        port = board.port
    status, counts, said = run_suite("--board", port)
    assert status == 1, said
    assert "passed" not in counts, said


def test_a_firmware_that_shows_too_much_is_found(tmp_path: Path) -> None:
    """The suite weighs what is really lit, not what the board says."""
    drive = tmp_path / "drive"
    shutil.copytree(ROOT / "firmware", drive, ignore=shutil.ignore_patterns("*cache*"))
    config = drive / "kamiboard" / "config.py"
    config.write_text(config.read_text().replace("CHANNEL_MA = 20 ", "CHANNEL_MA = 10 "))
    options = ("--listen", "socket://127.0.0.1:0", "--firmware", str(drive))
    with SimulatedBoard(*options, running=True) as board:
        where = ("--board", board.port, "--control", board.control)
        status, counts, said = run_suite(*where, "-k", "the_leds_really_draw")
    assert (status, counts["failed"]) == (1, 1), said
