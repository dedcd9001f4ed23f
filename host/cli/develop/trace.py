"""`kamisado trace replay`: what is recognised in a trace, and whether that is what it was once."""

from __future__ import annotations

import argparse
from pathlib import Path

from host.cli.arguments import Tell
from host.storage.trace import Trace, TraceError, describe
from host.storage.trace_codec import decode, encode
from host.storage.trace_player import first_difference, play_back
from host.storage.trace_recorder import create_trace_file


def read_trace(path: Path) -> Trace:
    """The trace in a file.

    Raises:
        ValueError: it cannot be read, or holds none; the message names the file and the line.
    """
    try:
        return decode(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not UTF-8 text, so it is no trace") from None
    except TraceError as error:
        raise ValueError(f"{str(path)!r}: {error}") from None


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Play the trace back; the exit status."""
    trace = read_trace(options.file)
    try:
        played = play_back(trace)
    except ValueError as error:
        raise ValueError(f"{str(options.file)!r} cannot be played back: {error}") from error
    for line in describe(played.recognised):
        tell(line)
    if not trace.is_complete:
        tell("The last line of the trace is cut off and was left away.")
    if options.write is not None:
        with create_trace_file(options.write) as file:
            file.write(encode(played))
    wrong = first_difference(trace, played)
    if wrong is None:
        tell(f"{len(played.recognised)} things are recognised, as they were when it was recorded.")
        return 0
    tell(f"This differs from what was recorded: {wrong}.")
    return 1
