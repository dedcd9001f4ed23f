"""The guard of a program: ends with it, and ends it once the input is closed."""

from __future__ import annotations

import subprocess
import sys

GUARD = (sys.executable, "-m", "host.remote.broker.guard", sys.executable, "-c")
FAILS = "import sys; sys.exit('Error: in use')"
HANGS = "import time; print('runs', flush=True); time.sleep(600)"
WAIT_S = 60.0


def guarded(program: str) -> subprocess.Popen[str]:
    """Start a Python program under the guard."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*GUARD, program], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_it_ends_with_its_program_and_says_nothing_of_its_own() -> None:
    with guarded(FAILS) as guard:
        assert guard.stderr is not None
        assert guard.stderr.read() == "Error: in use\n"
        assert guard.wait(WAIT_S) == 1


def test_it_ends_its_program_once_the_input_is_closed() -> None:
    with guarded(HANGS) as guard:
        assert guard.stdin is not None
        assert guard.stdout is not None
        assert guard.stdout.readline() == "runs\n"
        guard.stdin.close()
        assert guard.wait(WAIT_S) != 0
