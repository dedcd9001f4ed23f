"""`kamisado perft`: how many positions are so many plies ahead, to compare with other programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Hashable

from host.cli.arguments import Tell
from host.cli.positions import read_position
from host.engine.game import AnyGame, perft


def divide(game: AnyGame, position: Hashable, depth: int) -> dict[str, int]:
    """The leaves at exactly `depth` plies, 1 or more, behind each legal move."""
    return {
        game.move_text(position, move): perft(game, game.play(position, move), depth - 1)
        for move in game.legal_moves(position)
    }


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the count; the exit status."""
    game, position = read_position(options.position, options.game)
    answer: dict[str, object]
    parts: dict[str, int] = {}
    if options.divide and options.depth:
        parts = divide(game, position, options.depth)
        nodes = sum(parts.values())
        answer = {"nodes": nodes, "divide": parts}
    else:
        nodes = perft(game, position, options.depth)
        answer = {"nodes": nodes}
    if options.json:
        tell(json.dumps(answer))
        return 0
    for move, leaves in parts.items():
        tell(f"{move:<10} {leaves}")
    tell(f"{nodes} at depth {options.depth}")
    return 0
