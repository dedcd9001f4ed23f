"""Memory of the static site's workers, in node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.costs.idle import children
from benchmarks.costs.tab_memory import DrivenTab
from benchmarks.site import NODE, prepare_for_node
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HOOK = Path(__file__).with_name("memory_growth.mjs")
SIMULATED_S = 14
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
RELOADS = 1
WORKERS = 2
"""The host's and the firmware's."""
END_S = 30.0
"""Deadline for the workers of the page before to end; a browser gives them two seconds."""


def workers(pid: int) -> Iterator[str]:
    """Yield a name for each worker of the pages of a browser, among a process and all below it."""
    try:
        names = [file.read_text() for file in Path("/proc", str(pid), "task").glob("*/comm")]
        below = children(pid)
    except (FileNotFoundError, ProcessLookupError):
        return  # it has ended meanwhile
    yield from (name for name in names if name.startswith("DedicatedWorker"))
    for child in below:
        yield from workers(child)


def test_the_workers_end_with_a_page_that_is_loaded_anew(site_folder: Path, tmp_path: Path) -> None:
    require(sys.platform == "linux", "the threads of processes are seen on Linux only")
    require(shutil.which("chromium") is not None, "Chromium is missing")
    site = tmp_path / "site"
    shutil.copytree(site_folder, site)
    with DrivenTab(site) as tab:
        tab.link()
        for _ in range(RELOADS):
            tab.load_anew()
        deadline_s = time.monotonic() + END_S
        while (left := len(list(workers(tab.pid)))) != WORKERS and time.monotonic() < deadline_s:
            time.sleep(0.1)
    assert left == WORKERS


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
