"""Checks of CI: failed tests run once more, and nobody's computer is changed unasked."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.durations import ENOUGH, MEAN_S

SCRIPTS = Path(__file__).resolve().parents[2] / ".ci"


def script(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a script of .ci as a module."""
    loader = importlib.machinery.SourceFileLoader(f"ci_{name}", str(SCRIPTS / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, loader.name, module)  # dataclasses look there
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    return module


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that runs all checks."""
    return script("checks", monkeypatch)


@pytest.fixture
def debian(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script that installs and removes the package, as root on a Debian without it."""
    module = script("debian", monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(module, "_is_installed", lambda: False)
    monkeypatch.setattr(module, "STATE", tmp_path / "none")
    monkeypatch.setattr(shutil, "which", lambda tool: f"/usr/bin/{tool}")
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
    ("names", "status", "passes"), [(1, 0, True), (10, 0, True), (1, 1, False), (11, 0, False)]
)
def test_a_few_failed_tests_run_once_more(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, names: int, status: int, passes: bool
) -> None:
    tests = [f"tests/unit/test_a.py::test_{number}" for number in range(names)]
    commands = run(monkeypatch, status)
    assert checks._pass_alone(tests) is passes
    assert [command[-names:] for command in commands] == ([] if names > 10 else [tests])


@pytest.mark.slow
def test_all_tests_of_a_check_run_once_more_where_pytest_itself_has_broken_off(
    checks: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "test_two.py").write_text("def test_a(): pass\ndef test_b(): pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(
        "import pathlib\n"
        "BROKEN = pathlib.Path(__file__).with_name('broken')\n"
        "def pytest_runtest_logfinish(nodeid):\n"
        "    if nodeid.endswith('test_b') and not BROKEN.exists():\n"
        "        BROKEN.touch()\n"
        "        raise SystemError\n"
    )
    options = ("-p", "no:xdist", f"--rootdir={tmp_path}", "-c", str(tmp_path / "pytest.ini"))
    cache = f"cache_dir={tmp_path / 'cache'}"
    command = (sys.executable, *checks.PYTEST, cache, *options, str(tmp_path))
    check = checks.Check("two tests", command, quick=False)
    broken_off = checks._run(check)
    assert (broken_off.status, "INTERNALERROR" in broken_off.output) == (3, True)
    again = checks._run_failed(check)
    assert (again.status, "2 passed" in again.output) == (0, True), again.output


@pytest.mark.skipif(shutil.which("sh") is None, reason="a shell tells the processor time")
@pytest.mark.parametrize("status", [0, 3])
def test_the_processor_time_of_a_check_is_told_and_is_no_part_of_its_output(
    checks: ModuleType, status: int
) -> None:
    work = f"import time\nwhile time.process_time() < 0.1: pass\nprint('done'); exit({status})"
    outcome = checks._run(checks.Check("work", (sys.executable, "-c", work)))
    assert (outcome.status, outcome.output) == (status, "done")
    assert 0.08 <= outcome.processor_s <= 5
    assert re.fullmatch(
        r"== work, \d+ s, \d s of processor time\ndone",
        checks._told(checks.Check("work", ()), outcome),
    )


@pytest.mark.parametrize(
    ("seconds", "slowness", "fast"),
    [(0.6, 1, True), (3.2, 1, False), (3.2, 2, True), (6.2, 2, False), (3.2, 0.5, False)],
)
def test_a_test_that_took_too_long_is_judged_by_a_run_alone(
    checks: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    seconds: float,
    slowness: float,
    fast: bool,
) -> None:
    """On a slow computer, where all tests take longer, it may take longer, too."""
    others = {"outcome": "passed", "seconds": slowness * MEAN_S, "slow": False}
    pace = tmp_path / "pace.json"
    pace.write_text(json.dumps({f"test_{number}": others for number in range(ENOUGH)}))
    name = "tests/unit/test_a.py::test_b"
    real = subprocess.run

    def answer(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        for argument in command:
            if argument.startswith("--durations-file="):
                assert name in command
                entry = {name: {"outcome": "passed", "seconds": seconds, "slow": False}}
                Path(argument.partition("=")[2]).write_text(json.dumps(entry))
                return subprocess.CompletedProcess(command, 0, "", "")
        return real([sys.executable, *command[1:]], **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(subprocess, "run", answer)
    output = f"  3.40 s  {name}: mark it slow\n  1.20 s  other: near the limit\n2 passed"
    assert checks._slow_tests(output) == [name]
    assert checks._are_fast_alone([name], [pace]) is fast


def test_a_run_that_says_of_no_test_that_it_failed_is_a_failure(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run(monkeypatch, 1)
    assert checks._failed_tests(tmp_path) == []
    results: dict[str, bool] = {}
    checks._test(results, None)
    assert results == {"tests": False, "durations of the tests": False}


class Installation(Future[None]):
    """That of KiCad, which notes among the commands when it is waited for.

    Args:
        commands: that have been run.
    """

    def __init__(self, commands: list[list[str]]) -> None:
        super().__init__()
        self._commands = commands

    def result(self, timeout: float | None = None) -> None:
        """Note it."""
        self._commands.append(["installed"])


def test_while_kicad_is_installed_the_tests_without_it_run(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    kicad: Future[None] = Future()
    commands = run(monkeypatch, 0)
    real = subprocess.run

    def answer(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        done = real(command, **options)  # type: ignore[call-overload]
        if "--ignore" in command:
            assert len(commands) == 1  # KiCad's own wait
            kicad.set_result(None)
        return done  # type: ignore[no-any-return]

    monkeypatch.setattr(subprocess, "run", answer)
    checks._test({}, kicad)
    first, second = commands
    assert first[-2:] == ["--ignore", checks.KICAD_TESTS]
    assert second[-1] == checks.KICAD_TESTS
    assert "--ignore" not in second


def test_a_test_with_kicad_that_fails_runs_once_more(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{checks.KICAD_TESTS}/test_a.py::test_b"
    commands: list[list[str]] = []

    def answer(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        fails = command[-1] == checks.KICAD_TESTS
        if fails:
            folder = Path(command[command.index("-o") + 1].partition("=")[2])
            assert folder.is_dir(), "for the file of durations"
            cache = folder / "v" / "cache"
            cache.mkdir(parents=True)
            (cache / "lastfailed").write_text(json.dumps({name: True}))
        return subprocess.CompletedProcess(command, int(fails), "", "")

    monkeypatch.setattr(subprocess, "run", answer)
    results: dict[str, bool] = {}
    checks._test(results, Installation([]))
    assert results["tests"]
    assert commands[-1][-1] == name


def test_before_a_release_all_builds_and_conditions_are_tried(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SCRIPTS.parent)
    for option in ("--each-build", "--every-condition"):
        for arguments in (["release"], ["provision"], []):
            commands = run(monkeypatch, 0)
            checks.main(arguments)
            asked = [option in command for command in commands if "--all" in command]
            assert set(asked) == {arguments == ["release"]}, arguments


@pytest.mark.parametrize("count", [1, 3])
def test_the_parts_have_all_checks_and_all_tests(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.chdir(SCRIPTS.parent)
    monkeypatch.setattr(checks, "_lacking", lambda _: [])
    ran: list[str] = []

    def note(check: Any) -> Any:
        ran.append(check.name)
        return checks.Outcome()

    monkeypatch.setattr(checks, "_run", note)
    for number in range(1, count + 1):
        commands = run(monkeypatch, 0)
        checks.main(["provision", f"{number}/{count}"])
        tests = [command for command in commands if "--all" in command]
        assert len(tests) == 2, "with and without KiCad"
        assert all(f"--part={number}/{count}" in command for command in tests)
    assert sorted(ran) == sorted(check.name for check in checks.CHECKS)


def test_the_jobs_of_a_public_host_are_all_parts() -> None:
    workflow = (SCRIPTS.parent / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    parts = re.findall(r'"(\d)/(\d)"', workflow)
    assert [int(number) for number, _ in parts] == list(range(1, len(parts) + 1))
    assert {int(count) for _, count in parts} == {len(parts)}
    assert '.ci/run "${{ matrix.part }}"' in workflow


@pytest.mark.parametrize("arguments", [[], ["provision"], ["quick"]])
def test_kicad_is_installed_only_where_that_is_asked_for(
    checks: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    commands = run(monkeypatch, 0)
    monkeypatch.chdir(SCRIPTS.parent)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr(shutil, "which", lambda tool: tool)
    boards = checks.Check("boards", ("./check",), quick=False, after_kicad=True)
    monkeypatch.setattr(checks, "CHECKS", (boards, checks.Check("style", ("./style",))))
    checks.main(arguments)
    lasts = [command[-1] for command in commands]
    assert ("kicad" in lasts) is (arguments == ["provision"])
    if arguments == ["provision"]:
        assert lasts.index("kicad") < min(map(lasts.index, ("./check", checks.KICAD_TESTS)))
    assert ("./check" in lasts) is (arguments != ["quick"])
    assert "./style" in lasts
    assert re.search(r"^All: \d+ s, and \d+ s of processor time", capsys.readouterr().out, re.M)


def test_no_other_tests_need_kicad(checks: ModuleType) -> None:
    root = SCRIPTS.parent
    needy = {
        path.relative_to(root).as_posix()
        for path in root.glob("tests/**/*.py")
        if path != Path(__file__)
        and re.search(r"kicad: None|spice: None|\bkicad_cli\b", path.read_text(encoding="utf-8"))
    }
    assert needy
    assert all(path.startswith(f"{checks.KICAD_TESTS}/") for path in needy)


def test_a_check_waits_for_kicad_and_says_what_it_lacks(
    checks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = run(monkeypatch, 0)
    monkeypatch.setattr(shutil, "which", lambda tool: tool if commands else None)
    check = checks.Check("boards", ("./check",), tools=("kicad-cli",), after_kicad=True)
    assert checks._run_in_turn(check, None).lacking == ("kicad-cli",)
    assert checks._run_in_turn(check, Installation(commands)).lacking == ()
    assert [command[-1] for command in commands] == ["installed", "./check"]


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


@pytest.mark.parametrize(
    ("under_systemd", "disposable", "refused"),
    [(False, "", False), (True, "", True), (True, "0", True), (True, "1", False)],
)
def test_a_computer_where_systemd_runs_is_changed_only_if_that_is_allowed(
    checks: ModuleType,
    debian: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    under_systemd: bool,
    disposable: str,
    refused: bool,
) -> None:
    for module in (checks, debian):
        monkeypatch.setattr(module, "_systemd_runs", lambda: under_systemd)
    monkeypatch.setenv("KAMISADO_DISPOSABLE", disposable)
    (check,) = (check for check in checks.CHECKS if check.installs)
    lacking = [thing for thing in checks._lacking(check) if "KAMISADO_DISPOSABLE" in thing]
    assert bool(lacking) is refused
    assert ("KAMISADO_DISPOSABLE=1" in str(debian._refusal())) is refused
    assert (debian._refusal() is None) is not refused


def test_a_command_of_apt_is_tried_once_more_where_dpkg_was_interrupted(
    debian: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands: list[str] = []

    def answer(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command[0])
        is_first = commands == ["apt-get"]
        return subprocess.CompletedProcess(command, int(is_first), "the disk is full")

    monkeypatch.setattr(subprocess, "run", answer)
    debian._apt("purge", "kamisado")
    assert commands == ["apt-get", "dpkg", "apt-get"]
    assert "the disk is full" in capsys.readouterr().out, "it may be the package's fault"
