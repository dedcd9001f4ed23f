"""Matches for tests: moves as text, and positions shortly before the end of a round."""

from __future__ import annotations

from host.engine.game import Outcome, Piece, Side
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import STANDARD
from host.engine.kamisado.match_position import MatchPosition
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import place

START = "obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -"
FIRST_ROUND = (
    "d8d4 a1c3 h8h5 d1g4 c8c6 h1h2 f8f4 g1e3 f4f3 h2f4 b8b2 c3c4 "
    "g8h7 f1d3 c6b5 d3g6 e8e7 e3e6 b5b4 c1c2 e7h4 e1e2 h7h6 e6e8"
)
"""A round that was really played; White's blue tower wins it on e8."""
STANDARD_MATCH = KamisadoMatch(STANDARD)


def play(game: KamisadoMatch, position: MatchPosition, *texts: str) -> MatchPosition:
    """Return the position after some moves."""
    for text in texts:
        position = game.play(position, game.parse_move(position, text))
    return position


def before_the_end(
    game: KamisadoMatch, teeth: str = "", challenger: Side = Side.BLACK
) -> MatchPosition:
    """Return a round in which White's pink tower can go from a7 to a8 and win.

    Args:
        game: the match.
        teeth: towers that carry some, at home or, the pink one, on a7: "K+a7 G++g1".
        challenger: who began the round.
    """
    towers = teeth if "K" in teeth else f"{teeth} Ka7"
    position = place(f"{towers} kh4", "w k")
    return MatchPosition.of(game.format, position, challenger=challenger)


def ended(game: KamisadoMatch, position: MatchPosition) -> Outcome:
    """Return the result of the round, which is over."""
    outcome = game.round_outcome(position)
    assert outcome is not None
    return outcome


def piece_on(game: KamisadoMatch, position: MatchPosition, square: str) -> Piece:
    """Return the piece on a square."""
    return game.pieces(position)[parse_square(square, (8, 8))]
