"""What is asked of a round beside who wins it: whether a side wins at least so many points.

A round ends with a tooth on one tower, and its points follow from the teeth which that tower has
already (1, 2, 4, 8).  For a question of this kind a win that brings too little counts as the
opponent's: then it has two answers like any other, and is proven like any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Side
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.scoring import TOOTH_POINTS


@dataclass(frozen=True, slots=True)
class WinThreshold:
    """A side, and how many points it is to win at least."""

    side: Side
    points: int

    def enough(self, teeth: bytes) -> tuple[bool, ...]:
        """Whether a round that ends with each tower's tooth counts as won by that tower's side.

        Args:
            teeth: 16 bytes, by tower number.
        """
        return tuple(
            side_of(tower) is not self.side or TOOTH_POINTS[count] >= self.points
            for tower, count in enumerate(teeth)
        )


ANY_WIN = (True,) * TOWERS
"""`WinThreshold.enough` where nothing is asked but who wins."""
