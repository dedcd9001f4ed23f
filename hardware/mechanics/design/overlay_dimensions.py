"""Dimensions of the overlay: ridges between the squares and raised signs of their colours.

It lies on the film, for players who read the board with their fingers.  Lengths in millimetres,
heights from the film up.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OverlayDimensions:
    """The overlay's ridges and signs.

    Ridges stand above the grid's walls, where no light comes through.  Each sign stands in the
    corner of its square towards a1, on a plate of one printed layer that joins it to the ridges.
    """

    height: float = 0.8  # of ridges and signs; the slopes of a tower's foot end at 1.0
    ridge: float = 1.2  # at the top, as wide as a wall; its sides slope at 45 degrees
    plate: float = 0.2
    sign: float = 10.0  # the page's 24 units
    sign_line: float = 1.2
    sign_middle: float = 7.0  # from both edges of the square: 2 from the top of the ridge

    @property
    def foot(self) -> float:
        """Width of a ridge at the film."""
        return self.ridge + 2 * self.height

    @property
    def plate_side(self) -> float:
        """Side of a sign's plate, from the corner of the square."""
        return self.sign_middle + self.sign / 2
