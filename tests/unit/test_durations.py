"""The report on what the tests take: processor time of their files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.durations import MOST_FILES, main

ROOT = Path(__file__).resolve().parents[2]
BUSY = "import time\nwhile time.process_time() < {}: pass\n"
TESTS = f"""
import subprocess, sys, time
import pytest

@pytest.fixture(scope="module")
def busy():
    end = time.process_time() + 0.4
    while time.process_time() < end: pass

def test_that_needs_a_fixture(busy): pass
def test_that_starts_a_process():
    subprocess.run([sys.executable, "-c", {BUSY.format(0.7)!r}], check=True)
def test_that_waits(busy): time.sleep(0.05)
"""

CONFTEST = """
import sys
from pathlib import Path

sys.path.insert(0, {ROOT!r})
from tests.durations import DurationRecorder, ProcessorTime

def pytest_configure(config):
    config.pluginmanager.register(ProcessorTime())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(DurationRecorder(Path({file!r})))
"""


@pytest.mark.slow
@pytest.mark.parametrize("processes", [0, 1])
def test_a_fixture_and_a_process_count_for_the_test_that_began_them(
    tmp_path: Path, processes: int
) -> None:
    file = tmp_path / "durations.json"
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(CONFTEST.format(ROOT=str(ROOT), file=str(file)))
    (tmp_path / "test_three.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(processes), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    tests = json.loads(file.read_text()).items()
    found = {name.rpartition("::test_that_")[2]: one for name, one in tests}
    spent = {name: one["processor_s"] for name, one in found.items()}
    assert spent["needs_a_fixture"] >= 0.3
    assert spent["starts_a_process"] >= 0.6
    assert spent["waits"] < 0.3


def test_the_files_that_take_most_are_printed_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = {
        f"tests/test_{number}.py::test_{half}": {
            "outcome": "passed",
            "seconds": 0.1,
            "slow": True,
            "processor_s": number,
        }
        for number in range(MOST_FILES + 2)
        for half in "ab"
    }
    file = tmp_path / "durations.json"
    file.write_text(json.dumps(tests))
    assert main([str(file)]) == 0
    head, *files, _ = capsys.readouterr().out.splitlines()
    assert head == "   702 s of processor time in 27 files, but for browsers; most in"
    assert files[0] == "  52.0 s  tests/test_26.py"
    assert files[-1] == "   4.0 s  tests/test_2.py"
