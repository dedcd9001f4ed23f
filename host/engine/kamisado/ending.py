"""How a round ends: by an arrival on the opponent's home row (M7) or by a deadlock (M8)."""

from __future__ import annotations

from functools import cache

from host.engine.game import Outcome, Square
from host.engine.kamisado.board import (
    COLOURS,
    HOME_ROWS,
    Tower,
    colour_of,
    name,
    side_of,
    tower_of,
)
from host.engine.kamisado.position import Position, arrival
from host.engine.kamisado.rules import deadlock


@cache
def _won(tower: Tower, square: Square) -> Outcome:
    """The result of a tower's arrival; searches meet the same few again and again."""
    winner = side_of(tower)
    reason = (
        f"{winner.label}'s {COLOURS[colour_of(tower)]} tower reached "
        f"{winner.other.label}'s home row on {name(square)} (M7)."
    )
    row = sorted(HOME_ROWS[winner.other], key=lambda other: abs(other - square))
    return Outcome(winner, reason, tuple(row))


def outcome(position: Position) -> Outcome | None:
    """The result of the round, or None while it goes on.

    After an arrival `Outcome.squares` is the home row that was reached, nearest to the
    arrival first.  After a deadlock it is the square of the winner's tower that gets the
    tooth, and `Outcome.stuck` holds the squares of the blocked towers in the order in
    which their passes would repeat.
    """
    tower = arrival(position)
    if tower is not None:
        return _won(tower, position.squares[tower])
    blocked = deadlock(position)
    if not blocked:
        return None
    loser = position.last_mover
    reason = (
        f"Deadlock: nobody can move any more. {loser.label} made the last move "
        "and loses the round (M8)."
    )
    # Deadlock is seen right after the last real move, so the colour that binds is still the
    # colour of the square on which that move, or the farthest tower it pushed, came to rest.
    assert position.required is not None, "on the first move of a round every tower can move"
    rewarded = position.squares[tower_of(loser.other, position.required)]
    stuck = tuple(position.squares[tower] for tower in blocked)
    return Outcome(loser.other, reason, (rewarded,), stuck)
