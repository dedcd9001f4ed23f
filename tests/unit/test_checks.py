"""Checks of CI: tests that failed beside others run once more, alone."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKS = Path(__file__).resolve().parents[2] / ".ci" / "checks"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module."""
    loader = importlib.machinery.SourceFileLoader("ci_checks", str(CHECKS))
    spec = importlib.util.spec_from_loader("ci_checks", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ci_checks", module)  # dataclasses look there
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    return module


def run(monkeypatch: pytest.MonkeyPatch, status: int) -> list[list[str]]:
    """Have each command end with the status; returns the commands that will have been run."""
    commands: list[list[str]] = []

    def answer(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, status, "", "")

    monkeypatch.setattr(subprocess, "run", answer)
    return commands


@pytest.mark.parametrize(
    ("names", "status", "passes"), [(1, 0, True), (3, 0, True), (1, 1, False), (4, 0, False)]
)
def test_a_few_failed_tests_run_once_more(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, names: int, status: int, passes: bool
) -> None:
    tests = [f"tests/unit/test_a.py::test_{number}" for number in range(names)]
    commands = run(monkeypatch, status)
    assert checks._pass_alone(tests) is passes
    assert [command[-names:] for command in commands] == ([] if names > 3 else [tests])


def test_a_run_that_says_of_no_test_that_it_failed_is_a_failure(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run(monkeypatch, 1)
    assert checks._failed_tests(tmp_path) == []
    results: dict[str, bool] = {}
    checks._test(results)
    assert results == {"tests": False, "durations of the tests": False}


@pytest.mark.slow
def test_the_failed_tests_are_those_of_the_cache_of_pytest(
    checks: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "test_two.py").write_text("def test_a(): pass\ndef test_b(): assert False\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    cache = tmp_path / "cache"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", f"cache_dir={cache}"]
    done = subprocess.run(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 1
    assert checks._failed_tests(cache) == ["test_two.py::test_b"]
