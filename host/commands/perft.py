"""`kamisado perft`: how many positions are so many plies ahead, to compare with other programs."""

from __future__ import annotations

import argparse
import json

from host.commands.arguments import Tell
from host.commands.positions import read_position
from host.engine.game import perft


def divide(text: str, depth: int) -> dict[str, int]:
    """The leaves at exactly `depth` plies, 1 or more, behind each legal move.

    Raises:
        ValueError: if it is no position.
    """
    game, position = read_position(text)
    return {
        game.move_text(position, move): perft(game, game.play(position, move), depth - 1)
        for move in game.legal_moves(position)
    }


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the count; the exit status."""
    game, position = read_position(options.position)
    result: dict[str, object] = {}
    if options.divide and options.depth > 0:
        parts = divide(options.position, options.depth)
        nodes = sum(parts.values())
        result = {"nodes": nodes, "divide": parts}
    else:
        parts = {}
        nodes = perft(game, position, options.depth)
        result = {"nodes": nodes}
    if options.json:
        tell(json.dumps(result))
        return 0
    for move, leaves in parts.items():
        tell(f"{move:<10} {leaves}")
    tell(f"{nodes} at depth {options.depth}")
    return 0
