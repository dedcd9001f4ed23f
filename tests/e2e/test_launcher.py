"""The launcher `kamisado`: it starts what it is asked for, and ends whole when it is told to."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.hiding import hiding
from tests.support.require import require
from tests.support.running import DEADLINE_S, first_line, running

pytestmark = pytest.mark.e2e


def test_the_launcher_runs_what_it_is_asked_for() -> None:
    launcher = Path("kamisado").resolve()
    require((launcher.parent / ".venv").exists(), "run ./kamisado test to test the launcher")
    done = subprocess.run(
        [sys.executable, str(launcher), "--version"],
        capture_output=True,
        text=True,
        timeout=10 * DEADLINE_S,
        check=False,
    )
    # It may have had to install first, and then says so before.
    assert done.stdout.splitlines()[-1:] == ["kamisado 0.1.0"], done.stderr


def test_modules_in_the_folder_in_which_it_is_started_are_not_run(tmp_path: Path) -> None:
    launcher = Path("kamisado").resolve()
    require((launcher.parent / ".venv").exists(), "run ./kamisado test to test the launcher")
    path = tmp_path / "path"
    path.mkdir()
    (path / "host.py").write_text("raise ImportError('host.py of the path was run')\n")
    done = subprocess.run(
        [sys.executable, str(launcher), "demo", "--terminal", "--rate", "8"],
        cwd=hiding(tmp_path),
        env=os.environ | {"PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        timeout=10 * DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "White's blue tower reached Black's home row on e8 (M7)." in done.stdout


LAUNCHER = """
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

sys.dont_write_bytecode = True
launcher = module_from_spec(spec_from_loader("launcher", SourceFileLoader("launcher", "kamisado")))
launcher.__loader__.exec_module(launcher)
launcher.PYTHON = Path(sys.executable)
"""
"""The launcher as a module, with this Python in place of that of its `.venv`."""
LAUNCH = f"""{LAUNCHER}
print(launcher.attend([str(launcher.PYTHON), "-c", *sys.argv[1:]])[0])
"""
"""Has it run a program, and prints the exit status that it has for it."""
SET_UP = f"""{LAUNCHER}
commands = [[sys.executable, "-c", sys.argv[1], how] for how in sys.argv[2:]]
print("the highest status was", launcher.set_up(*commands))
"""
"""Has it run programs at once as a part of the installation."""
MAKE = f"""{LAUNCHER}
launcher.VENV = Path(sys.argv[1])
launcher.PYTHON = launcher.VENV / "python"

def create(folder, with_pip, clear):
    print("made anew" if clear else "made")
    (folder / "python").touch()
    if sys.argv[2] == "interrupted":
        raise KeyboardInterrupt

import venv
venv.create = create
launcher.make_venv()
"""
"""Has it make `.venv`, which only says so."""

ENDS = """
import os, signal, sys

def end(*_):
    os.write(1, b"tidied up\\n")  # "started" may be on its way still, and print is not reentrant
    sys.exit(7)

if "tidily" in sys.argv:
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
signal.alarm(60)  # the end, should the launcher forget it
os.write(1, b"started\\n")
signal.pause()
"""
OUTLIVES = """
import signal
signal.raise_signal(signal.SIGHUP)
print("still here")
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_the_launcher_passes_on_that_it_is_to_end(name: str) -> None:
    number = signal.Signals[name]
    for how, said in (("at once", f"{128 + number}\n"), ("tidily", "tidied up\n7\n")):
        with running(sys.executable, "-c", LAUNCH, ENDS, how) as process:
            assert first_line(process) == "started\n"
            process.send_signal(number)
            # What the launcher has started holds the pipe as well: this ends when both have.
            assert process.communicate(timeout=DEADLINE_S) == (said, "")


