"""Start and end of the command line: ctrl-C while it starts, an output that cannot be written."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from host.cli.main import main, report_errors
from host.cli.options import add_data
from host.storage.database import default_path
from tests.unit.cli.answers import Captured

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 987_654
"""A user id that the system knows nothing of."""


def ended(program: str) -> tuple[int, str, str]:
    """Run a Python program; return its exit status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("module", ["host.cli.main", "argparse", "host.cli.play.demo"])
def test_ctrl_c_while_it_imports_ends_it_without_a_word(module: str) -> None:
    interrupted = f"""
import runpy, signal, sys

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

for name in [name for name in sys.modules if name == {module!r}]:
    del sys.modules[name]
sys.meta_path.insert(0, Interrupter())
sys.argv = ["kamisado", "--version"]
runpy.run_module("host", run_name="__main__")
"""
    assert ended(interrupted) == (130, "", "")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows blocks no signals")
def test_ctrl_c_while_python_starts_ends_it_without_a_word() -> None:
    # The launcher blocks the signal, which waits until the program heeds it.
    pressed_before = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
signal.raise_signal(signal.SIGINT)
os.execv(sys.executable, [sys.executable, "-m", "host", "--version"])
"""
    assert ended(pressed_before) == (130, "", "")


def test_a_program_that_is_to_ignore_ctrl_c_does() -> None:
    ignoring = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.argv = ["kamisado", "--version"]
try:
    runpy.run_module("host", run_name="__main__")
finally:
    signal.raise_signal(signal.SIGINT)
"""
    status, output, errors = ended(ignoring)
    assert (status, output.split()[0], errors) == (0, "kamisado", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("buffering", [-1, 1], ids=["buffered", "by lines"])
@pytest.mark.parametrize("words", [["games"], ["help"], ["play", "--help"], ["--version"]], ids=str)
def test_an_output_that_cannot_be_written_is_told(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, words: list[str], buffering: int
) -> None:
    with open("/dev/full", "w", buffering=buffering) as full:
        monkeypatch.setattr(sys, "stdout", full)
        try:
            status = main(words)
        except SystemExit as error:
            pytest.fail(f"it ended with {error.code}")
    assert status == 1
    assert capsys.readouterr().err == (
        "kamisado: the output cannot be written: No space left on device\n"
    )


def test_a_user_without_a_home_is_asked_for_a_file_where_one_is_needed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: NOBODY)
    with pytest.raises(RuntimeError):
        default_path()
    parser = argparse.ArgumentParser(prog="kamisado matches")
    add_data(parser)
    assert parser.parse_args(["--data", "mine"]).data == Path("mine")
    with pytest.raises(SystemExit, match="2"):
        parser.parse_args([])
    assert "argument --data: there is no home folder: name a file" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have folders of their own")
def test_a_user_without_a_home_may_name_the_folder_of_the_data(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: NOBODY)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_path() == Path("/somewhere/kamisado/matches.sqlite")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("pley", "'pley' is not a command: perhaps `play`; "),
        ("simulat", "'simulat' is not a command: perhaps `simulate`; "),
        ("xyzzy", "'xyzzy' is not a command: `"),
        ("bench", "`bench` needs a checkout of the sources: `./kamisado bench` there"),
    ],
)
def test_a_word_that_is_no_command_is_quoted_and_the_one_that_was_meant_named(
    word: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word]) == 2
    assert capsys.readouterr().err.startswith(f"kamisado: {said}")


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        RuntimeError("cannot join thread before it is started"),
    ],
    ids=["memory", "threads", "clean-up"],
)
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside another"])
def test_scarcity_is_told_in_one_line(capsys: Captured, error: Exception, beside: bool) -> None:
    def run() -> int:
        raise ExceptionGroup("x", [ExceptionGroup("y", [error]), OSError("z")]) if beside else error

    assert report_errors(run) == 1
    assert capsys.readouterr().err.startswith("kamisado: There is too little memory for this")


def test_a_fault_of_the_program_beside_an_expected_error_is_none_of_them() -> None:
    def run() -> int:
        raise ExceptionGroup("x", [OSError("y"), ExceptionGroup("z", [RuntimeError("fault")])])

    with pytest.raises(ExceptionGroup):
        report_errors(run)
