"""The solver process: answers queries on its standard input until that ends.

python -m host.ai_process [--hash MB]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys

from host.ai.transposition_table_size import DEFAULT_MB
from host.ai_process.input_reader import FrameReader
from host.ai_process.protocol import Answer, encode
from host.ai_process.server import SolverServer

NICENESS = 5
"""The process yields the processor to the others of the program."""


def main() -> None:
    """Answer the standard input on the standard output."""
    parser = argparse.ArgumentParser(description="prove who wins, as a process of its own")
    parser.add_argument("--hash", type=int, default=DEFAULT_MB, metavar="MB")
    options = parser.parse_args()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):  # the service of a system may forbid it
            os.nice(NICENESS)
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing else may get between the frames

    def send(answer: Answer) -> None:
        output.write(encode(answer))
        output.flush()

    with contextlib.suppress(BrokenPipeError):
        SolverServer(FrameReader(sys.stdin.fileno()), send, options.hash).run()


if __name__ == "__main__":
    main()
