"""Scoring: the tower that gets the tooth of a round, and the points of teeth.

A tower's 1st tooth scores 1 point, its 2nd 2, its 3rd 4 and its 4th 8.  No round is played with
a 4th tooth: a triple sumo (7 points) that earns it brings its side to 15, which ends every match.
"""

from __future__ import annotations

from typing import NamedTuple

from host.engine.game import Outcome, Side
from host.engine.kamisado.board import MAX_TEETH, Tower
from host.engine.kamisado.position import Position

TOOTH_POINTS = (1, 2, 4, 8)
"""Points for a tower's next tooth, by the teeth it has already."""

TEETH_POINTS = tuple(sum(TOOTH_POINTS[:teeth]) for teeth in range(MAX_TEETH + 2))
"""Points of a tower, by its teeth: 0, 1, 3, 7, 15."""


class Points(NamedTuple):
    """The score of both sides."""

    white: int = 0
    black: int = 0

    def of(self, side: Side) -> int:
        """Return the points of one side."""
        return self.white if side is Side.WHITE else self.black

    def plus(self, side: Side, points: int) -> Points:
        """Return the score after one side has earned points."""
        if side is Side.WHITE:
            return Points(self.white + points, self.black)
        return Points(self.white, self.black + points)

    def __str__(self) -> str:
        """Return the score as in position text, White's points first: "2:1"."""
        return f"{self.white}:{self.black}"


def points_of(teeth: bytes) -> Points:
    """Return the points of all teeth, given by tower number."""
    values = [TEETH_POINTS[count] for count in teeth]
    return Points(sum(values[:8]), sum(values[8:]))


def rewarded_tower(position: Position, outcome: Outcome) -> Tower:
    """Return the tower that gets the tooth for this result of a round.

    After an arrival it is the tower that arrived.  After a deadlock it is the tower of the
    player who did not make the last move, of the colour on which the last real move ended, or, if
    that was a push, on which the farthest tower was pushed (M8).
    """
    tower = position.tower_at(outcome.squares[0])
    assert tower is not None, "an outcome begins with the square of the tower that is rewarded"
    return tower


def with_tooth(teeth: bytes, tower: Tower) -> bytes:
    """Return the teeth of all towers with one more on `tower`."""
    return teeth[:tower] + bytes([teeth[tower] + 1]) + teeth[tower + 1 :]
