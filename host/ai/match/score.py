"""Score of a match during one of its rounds: what an end of the round means for the match.

Points follow from the teeth of the towers, so a position of a round tells the score.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.engine.game import Side
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.fill import Fill, squares_after_fill
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import (
    TOOTH_POINTS,
    Points,
    points_of,
    rewarded_tower,
    with_tooth,
)

FILLS = (Fill.LEFT, Fill.RIGHT)


def deciders(teeth: bytes, goal: int) -> frozenset[Side]:
    """Return the sides that win the match with any win of the round.

    Args:
        teeth: 16 bytes, by tower number.
        goal: points that win the match.
    """
    points = points_of(teeth)
    return frozenset(
        side
        for side in Side
        if points.of(side) + min(TOOTH_POINTS[teeth[tower]] for tower in _towers(side)) >= goal
    )


def is_last(teeth: bytes, goal: int) -> bool:
    """Return True if the match ends with the round, whoever wins it."""
    return len(deciders(teeth, goal)) == len(Side)


def usual_winner(points: Points, goal: int, challenger: Side) -> Side:
    """Return who wins a match in which each round is won by its Challenger, by one point.

    An expectation, no proof: of random starts the Challenger wins 98 to 99.9 in 100.
    """
    while True:
        points = points.plus(challenger, 1)
        if points.of(challenger) >= goal:
            return challenger
        challenger = challenger.other


def after_round(position: Position, goal: int) -> Side | dict[Fill, Position]:
    """Return what follows the end of a round.

    Args:
        position: the final one of the round.
        goal: points that win the match.

    Returns:
        The winner of the match; or the starts of the next round, of which the winner of this round
        chooses one (F1).
    """
    ended = outcome(position)
    assert ended is not None, "the round goes on"
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    teeth = with_tooth(position.teeth, rewarded_tower(position, ended))
    if points_of(teeth).of(ended.winner) >= goal:
        return ended.winner
    loser = ended.winner.other
    return {
        fill: Position.of(squares_after_fill(position, fill), teeth, turn=loser) for fill in FILLS
    }


def _towers(side: Side) -> Iterable[int]:
    return (tower for tower in range(TOWERS) if side_of(tower) is side)
