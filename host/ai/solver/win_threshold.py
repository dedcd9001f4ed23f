"""Win threshold: the points that a win must bring to count in a proof.

A round ends with a tooth for one tower, and its points follow from the teeth that this tower has
already (1, 2, 4, 8).  A win that brings fewer points than the threshold counts as the opponent's
win, so that the question remains a win-or-loss question for the solver.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Side
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.scoring import TOOTH_POINTS


@dataclass(frozen=True, slots=True)
class WinThreshold:
    """The number of points that a side must win at least."""

    side: Side
    points: int

    def wins(self, teeth: bytes) -> tuple[bool, ...]:
        """Return for each tower True if its side wins a round that ends with its tooth.

        Args:
            teeth: 16 bytes, by tower number.
        """
        return tuple(
            side_of(tower) is not self.side or TOOTH_POINTS[count] >= self.points
            for tower, count in enumerate(teeth)
        )


ANY_WIN = (True,) * TOWERS
"""`WinThreshold.wins` without a threshold."""
