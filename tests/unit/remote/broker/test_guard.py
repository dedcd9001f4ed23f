"""The guard of a program: ends with it, and ends it once the input is closed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.require import require

GUARD = (sys.executable, "-m", "host.remote.broker.guard", ".", sys.executable, "-c")
FAILS = "import sys; sys.exit('Error: in use')"
HANGS = "import os, time; print('runs', os.getpid(), flush=True); time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {HANGS}"
WAIT_S = 60.0


def guarded(program: str) -> subprocess.Popen[str]:
    """Start a Python program under the guard."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*GUARD, program], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def pid_of(guard: subprocess.Popen[str]) -> int:
    """Return the process of the guarded program, once it runs."""
    assert guard.stdout is not None
    runs, pid = guard.stdout.readline().split()
    assert runs == "runs"
    return int(pid)


def test_it_ends_with_its_program_and_says_nothing_of_its_own() -> None:
    with guarded(FAILS) as guard:
        assert guard.stderr is not None
        assert guard.stderr.read() == "Error: in use\n"
        assert guard.wait(WAIT_S) == 1


def test_it_ends_its_program_once_the_input_is_closed() -> None:
    with guarded(HANGS) as guard:
        assert guard.stdin is not None
        pid_of(guard)
        guard.stdin.close()
        assert guard.wait(WAIT_S) != 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_it_ends_its_program_on_a_signal(name: str) -> None:
    require(hasattr(signal, name), f"this system has no {name}")
    with guarded(HANGS) as guard:
        pid = pid_of(guard)
        guard.send_signal(getattr(signal, name))
        assert guard.wait(WAIT_S) != 0
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert guard.stderr is not None
        assert guard.stderr.read() == ""


def test_a_program_that_ends_by_no_signal_is_killed() -> None:
    main = f"guard.main('.', {(sys.executable, '-c', DEAF)!r})"
    end = f"from host.remote.broker import guard; guard.EXIT_S = 0.1; {main}"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", end]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as guard:
        pid_of(guard)
        guard.terminate()
        assert guard.wait(WAIT_S) == 0


def test_its_program_ends_though_it_is_killed() -> None:
    require(sys.platform.startswith("linux"), "only Linux ends it then")
    with guarded(HANGS) as guard:
        pid_of(guard)
        guard.kill()
        assert guard.stdout is not None
        assert guard.stdout.read() == "", "the program has closed it as well"


def test_a_hangup_that_is_ignored_ends_nothing() -> None:
    require(sys.platform.startswith("linux"), "only Linux tells which signals are ignored")
    ignoring = ("sh", "-c", 'trap "" HUP; exec "$@"', "sh", *GUARD, HANGS)
    pipe = subprocess.PIPE
    with subprocess.Popen(ignoring, stdin=pipe, stdout=pipe, text=True) as guard:
        pid_of(guard)
        status = Path(f"/proc/{guard.pid}/status").read_text()
        (ignored,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")]
        assert int(ignored, 16) & 1 << signal.SIGHUP - 1
        guard.terminate()
        guard.wait(WAIT_S)
