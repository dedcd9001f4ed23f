"""Processor time of a start: a command that answers, and the program until its page is served.

    python -m benchmarks.costs.start [--runs N]

Beside the times stand those of an empty Python, which is their floor, and how many times as much
each takes: the clock of a processor changes with its load, the ratio less so.  Not for Windows.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = {
    "an empty Python": (("-c", "pass"), None),
    "games": (("-m", "host", "games"), 0.15),
    "games, by the launcher": (("kamisado", "games"), None),
    "the page is served": (("-m", "host", "play", "--no-browser", "--wait"), 0.35),
}
"""Arguments of Python, and the most seconds that they may take."""
SERVED = "http://"


def processor_s(arguments: Sequence[str], folder: str) -> float:
    """Run Python until it ends or says that the page is served; return its processor time and that
    of its children, in seconds."""
    serves = "play" in arguments
    where = ("--listen", "127.0.0.1:0", "--data", f"{folder}/matches.sqlite") if serves else ()
    process = subprocess.Popen(
        [sys.executable, *arguments, *where], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if SERVED in line and serves:
            process.kill()  # at once: ending tidily would count as well
    process.stdout.close()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # waited for above
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs.start", description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="of each case, after one that compiles")
    options = parser.parse_args(arguments)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation is compiled
    print(f"{'processor time in s':28}{'least':>8}{'median':>8}{'ratio':>8}{'goal':>8}")
    missed, floor = False, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, (words, goal) in CASES.items():
            processor_s(words, folder)
            times = [processor_s(words, folder) for _ in range(options.runs)]
            median = statistics.median(times)
            floor = floor or median
            shown = "" if goal is None else f"{goal:8.2f}"
            print(f"{name:28}{min(times):8.3f}{median:8.3f}{median / floor:8.1f}{shown}")
            missed |= goal is not None and median > goal
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
