"""Run a program until the standard input is closed, as it is when whoever started this has ended.

    python -m host.remote.broker.guard PROGRAM ARGUMENT ...

Then nothing is left behind, not even by a process that was killed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence

EXIT_S = 5.0
"""Time that the program has to exit by itself before it is killed."""


def main(command: Sequence[str]) -> int:
    """Run the program; return its exit status."""
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    threading.Thread(target=_end_with_input, args=(program,), daemon=True).start()
    return program.wait()


def _end_with_input(program: subprocess.Popen[bytes]) -> None:
    # Not `sys.stdin`: a stream that a thread waits for cannot be closed at the end of the program.
    while os.read(0, 1024):
        pass
    program.terminate()
    try:
        program.wait(EXIT_S)
    except subprocess.TimeoutExpired:
        program.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
