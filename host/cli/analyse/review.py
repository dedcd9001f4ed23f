"""`kamisado review`: where the win changed hands in a match, move by move, proven."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing

from host.ai.analysis.review import ReviewedMove, described, review, summary
from host.ai.limits import StopCondition
from host.ai.solver.solver import Solver
from host.cli.analyse.replay import read_record
from host.cli.arguments import Tell
from host.cli.play.record import record_of
from host.engine.game_record import GameRecord
from host.engine.registry import game_named
from host.storage.store import SaveFileError, Store


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print what is proven of each move; the exit status.

    Raises:
        ValueError: there is no such match or file, or it is no record; the message says why.
    """
    record = _record(options)
    game, positions = game_named(record.game.name), record.positions()
    texts = [
        game.move_text(position, move)
        for position, move in zip(positions, record.moves, strict=False)
    ]

    def dwell() -> StopCondition:
        deadline = time.monotonic() + options.time / 1000
        return lambda: time.monotonic() > deadline

    found = review(Solver(options.hash), game, record.start, texts, dwell)
    judged = sorted(_followed(found, len(texts)), key=lambda one: one.ply)
    if options.json:
        moves = [one.as_json() for one in judged]
        tell(json.dumps({"moves": moves, "summary": summary(judged)}))
    else:
        tell("\n".join([*described(judged), "", *summary(judged)]).strip())
    return 0


def _followed(found: Iterable[ReviewedMove], plies: int) -> Iterator[ReviewedMove]:
    """The same; whoever waits for it at a terminal is told meanwhile how far it is."""
    screen = sys.stderr
    for one in found:
        if screen.isatty():
            print(f"\rmove {one.ply} of {plies}, the last one first ", end="", file=screen)
            screen.flush()
        yield one
    if screen.isatty():
        print("\r" + " " * 60, end="\r", file=screen)


def _record(options: argparse.Namespace) -> GameRecord:
    """The match that is saved under a number, or recorded in a file."""
    name: str = options.match
    if not (name.isascii() and name.isdigit()):
        return read_record(name)
    if not options.data.exists():
        raise SaveFileError(f"there is no match {name}: no file {str(options.data)!r}")
    with closing(Store(options.data)) as store:
        return record_of(store.load(int(name)))
