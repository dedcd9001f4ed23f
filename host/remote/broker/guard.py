"""Run a program until the standard input is closed, as it is when whoever started this has ended.

    python -m host.remote.broker.guard FOLDER PROGRAM ARGUMENT ...

The program runs in the folder.  Nothing is left behind, not even by a process that was killed: the
program also ends with this one, on signals and on Linux even if this one is killed.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

EXIT_S = 5.0
"""Time that the program has to exit by itself before it is killed."""
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
"""Signals that ask this process to end; Windows has no SIGHUP."""
_PR_SET_PDEATHSIG = 1
"""Of <sys/prctl.h>."""


def main(folder: str, command: Sequence[str]) -> int:
    """Run the program; return its exit status."""
    ending = threading.Event()
    for each in SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(each, lambda *_: ending.set())
    program = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, preexec_fn=_end_with_parent()
    )
    for work in (_await_end_of_input, (lambda event: _end(program, event))):
        threading.Thread(target=work, args=(ending,), daemon=True).start()
    return program.wait()


def _end_with_parent() -> Callable[[], None] | None:
    """Return a function that has the process which calls it ended with its parent.

    None where the system cannot: there a program outlives a guard that is killed.
    """
    if not sys.platform.startswith("linux"):
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def end_with_parent() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:  # it has ended before that
            os.kill(os.getpid(), signal.SIGTERM)

    return end_with_parent


def _await_end_of_input(ending: threading.Event) -> None:
    # Not `sys.stdin`: a stream that a thread waits for cannot be closed at the end of the program.
    while os.read(0, 1024):
        pass
    ending.set()


def _end(program: subprocess.Popen[bytes], ending: threading.Event) -> None:
    ending.wait()
    program.terminate()
    try:
        program.wait(EXIT_S)
    except subprocess.TimeoutExpired:
        program.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
