"""Entry point of the command line: run a command, report its errors in one line."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from host.cli.parser import check_command, parser
from host.cli.programs import PROGRAMS, run_program
from host.link.errors import BoardError
from host.message import (
    DEFAULT_LANGUAGE,
    language_of_environment,
    message,
    system_error,
    use_language,
)
from host.message.plain_text import has_spelled, write_any_letter

INTERRUPTED = 130
"""The exit status after ctrl-C, as shells have it."""

_NO_THREAD = ("can't start new thread", "cannot join thread before it is started")
"""Python's words where the system gives no thread; the second ones are asyncio's clean-up."""

EXPECTED = (BoardError, ValueError, OSError)
"""Errors that are told in one line; any other is a fault of the program."""


class OutputError(OSError):
    """The standard output cannot be written."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    write_any_letter()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0] in PROGRAMS:
        return run_program(words)
    has_spelled()
    status = report_errors(lambda: _run([] if words == ["help"] else words))
    _tell_spelling()
    return status


def _tell_spelling() -> None:
    """Tell who reads no terminal that letters have been spelled: a file keeps them so."""
    if has_spelled() and isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        with contextlib.suppress(OSError):
            told = message("cli.letters_spelled", encoding=sys.stdout.encoding)
            print(f"kamisado: {told}", file=sys.stderr)


def _run(words: Sequence[str]) -> int:
    if not words:
        echo(parser().format_help().rstrip("\n"))
        return 0
    if not words[0].startswith("-"):
        check_command(words[0])
    options = _parse(words)
    # Commands without this option speak English.
    language = getattr(options, "language", DEFAULT_LANGUAGE)
    use_language(language or language_of_environment(os.environ))
    status: int = options.run(options, echo)
    return status


def _parse(words: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; argparse itself would ignore that the help cannot be written."""
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            return parser(None if words[0].startswith("-") else words[0]).parse_args(words)
    except SystemExit:
        if output.getvalue():
            echo(output.getvalue().rstrip("\n"))
        raise


def echo(text: str) -> None:
    """Print a line at once, also into a pipe.

    Raises:
        OutputError: the disk is full, for one.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written: {error.strerror}") from error


def report_errors(run: Callable[[], int]) -> int:
    """Run a command; print an expected error as one line on the standard error.

    Returns:
        Its exit status; 1 after trouble with a board, a file or the output, 2 after a wrong
        argument.
    """
    try:
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        expected = _expected(error)
        if expected is None:
            raise
        return _complain(expected)


def _expected(error: Exception) -> Exception | None:
    """Return the error that is told in one line; None for a fault of the program.

    What runs beside the display fails as a group; of what is meant for people there is one.
    """
    if isinstance(error, ExceptionGroup):
        found = [_expected(each) for each in error.exceptions]
        return None if None in found else found[0]
    return error if isinstance(error, EXPECTED) or _is_scarcity(error) else None


def _is_scarcity(error: Exception) -> bool:
    """Return True if the system gives no more memory, or no more threads."""
    return isinstance(error, MemoryError) or str(error) in _NO_THREAD


def _complain(error: Exception) -> int:
    if isinstance(error, OutputError | BrokenPipeError):
        # What is still buffered must not fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        has_spelled()  # nobody reads those letters
    text = str(error)
    if isinstance(error, OSError) and error.filename:
        why = system_error(error)
        text = str(message("cli.cannot_be_used", file=str(error.filename), why=why))
    elif isinstance(error, OSError) and error.errno is not None:
        text = str(system_error(error))
    elif isinstance(error, UnicodeDecodeError):
        text = str(message("cli.input_is_no_text", encoding=error.encoding))
    elif _is_scarcity(error):
        text = str(message("system.too_little_memory"))
    if not isinstance(error, BrokenPipeError):  # the reader of our output has seen enough
        with contextlib.suppress(OSError):  # nor can this be told
            print(f"kamisado: {text}", file=sys.stderr)
    return 2 if isinstance(error, ValueError) else 1
