"""What a won round is worth: which tower gets the tooth, and the points of teeth.

A tower's 1st tooth scores 1 point, its 2nd 2, its 3rd 4 and its 4th 8.  The 4th is never
played with: it is scored by a triple sumo (7 points), so its side has 15 then, which ends
every match.
"""

from __future__ import annotations

from typing import NamedTuple

from host.engine.game import Outcome, Side
from host.engine.kamisado.board import MAX_TEETH, Tower
from host.engine.kamisado.position import Position

TOOTH_POINTS = (1, 2, 4, 8)
"""Points for a tower's next tooth, by the teeth it has already."""

TEETH_POINTS = tuple(sum(TOOTH_POINTS[:teeth]) for teeth in range(MAX_TEETH + 2))
"""Points that a tower is worth in all, by its teeth: 0, 1, 3, 7, 15."""


class Points(NamedTuple):
    """The score of both sides."""

    white: int = 0
    black: int = 0

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.white if side is Side.WHITE else self.black

    def plus(self, side: Side, points: int) -> Points:
        """The score after one side has earned points."""
        if side is Side.WHITE:
            return Points(self.white + points, self.black)
        return Points(self.white, self.black + points)

    def __str__(self) -> str:
        """White's points first, as in position text: "2:1"."""
        return f"{self.white}:{self.black}"


def points_of(teeth: bytes) -> Points:
    """What the teeth of all sixteen towers, by tower number, are worth together."""
    values = [TEETH_POINTS[count] for count in teeth]
    return Points(sum(values[:8]), sum(values[8:]))


def rewarded_tower(position: Position, outcome: Outcome) -> Tower:
    """The tower that gets the tooth of a round that has ended so.

    After an arrival it is the tower that arrived.  After a deadlock it is the tower of the
    player who did not cause it, of the colour on which the last real move ended, or, if
    that was a push, on which the farthest tower was pushed (M8).
    """
    tower = position.tower_at(outcome.squares[0])
    assert tower is not None, "an outcome begins with the square of the tower that is rewarded"
    return tower


def with_tooth(teeth: bytes, tower: Tower) -> bytes:
    """The teeth of all towers once `tower` has got one more."""
    return teeth[:tower] + bytes([teeth[tower] + 1]) + teeth[tower + 1 :]
