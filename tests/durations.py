"""Durations of the tests: find tests that are slow and not marked so.

`pytest --durations-file FILE` records how each test ended and how long its body took, as pytest
measures it (wall clock, without fixtures, which the first test of several pays for).
`python -m tests.durations FILE ...` reads that, prints the numbers of tests, and ends non-zero if a
test without the marker `slow` took longer than LIMIT_S * ALLOWANCE.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

LIMIT_S = 1.0
"""On a quiet machine a longer test has to be marked slow."""
ALLOWANCE = 3.0
"""The checks run beside the tests on the same processors; a loaded machine is that much slower."""


class DurationRecorder:
    """Plugin of pytest: writes a file at the end, in the process that collects all reports."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tests: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a phase of a test."""
        entry = self._tests.setdefault(
            report.nodeid, {"outcome": "passed", "seconds": 0.0, "slow": "slow" in report.keywords}
        )
        if report.outcome != "passed" and not hasattr(report, "wasxfail"):
            entry["outcome"] = report.outcome
        if report.when == "call":
            entry["seconds"] = round(report.duration, 3)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        self._path.write_text(json.dumps(self._tests, indent=0), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Check files of durations; returns the exit status."""
    tests: dict[str, dict[str, Any]] = {}
    for file in arguments:
        tests |= json.loads(Path(file).read_text(encoding="utf-8"))
    unmarked = {name: one["seconds"] for name, one in tests.items() if not one["slow"]}
    for name, seconds in sorted(unmarked.items(), key=lambda item: -item[1]):
        if seconds > LIMIT_S:
            verdict = "mark it slow" if seconds > LIMIT_S * ALLOWANCE else "near the limit"
            sys.stdout.write(f"{seconds:6.2f} s  {name}: {verdict}\n")
    outcomes = Counter(one["outcome"] for one in tests.values())
    count = ", ".join(f"{outcomes[name]} {name}" for name in ("passed", "failed", "skipped"))
    sys.stdout.write(f"{count}\n")
    return int(not tests or max(unmarked.values(), default=0) > LIMIT_S * ALLOWANCE)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
