"""`kamisado legal`: list the legal moves of a position."""

from __future__ import annotations

import argparse
import json

from host.cli.options import Echo, add_json, add_position

SUMMARY = "list the legal moves of a position"
DESCRIPTION = "List the legal moves of a position."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `legal`."""
    add_json(parser)
    add_position(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print them, or how the game ended if there are none; return the exit status."""
    from host.cli.positions import read_position

    game, position = read_position(options.position, options.game)
    moves = {
        game.move_text(position, move): str(game.describe_move(position, move))
        for move in game.legal_moves(position)
    }
    outcome = game.outcome(position)
    if options.json:
        echo(json.dumps({"moves": list(moves)}))
    elif outcome is not None:
        echo(str(outcome.reason))
    else:
        echo("\n".join(f"{text:<10} {words}" for text, words in moves.items()))
    return 0
