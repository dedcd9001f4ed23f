"""`kamisado perft`: count the positions a number of plies ahead."""

from __future__ import annotations

import argparse
import json
from collections.abc import Hashable
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_json, add_position
from host.cli.positions import START

if TYPE_CHECKING:
    from host.engine.game import AnyGame

SUMMARY = "count the positions a number of plies ahead"
DESCRIPTION = "Count the positions a number of plies ahead."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `perft`."""
    add_json(parser)
    add_position(parser, default=START)
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="how many plies")
    parser.add_argument("--divide", action="store_true", help="count each move separately")


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of plies: 0, 1, 2, ... right behind the position"
        )
    return int(text)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the count; return the exit status."""
    from host.cli.positions import read_position
    from host.engine.successors import perft

    game, position = read_position(options.position, options.game)
    answer: dict[str, object]
    parts: dict[str, int] = {}
    if options.divide and options.depth:
        parts = _divide(game, position, options.depth)
        nodes = sum(parts.values())
        answer = {"nodes": nodes, "divide": parts}
    else:
        nodes = perft(game, position, options.depth)
        answer = {"nodes": nodes}
    if options.json:
        echo(json.dumps(answer))
        return 0
    for move, leaves in parts.items():
        echo(f"{move:<10} {leaves}")
    echo(f"{nodes} at depth {options.depth}")
    return 0


def _divide(game: AnyGame, position: Hashable, depth: int) -> dict[str, int]:
    """Count the leaves at exactly `depth` plies, 1 or more, behind each legal move."""
    from host.engine.successors import perft

    return {
        game.move_text(position, move): perft(game, game.play(position, move), depth - 1)
        for move in game.legal_moves(position)
    }
