"""Adapter from the `Game` protocol to the solver, which knows rounds of Kamisado only."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias

from host.engine.game import AnyGame, Side
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Position
from host.message import message

Value: TypeAlias = Literal["win", "loss", "unknown"]
"""Value of the current round, or between rounds of the next one, for the side to move."""


def successors(game: AnyGame, position: Hashable) -> dict[str, Position]:
    """Return by its text the round after each legal move."""
    return {
        game.move_text(position, move): round_of(game.play(position, move))
        for move in game.legal_moves(position)
    }


def is_choosing_fill(position: Hashable) -> bool:
    """Return True if the next move of a match chooses how the home rows are filled."""
    return isinstance(position, MatchPosition) and position.phase is Phase.CHOOSING


def is_provable(game: AnyGame) -> bool:
    """Return True if the solver can prove positions of a game: rounds and matches of Kamisado.

    In all other games moves are chosen by `host.ai.search.alphabeta`, and nothing is proven.
    """
    return isinstance(game.start(), Position | MatchPosition)


def check_provable(game: AnyGame) -> None:
    """Raise an error if the solver cannot prove positions of a game.

    Raises:
        ValueError: a sentence for players that names the game.
    """
    if not is_provable(game):
        raise ValueError(message("ai.no_solver", game=game.title))


def round_of(position: Hashable) -> Position:
    """Return the round of a position of a provable game.

    Raises:
        ValueError: the position belongs to another game.
    """
    if isinstance(position, MatchPosition):
        return position.round
    if isinstance(position, Position):
        return position
    raise ValueError(f"the solver knows Kamisado only, not the position {position!r}")


def value_for(side: Side, winner: Side | None) -> Value:
    """Return the value for a side of a round won by `winner`; None if that is not known."""
    if winner is None:
        return "unknown"
    return "win" if winner is side else "loss"
