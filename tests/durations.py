"""Durations of the tests: find tests that are slow and not marked so, and files that take most.

`pytest --durations-file FILE` records how each test ended, how long its body took, as pytest
measures it (wall clock, without fixtures, which the first test of several pays for), and how much
processor time all of it took, with its fixtures and with the processes that have ended meanwhile.
`python -m tests.durations FILE ...` reads that, prints the files of tests that take the most
processor time and the numbers of tests, and ends non-zero if a test without the marker `slow` took
longer than LIMIT_S * ALLOWANCE, or so much longer as the tests of those files, or of others
(`--pace`), took on a slow computer.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

LIMIT_S = 1.0
"""On a quiet machine a longer test has to be marked slow."""
ALLOWANCE = 3.0
"""The checks run beside the tests on the same processors; a loaded machine is that much slower."""
MEAN_S = 0.035
"""Average duration of a test without that marker, beside all checks on a usual computer: on a quiet
one that is thrice as slow it was 0.051 s."""
ENOUGH = 1000
"""Of so many tests the average tells how slow a computer is; a few long ones do not count much."""
MOST_FILES = 25
"""So many files that take the most processor time are printed."""
_PROCESSOR_S = "processor_s"


class ProcessorTime:
    """Plugin of pytest: adds to each report the processor time since the one before, in seconds.

    A process that a test has started counts when it has ended and was waited for.  Most of those of
    a browser never are, so that a test of the page takes about three times as much.
    """

    def __init__(self) -> None:
        self._before = _processor_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add it to the report of a phase of a test."""
        report = yield
        before, self._before = self._before, _processor_s()
        report.user_properties.append((_PROCESSOR_S, self._before - before))
        return report


def _processor_s() -> float:
    """Return the processor time of this process and of all that it has waited for."""
    return sum(os.times()[:4])


class DurationRecorder:
    """Plugin of pytest: writes a file at the end, in the process that collects all reports."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tests: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a phase of a test."""
        slow = "slow" in report.keywords
        new = {"outcome": "passed", "seconds": 0.0, _PROCESSOR_S: 0.0, "slow": slow}
        entry = self._tests.setdefault(report.nodeid, new)
        if report.outcome != "passed" and not hasattr(report, "wasxfail"):
            entry["outcome"] = report.outcome
        if report.when == "call":
            entry["seconds"] = round(report.duration, 3)
        spent = dict(report.user_properties).get(_PROCESSOR_S, 0.0)
        entry[_PROCESSOR_S] = round(entry[_PROCESSOR_S] + spent, 2)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        self._path.write_text(json.dumps(self._tests, indent=0), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Check files of durations; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.durations", description=main.__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--pace",
        action="append",
        type=Path,
        metavar="FILE",
        help="durations that tell how slow this computer is (default: the checked ones)",
    )
    options = parser.parse_args(arguments)
    tests = _read(options.files)
    unmarked = _unmarked(tests)
    limit_s = LIMIT_S * ALLOWANCE * _slowness(_unmarked(_read(options.pace or options.files)))
    for name, seconds in sorted(unmarked.items(), key=lambda item: -item[1]):
        if seconds > LIMIT_S:
            verdict = "mark it slow" if seconds > limit_s else "near the limit"
            sys.stdout.write(f"{seconds:6.2f} s  {name}: {verdict}\n")
    sys.stdout.write(_costs(tests))
    outcomes = Counter(one["outcome"] for one in tests.values())
    count = ", ".join(f"{outcomes[name]} {name}" for name in ("passed", "failed", "skipped"))
    sys.stdout.write(f"{count}\n")
    return int(not tests or max(unmarked.values(), default=0) > limit_s)


def _read(files: Sequence[Path]) -> dict[str, dict[str, Any]]:
    tests: dict[str, dict[str, Any]] = {}
    for file in files:
        tests |= json.loads(file.read_text(encoding="utf-8"))
    return tests


def _costs(tests: Mapping[str, Mapping[str, Any]]) -> str:
    """Return lines with the processor time of all tests, and of the files that take most of it."""
    costs = Counter[str]()
    for name, one in tests.items():
        costs[name.partition("::")[0]] += one.get(_PROCESSOR_S, 0.0)
    head = f"s of processor time in {len(costs)} files, but for browsers; most in"
    lines = [f"{sum(costs.values()):6.0f} {head}"]
    lines += [f"{seconds:6.1f} s  {file}" for file, seconds in costs.most_common(MOST_FILES)]
    return "".join(f"{line}\n" for line in lines)


def _unmarked(tests: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    return {name: one["seconds"] for name, one in tests.items() if not one["slow"]}


def _slowness(seconds: Mapping[str, float]) -> float:
    """Return how many times as slow as usual this computer is, at least once."""
    if len(seconds) < ENOUGH:
        return 1.0
    return max(1.0, sum(seconds.values()) / len(seconds) / MEAN_S)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
