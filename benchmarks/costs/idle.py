"""Cost of host and simulator while nobody does anything: processor, wake-ups and memory.

    python -m benchmarks.costs.idle [--seconds S]

A wake-up is a voluntary context switch of any thread of a process.  Only for Linux, which counts
them in /proc.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

SETTLE_S = 8.0
"""After the start; the lights have moved, and the virtual hand has set the pieces up."""
GOAL_PERCENT = 1.0
"""Of one core, for a whole board at rest."""
GOAL_MB = 80
"""For host and simulator together, by proportional set size."""
PLAY = ("host", "play", "--no-browser", "--listen", "127.0.0.1:0")
SIMULATE = ("simulator", "--with-stdin", "--doze", "20")


@dataclass(frozen=True)
class Usage:
    """Use of processor and memory by a process since its start.

    Attributes:
        cpu_s: processor time in seconds.
        wakeups: voluntary context switches of all its threads.
        rss_mb, pss_mb: memory; of the latter, what is shared is divided among its users.
    """

    cpu_s: float
    wakeups: int
    rss_mb: float
    pss_mb: float


def usage(pid: int) -> Usage:
    """Read the usage of a process.

    Raises:
        FileNotFoundError: there is no such process, or this is not Linux.
    """
    folder = Path("/proc", str(pid))
    # The name before these fields may contain blanks, and ends with the last parenthesis.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    wakeups = sum(
        int(_field(status, "voluntary_ctxt_switches"))
        for status in (folder / "task").glob("*/status")
    )
    memory = folder / "smaps_rollup"
    return Usage(
        cpu_s=(int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        wakeups=wakeups,
        rss_mb=int(_field(memory, "Rss").split()[0]) / 1024,
        pss_mb=int(_field(memory, "Pss").split()[0]) / 1024,
    )


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    files = Path("/proc", str(pid), "task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def _field(file: Path, name: str) -> str:
    lines = (line.partition(":") for line in file.read_text().splitlines())
    return next(value.strip() for field, _, value in lines if field == name)


@contextmanager
def _started(*module: str) -> Iterator[subprocess.Popen[str]]:
    """Run a module until the block ends; its first line of output has come."""
    process = subprocess.Popen(
        [sys.executable, "-m", *module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def _first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("the program has ended at once")
    return line.strip()


@contextmanager
def virtual_board(data: Path) -> Iterator[dict[str, int]]:
    """Play on a virtual board; yields the processes by name."""
    with _started(*PLAY, "--board", "virtual", "--data", str(data)) as host:
        _first_line(host)
        (simulator,) = children(host.pid)
        yield {"host": host.pid, "simulator": simulator, "firmware": children(simulator)[0]}


@contextmanager
def serial_board(data: Path) -> Iterator[dict[str, int]]:
    """Play on a board at a serial port; yields the host's process only."""
    with _started(*SIMULATE) as simulator:
        port = _first_line(simulator).removeprefix("port ")
        with _started(*PLAY, "--board", port, "--data", str(data)) as host:
            _first_line(host)
            yield {"host": host.pid}


@contextmanager
def no_board(data: Path) -> Iterator[dict[str, int]]:
    """Wait for a board; yields the host's process only."""
    with _started(*PLAY, "--wait", "--data", str(data)) as host:
        _first_line(host)
        yield {"host": host.pid}


CASES = {
    "no board": no_board,
    "virtual board": virtual_board,
    "board at a serial port": serial_board,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs.idle", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="measured of each case")
    options = parser.parse_args(arguments)
    print(f"{'at rest':28}{'% of a core':>12}{'wake-ups/s':>12}{'RSS MB':>9}{'PSS MB':>9}")
    missed = False
    for name, case in CASES.items():
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            pids = stack.enter_context(case(Path(folder, "matches.sqlite")))
            missed |= _measure(name, pids, options.seconds)
    print(f"\ngoals: {GOAL_PERCENT:g} % of a core and {GOAL_MB} MB PSS for each case")
    return int(missed)


def _measure(name: str, pids: dict[str, int], seconds: float) -> bool:
    """Measure and print the processes of a case; return True if a goal is missed."""
    time.sleep(SETTLE_S)
    before = {process: usage(pid) for process, pid in pids.items()}
    begin_s = time.monotonic()
    time.sleep(seconds)
    passed_s = time.monotonic() - begin_s
    percent = memory = 0.0
    for process, pid in pids.items():
        now, then = usage(pid), before[process]
        share = (now.cpu_s - then.cpu_s) / passed_s * 100
        wakeups = (now.wakeups - then.wakeups) / passed_s
        label = f"{name}: {process}" if process == "host" else f"  {process}"
        print(f"{label:28}{share:12.2f}{wakeups:12.1f}{now.rss_mb:9.1f}{now.pss_mb:9.1f}")
        percent, memory = percent + share, memory + now.pss_mb
    return percent >= GOAL_PERCENT or memory >= GOAL_MB


if __name__ == "__main__":
    raise SystemExit(main())
