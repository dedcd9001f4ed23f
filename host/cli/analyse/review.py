"""`kamisado review`: prove of every move of a match whether it kept the win."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from host.cli.analyse.unused_memory import tell_unused_hash
from host.cli.options import Echo, add_data, add_hash, add_json, milliseconds

if TYPE_CHECKING:
    from host.ai.results import ReviewedMove
    from host.ai.stop_condition import StopCondition
    from host.engine.records.game_record import GameRecord

SUMMARY = "show where the win changed hands in a match"
DESCRIPTION = (
    "Show where the win changed hands in a match, move by move. Of every move it is proven "
    "whether its maker was winning before and after it; where a win was given away, it is told "
    "why, and which move would have won. What is not proven in time is reported as unknown."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `review`."""
    add_json(parser)
    parser.add_argument(
        "match",
        metavar="ID|FILE",
        help="the number of a saved match, as `matches` lists it, or a record; '-' is the standard "
        "input",
    )
    parser.add_argument(
        "--time",
        type=milliseconds,
        metavar="MS",
        default=2000,
        help="milliseconds for each search, of which a move takes two, and a blunder more "
        "(default: %(default)s)",
    )
    add_hash(parser)
    add_data(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print what is proven of each move; return the exit status.

    Raises:
        ValueError: there is no such match or file, or it is no record; the message says why.
    """
    import json

    from host.ai.analysis.moments import moments
    from host.ai.analysis.review import review, summary, table_lines
    from host.ai.match.values import MatchValues
    from host.ai.solver.solver import Solver
    from host.engine.registry import game_named

    tell_unused_hash(options.hash)
    record = _record(options)
    game, positions = game_named(record.game.name), record.positions()
    texts = [
        game.move_text(position, move)
        for position, move in zip(positions, record.moves, strict=False)
    ]

    def new_limit() -> StopCondition:
        deadline = time.monotonic() + options.time / 1000
        return lambda: time.monotonic() > deadline

    solver, values = Solver(options.hash), MatchValues()
    found = review(solver, game, record.start, texts, new_limit, values)
    reviewed = sorted(_with_progress(found, len(texts)), key=lambda one: one.ply)
    if options.json:
        moves = [one.as_json() for one in reviewed]
        found_moments = [moment.as_json() for moment in moments(reviewed)]
        told = {"moves": moves, "moments": found_moments, "summary": summary(reviewed)}
        echo(json.dumps(told, default=str))
    else:
        ends = [*summary(reviewed), *(moment.words for moment in moments(reviewed))]
        echo("\n".join(map(str, [*table_lines(reviewed), "", *ends])).strip())
    return 0


def _with_progress(found: Iterable[ReviewedMove], plies: int) -> Iterator[ReviewedMove]:
    """Yield the same moves; show the progress if the standard error is a terminal."""
    screen = sys.stderr
    for one in found:
        if screen.isatty():
            print(f"\rmove {one.ply} of {plies}, the last one first ", end="", file=screen)
            screen.flush()
        yield one
    if screen.isatty():
        print("\r" + " " * 60, end="\r", file=screen)


def _record(options: argparse.Namespace) -> GameRecord:
    """Return the record of the saved match with that number, or in that file."""
    from host.cli.records import load_match, read_record
    from host.storage.saved_record import record_of

    name: str = options.match
    if not (name.isascii() and name.isdigit()):
        return read_record(name)
    return record_of(load_match(options.data, int(name)))
