"""`kamisado legal`: the legal moves of a position."""

from __future__ import annotations

import argparse
import json

from host.commands.arguments import Tell
from host.commands.positions import read_position


def legal(text: str) -> dict[str, str]:
    """The legal moves of a position: their words, by their text.

    Raises:
        ValueError: if it is no position.
    """
    game, position = read_position(text)
    return {
        game.move_text(position, move): game.move_words(position, move)
        for move in game.legal_moves(position)
    }


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print them; the exit status."""
    moves = legal(options.position)
    if options.json:
        tell(json.dumps({"moves": list(moves)}))
        return 0
    game, position = read_position(options.position)
    outcome = game.outcome(position)
    if outcome is not None:
        tell(outcome.reason)
    for text, words in moves.items():
        tell(f"{text:<10} {words}")
    return 0
