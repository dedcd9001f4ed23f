"""Entry point of the command line: run a command, report its errors in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

from host.cli.parser import parser
from host.errors import BoardError

INTERRUPTED = 130
"""The exit status after ctrl-C, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words == ["help"]:
        parser().print_help()
        return 0
    options = parser().parse_args(words)
    return report_errors(lambda: options.run(options, echo))


def echo(text: str) -> None:
    """Print a line at once, also into a pipe."""
    print(text, flush=True)


def report_errors(run: Callable[[], int]) -> int:
    """Run a command; print an expected error as one line on the standard error.

    Returns:
        Its exit status; 1 after trouble with a board, 2 after a wrong argument.
    """
    try:
        return run()
    except (BoardError, ValueError) as error:
        return _complain(error)
    except ExceptionGroup as group:
        # What runs beside the display fails as a group; of what is meant for people there is one.
        expected, rest = group.split((BoardError, ValueError))
        if rest is not None or expected is None:
            raise
        return _complain(next(_leaves(expected)))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; what is still buffered must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _complain(error: Exception) -> int:
    print(f"kamisado: {error}", file=sys.stderr)
    return 1 if isinstance(error, BoardError) else 2


def _leaves(group: ExceptionGroup[Exception]) -> Iterator[Exception]:
    """Yield the exceptions of a group and of the groups in it."""
    for error in group.exceptions:
        if isinstance(error, ExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
