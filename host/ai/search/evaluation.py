"""The appraisal: how a position of any game looks at a glance, to whoever is to move.

A game that offers an estimate (`Evaluated`) is asked for it.  Of any other is seen what all games
have: how many pieces each side has on the board, how many moves there are, and the points of a
match.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias

from host.engine.game import AnyGame, Evaluated, MultiRound, Side

PIECE = 100
"""The worth of one more piece on the board."""
MOBILITY = 1
"""The worth of one more legal move."""
POINT = 1000
"""The worth of a point of a match: more than what stands on the board."""
FULL = 1_000_000
"""No position is worth so much at a glance, one way or the other, as one that is won."""

Appraisal: TypeAlias = Callable[[Hashable], int]
"""How well the side to move stands where the game goes on; below `FULL` either way."""


def evaluation_of(game: AnyGame) -> Appraisal:
    """The appraisal for a game."""
    if isinstance(game, Evaluated):
        return game.evaluate
    return lambda position: _by_counting(game, position)


def _by_counting(game: AnyGame, position: Hashable) -> int:
    turn = game.turn(position)
    balance = 0
    for piece in game.pieces(position).values():
        balance += PIECE if piece.side is turn else -PIECE
    if isinstance(game, MultiRound):
        standing = game.match_score(position)
        lead = standing.white - standing.black
        balance += POINT * (lead if turn is Side.WHITE else -lead)
    return balance + MOBILITY * len(game.legal_moves(position))
