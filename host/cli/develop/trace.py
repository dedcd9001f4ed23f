"""`kamisado trace`: record all that the board shows, play it back, and tell it as a story."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.develop.story.part import START, WHEN, Moment, Part, parse_moment
from host.cli.options import Echo, add_json, add_match
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
    commands = parser.add_subparsers(metavar="record|replay|explain", required=True)
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
    explain = commands.add_parser(
        "explain",
        help="tell a trace as a story",
        description="Tell what was seen on the board, what it was taken for, and what else it "
        "could have been: each move, each thing that was wrong, and why a legal game that explains "
        "the board was not taken for it. docs/recognition.md explains the words.",
    )
    explain.add_argument("file", type=Path, metavar="FILE", help="a trace")
    explain.add_argument(
        "--from",
        type=_moment,
        default=START,
        metavar="WHEN",
        dest="begin",
        help=f"begin there: {WHEN}",
    )
    explain.add_argument("--to", type=_moment, metavar="WHEN", dest="end", help="end there")
    add_json(explain)
    explain.set_defaults(run_trace=_explain)


def _moment(text: str) -> Moment:
    """Parse a moment for argparse, which quotes the reason only of its own error."""
    try:
        return parse_moment(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Record a trace or play one back; return the exit status."""
    status: int = options.run_trace(options, echo)
    return status


def _explain(options: argparse.Namespace, echo: Echo) -> int:
    """Tell a trace as a story; return the exit status."""
    import json

    from host.cli.develop.story.teller import extent_of, story_of

    trace = read_trace(options.file)
    try:
        story = story_of(trace, Part(options.begin, options.end))
    except ValueError as error:
        raise ValueError(f"{str(options.file)!r} cannot be played back: {error}") from error
    if not story:
        raise ValueError(f"nothing happens there in {str(options.file)!r}: {extent_of(trace)}")
    if options.json:
        echo(json.dumps({"happenings": [happening.fields() for happening in story]}))
        return 0
    for happening in story:
        for line in happening.lines():
            echo(line)
    if not trace.is_complete:
        echo("The last line of the trace is cut off and was left away.")
    return 0


def _replay(options: argparse.Namespace, echo: Echo) -> int:
    """Play a trace back; return the exit status, 1 if it differs."""
    from host.storage.trace import describe, encode
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
    from host.storage.trace import TraceError, decode

    try:
        return decode(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not UTF-8 text, so it is no trace") from None
    except TraceError as error:
        raise ValueError(f"{str(path)!r}: {error}") from None
