"""`kamisado engine`: answer other programs on standard input and output."""

from __future__ import annotations

import argparse
import sys

from host.cli.options import Echo, seed

SUMMARY = "answer other programs on standard input and output"
DESCRIPTION = (
    "Answer other programs on standard input and output, by the protocol UGI (Universal Game "
    "Interface) or in the manner of UCI; docs/protocols/engine.md describes both."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `engine`."""
    parser.add_argument("--seed", type=seed, default=1, help="seed of the choice of moves")


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Answer the standard input until `quit` or its end; returns the exit status."""
    from host.ai_process.input_reader import LineReader
    from host.cli.develop.engine_protocol import Engine

    # Bytes, so that noise which is no UTF-8 is answered as well.
    lines = LineReader(sys.stdin.fileno())

    def interrupted(infinite: bool) -> bool:
        line = lines.peek()
        if line is None:
            return False
        command = line.split()[:1]
        if command == [b"isready"]:
            lines.take()
            echo("readyok")
            return False
        # `stop`, `quit` and the end of the input end every search.
        return infinite or not line or command in ([b"stop"], [b"quit"])

    def send(answer: str) -> None:
        echo(answer.encode("ascii", "backslashreplace").decode())

    engine = Engine(options.seed, send, interrupted)
    while engine.running and (line := lines.take()):
        engine.handle(line.decode(errors="replace"))
    return 0
