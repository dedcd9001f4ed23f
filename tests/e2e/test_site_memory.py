"""Memory of the static site's workers, in node."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.site import NODE, prepare_for_node
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HOOK = Path(__file__).with_name("memory_growth.mjs")
SIMULATED_S = 20
"""Of the board; the firmware allocates 16 MB in 10 s, and memory of so much is there at first."""
SCAN = """
import asyncio

SIZE, SEED = (8, 8), 1


async def speed(board, seconds):
    await board.ask("run", rate=0.0)
    while (await board.ask("state"))["time_ms"] < 1000 * seconds:
        await asyncio.sleep(0.1)
    return seconds
"""
DEADLINE_S = 300


def test_the_firmware_s_memory_does_not_grow(site_folder: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    require(node is not None, "node is missing")
    site = tmp_path / "site"
    shutil.copytree(site_folder, site)
    prepare_for_node(site)
    program = tmp_path / "scan.py"
    program.write_text(SCAN, "utf-8")
    run = subprocess.run(
        [str(node), str(NODE), str(site), str(program), str(SIMULATED_S)],
        env={**os.environ, "NODE_OPTIONS": f"--import {HOOK.as_uri()}"},
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
    )
    assert run.stderr == ""
    assert float(run.stdout.splitlines()[-1]) == SIMULATED_S
