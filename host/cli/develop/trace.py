"""`kamisado trace`: record all that the board shows, and play it back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_match
from host.cli.play import play

if TYPE_CHECKING:
    from host.storage.trace import Trace

SUMMARY = "record all that the board shows, and play it back"
DESCRIPTION = (
    "Record all that the board shows while a match is played, and play it back: what was "
    "recognised once is recognised again, or the program tells what differs now."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `trace`."""
    commands = parser.add_subparsers(metavar="record|replay", required=True)
    record = commands.add_parser(
        "record",
        help="play a match and record it",
        description="Play a match as `play` does, and record all that the board shows.",
    )
    record.add_argument("trace", type=Path, metavar="FILE", help="a new file")
    add_match(record)
    record.set_defaults(run_trace=play.run, resume=False, wait=False, invite=None)
    record.set_defaults(tables=0, named_tables=[], absence=None)
    replay = commands.add_parser(
        "replay",
        help="play a trace back",
        description="Tell what is recognised in a trace. The exit status is 1 if that is not what "
        "was recognised when it was recorded.",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a trace")
    replay.add_argument(
        "--write",
        type=Path,
        metavar="NEW",
        help="write the trace with what is recognised now into this new file",
    )
    replay.set_defaults(run_trace=_replay)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Record a trace or play one back; return the exit status."""
    status: int = options.run_trace(options, echo)
    return status


def _replay(options: argparse.Namespace, echo: Echo) -> int:
    """Play a trace back; return the exit status, 1 if it differs."""
    from host.storage.trace import describe
    from host.storage.trace_codec import encode
    from host.storage.trace_file import create_trace_file
    from host.storage.trace_player import first_difference, play_back

    trace = read_trace(options.file)
    try:
        played = play_back(trace)
    except ValueError as error:
        raise ValueError(f"{str(options.file)!r} cannot be played back: {error}") from error
    for line in describe(played.recognised):
        echo(line)
    if not trace.is_complete:
        echo("The last line of the trace is cut off and was left away.")
    if options.write is not None:
        with create_trace_file(options.write) as file:
            file.write(encode(played))
    wrong = first_difference(trace, played)
    if wrong is None:
        echo(f"{len(played.recognised)} things are recognised, as they were when it was recorded.")
        return 0
    echo(f"This differs from what was recorded: {wrong}.")
    return 1


def read_trace(path: Path) -> Trace:
    """Read the trace in a file.

    Raises:
        ValueError: it cannot be read, or holds none; the message names the file and the line.
    """
    from host.storage.trace import TraceError
    from host.storage.trace_codec import decode

    try:
        return decode(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not UTF-8 text, so it is no trace") from None
    except TraceError as error:
        raise ValueError(f"{str(path)!r}: {error}") from None
