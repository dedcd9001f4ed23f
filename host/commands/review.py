"""`kamisado review`: where the win changed hands in a match, move by move, proven."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing

from host.ai.review import Judged, described, review, summary
from host.ai.search import Stop
from host.ai.solver import Solver
from host.commands.arguments import Tell
from host.commands.record import record_of
from host.commands.replay import AnyRecord, read_record
from host.engine.registry import game_named
from host.store import SaveFileError, Store


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

    def patience() -> Stop:
        deadline = time.monotonic() + options.time / 1000
        return lambda: time.monotonic() > deadline

    found = review(Solver(options.hash), game, record.start, texts, patience)
    judged: list[Judged] = sorted(found, key=lambda one: one.ply)
    if options.json:
        moves = [one.as_json() for one in judged]
        tell(json.dumps({"moves": moves, "summary": summary(judged)}))
    else:
        tell("\n".join([*described(judged), "", *summary(judged)]).strip())
    return 0


def _record(options: argparse.Namespace) -> AnyRecord:
    """The match that is saved under a number, or recorded in a file."""
    name: str = options.match
    if not (name.isascii() and name.isdigit()):
        return read_record(name)
    if not options.data.exists():
        raise SaveFileError(f"there is no match {name}: no file {str(options.data)!r}")
    with closing(Store(options.data)) as store:
        return record_of(store.load(int(name)))
