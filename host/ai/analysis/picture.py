"""Picture of a position: the squares that its story is about, to be marked on the board."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from host.ai.analysis.ideas import is_striker, next_turn, round_winner, strikers, turn_after
from host.ai.solver.adapter import is_choosing_fill, is_provable, round_of
from host.engine.game import AnyGame, Square
from host.engine.kamisado import rules


class IdeaSquare(NamedTuple):
    """A square with what it is to the tower that is called.

    Attributes:
        role: "called": the tower stands there; "safe": it may go there, and calls no striker;
            "striker": a tower of the opponent that would go straight home, or the called one if it
            does.
    """

    square: Square
    role: Literal["called", "safe", "striker"]


def picture(game: AnyGame, position: Hashable) -> tuple[IdeaSquare, ...]:
    """Return the squares to mark; none in other games, and where no tower is called."""
    if not is_provable(game) or is_choosing_fill(position):
        return ()
    turn = next_turn(round_of(position))
    tower = turn.required_tower
    if tower is None or round_winner(turn) is not None:
        return ()
    here, other = turn.squares[tower], turn.turn.other
    if is_striker(turn, tower):
        return (IdeaSquare(here, "striker"),)
    safe = []
    for move in rules.legal_moves(turn):
        after = turn_after(turn, move)
        called = after.required_tower
        is_lost = round_winner(after) is other
        if not is_lost and (
            called is None or after.turn is not other or not is_striker(after, called)
        ):
            safe.append(IdeaSquare(move.target, "safe"))
    threats = [IdeaSquare(turn.squares[each], "striker") for each in strikers(turn, other)]
    return (IdeaSquare(here, "called"), *safe, *threats)
