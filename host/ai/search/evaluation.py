"""Static evaluation of a position, for the side to move.

A game with an evaluation of its own (`Evaluated`) is asked for it.  A round of Kamisado is judged
by its open lines; any other game by what all games have: pieces, moves and match points.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias

from host.ai.home_lines import home_lines
from host.engine.game import AnyGame, Evaluated, MultiRound, Side
from host.engine.kamisado.position import Position

PIECE_VALUE = 100
MOBILITY_VALUE = 1
"""Value of one more legal move."""
POINT_VALUE = 1000
"""Value of a point of a match: more than the pieces on the board."""
OPEN_LINE_VALUE = 10
"""Value of one more Kamisado tower with a free line to the opponent's home row."""
MAX_EVALUATION = 1_000_000
"""Evaluations lie below it either way; only the result of the game counts more."""

Evaluation: TypeAlias = Callable[[Hashable], int]


def evaluation_of(game: AnyGame) -> Evaluation:
    """Return the evaluation function of a game."""
    if isinstance(game, Evaluated):
        return game.evaluate
    if isinstance(game.start(), Position):
        return _by_open_lines
    return lambda position: _by_material(game, position)


def _by_open_lines(position: Hashable) -> int:
    """Evaluate a round of Kamisado, without regard to which tower is required to move."""
    assert isinstance(position, Position)
    squares, occupied = position.squares, position.occupied
    balance = 0
    for tower, lines in enumerate(home_lines(position.teeth)):
        for line in lines[squares[tower]]:
            if not line & occupied:
                balance += OPEN_LINE_VALUE if tower < 8 else -OPEN_LINE_VALUE
                break
    return balance if position.turn is Side.WHITE else -balance


def _by_material(game: AnyGame, position: Hashable) -> int:
    turn = game.turn(position)
    balance = 0
    for piece in game.pieces(position).values():
        balance += PIECE_VALUE if piece.side is turn else -PIECE_VALUE
    if isinstance(game, MultiRound):
        standing = game.match_score(position)
        lead = standing.white - standing.black
        balance += POINT_VALUE * (lead if turn is Side.WHITE else -lead)
    return balance + MOBILITY_VALUE * len(game.legal_moves(position))
