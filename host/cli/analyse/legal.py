"""`kamisado legal`: the legal moves of a position."""

from __future__ import annotations

import argparse
import json

from host.cli.arguments import Tell
from host.cli.positions import read_position


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print them, or how the game ended if there are none; the exit status."""
    game, position = read_position(options.position, options.game)
    moves = {
        game.move_text(position, move): game.describe_move(position, move)
        for move in game.legal_moves(position)
    }
    outcome = game.outcome(position)
    if options.json:
        tell(json.dumps({"moves": list(moves)}))
    elif outcome is not None:
        tell(outcome.reason)
    else:
        tell("\n".join(f"{text:<10} {words}" for text, words in moves.items()))
    return 0