@pytest.mark.parametrize("how", ["at once", "tidily"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_installation_that_is_to_end_does_and_nothing_follows(name: str, how: str) -> None:
    with running(sys.executable, "-c", SET_UP, ENDS, how) as process:
        assert first_line(process) == "started\n"
        process.send_signal(signal.Signals[name])
        # What the launcher has started holds the pipe as well: this ends when both have.
        out, err = process.communicate(timeout=DEADLINE_S)
    said = "The installation was interrupted; the same command goes on with it.\n"
    assert out == ("tidied up\n" + said if how == "tidily" else said)
    assert (err, process.returncode) == ("", 128 + signal.Signals[name])


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_all_that_an_installation_runs_at_once_are_told_to_end(name: str) -> None:
    with running(sys.executable, "-c", SET_UP, ENDS, "tidily", "tidily") as process:
        assert process.stdout is not None
        for _ in range(2):  # they end by themselves if this waits too long
            assert process.stdout.readline() == "started\n"
        process.send_signal(signal.Signals[name])
        out, err = process.communicate(timeout=DEADLINE_S)
    said = "The installation was interrupted; the same command goes on with it.\n"
    assert (out, err) == ("tidied up\n" * 2 + said, "")


def test_of_what_is_run_at_once_the_highest_exit_status_counts() -> None:
    command = [sys.executable, "-c", SET_UP, "import sys; sys.exit(int(sys.argv[1]))", "7", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("the highest status was 7\n", "")


def test_an_installation_that_is_interrupted_by_ctrl_c_says_so() -> None:
    with running(sys.executable, "-c", SET_UP, ENDS, "at once", alone=True) as process:
        assert first_line(process) == "started\n"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=DEADLINE_S)
    assert out == "The installation was interrupted; the same command goes on with it.\n"
    assert err.count("Traceback") == 1, "of what it ran, not of the launcher"
    assert process.returncode == 128 + signal.SIGINT


ENDS_BY_CTRL_C = f"""{LAUNCHER}
import os
import signal

wait = os.waitpid

def interrupted(*arguments):
    found = wait(*arguments)
    signal.raise_signal(signal.SIGINT)
    return found

os.waitpid = interrupted
print(launcher.attend([str(launcher.PYTHON), "-c", "raise SystemExit(7)"])[0])
"""
"""Has it run a program that ends just when ctrl-C comes."""


def test_ctrl_c_does_not_hide_the_exit_status_of_what_ends_then() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS_BY_CTRL_C], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("7\n", "")


def test_what_was_interrupted_while_it_was_made_is_made_anew_and_once_only(tmp_path: Path) -> None:
    for how, said in (("interrupted", "made anew\n"), ("", "made anew\n"), ("", "")):
        command = [sys.executable, "-c", MAKE, str(tmp_path), how]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stdout == said, done.stderr
        assert (done.returncode == 0) is not bool(how)


BLOCKED = f"""{LAUNCHER}
launcher.become([sys.executable, "-c", sys.argv[1]])
"""
"""Has it run a program in its place."""
SAYS_WHAT_IS_BLOCKED = """
import signal
print(*map(int, signal.pthread_sigmask(signal.SIG_BLOCK, [])), flush=True)
"""


def test_ctrl_c_waits_until_the_program_heeds_it() -> None:
    command = [sys.executable, "-c", BLOCKED, SAYS_WHAT_IS_BLOCKED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")


CTRL_C = "import _signal; _signal.raise_signal(_signal.SIGINT)\n"
"""A module that is interrupted while it is imported."""


def test_ctrl_c_while_the_launcher_imports_ends_it_without_a_traceback(tmp_path: Path) -> None:
    # `signal` imports `enum`.  Without -S packages of this machine may do so before the launcher.
    (tmp_path / "enum.py").write_text(CTRL_C)
    command = [sys.executable, "-S", "kamisado", "--version"]
    path = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, env=path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 128 + signal.SIGINT)


PROGRAM = f"""{LAUNCHER}
import os

launcher.install = lambda tests: None
launcher.MODULES["soak"] = "program"
os.environ["PYTHONPATH"] = sys.argv[1]
raise SystemExit(launcher.main(["soak", "ended"]))
"""
"""Has it run a package in place of a program beside `host`."""
HEEDS = """
import signal

def main(words):
    print(*words, signal.getsignal(signal.SIGINT) is signal.default_int_handler, flush=True)
    return 7
"""


@pytest.mark.parametrize(
    ("when", "starting", "program", "out", "status"),
    [
        ("while Python starts", CTRL_C, HEEDS, "", 130),
        ("while it imports", "", CTRL_C, "", 130),
        ("while it runs", "", HEEDS.replace("return 7", CTRL_C), "ended True\n", 130),
        ("never", "", HEEDS, "ended True\n", 7),
    ],
)
def test_ctrl_c_ends_a_program_beside_the_host_without_a_traceback(
    tmp_path: Path, when: str, starting: str, program: str, out: str, status: int
) -> None:
    (tmp_path / "sitecustomize.py").write_text(starting)
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "__init__.py").touch()
    (tmp_path / "program" / "__main__.py").write_text(program)
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", status), when
    assert done.stdout == out


SAYS_WHO_IT_IS = """
import os
import time

def main(words):
    print(os.getpid(), flush=True)
    time.sleep(60)
"""


def test_the_program_takes_the_place_of_the_launcher(tmp_path: Path) -> None:
    """So ctrl-C that is sent to the launcher alone, as by `kill -INT`, ends the program."""
    require(os.name == "posix", "Windows cannot do that")
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "__init__.py").touch()
    (tmp_path / "program" / "__main__.py").write_text(SAYS_WHO_IT_IS)
    with running(sys.executable, "-c", PROGRAM, str(tmp_path)) as process:
        assert first_line(process) == f"{process.pid}\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=DEADLINE_S) == ("", "")
        assert process.returncode == 128 + signal.SIGINT


def test_a_launcher_that_is_to_outlive_its_terminal_does() -> None:
    ignoring = f"trap '' HUP; exec {shlex.join((sys.executable, '-c', LAUNCH, OUTLIVES))}"
    with running("sh", "-c", ignoring) as process:
        assert process.communicate(timeout=DEADLINE_S) == ("still here\n0\n", "")


IGNORES = """
import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
import tests.conftest
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


def test_the_tests_may_run_where_ctrl_c_is_ignored() -> None:
    # As it is in whatever a script starts beside itself; they end programs by it.
    command = [sys.executable, "-c", IGNORES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
