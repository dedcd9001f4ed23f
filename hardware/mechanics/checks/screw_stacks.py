"""Check that every screw is long enough to hold and short enough to be tightened.

A screw must reach through what it clamps and fill its thread, up to one diameter; two screws in
one thread must not meet, and none may touch the bottom of its hole.  The feet must keep the heads
off the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.fabrication.fasteners import (
    FOOT,
    HEAD_ACROSS_MM,
    HEAD_MM,
    Joint,
    feet,
    joints,
)

DIAMETER_MM = 3.0
SPARE_MM = 1.0
"""Minimum distance of a foot from a head, and of a head from the table."""


def faults(sizes: Dimensions, listed: Sequence[Joint] | None = None) -> list[str]:
    """Return the joints and feet that do not fit, as sentences.

    Args:
        sizes: dimensions of the board.
        listed: the joints; None for those of the board.
    """
    found = []
    for joint in joints(sizes) if listed is None else listed:
        wanted = min(DIAMETER_MM, joint.thread)
        for screw in joint.screws:
            if screw.reach < wanted - 0.01:
                found.append(
                    f"a screw M3 x {screw.length:g} ({joint.use}) reaches {screw.reach:.1f} mm "
                    f"into its thread, {wanted:g} are needed"
                )
        together = sum(screw.reach for screw in joint.screws)
        if together > joint.room + 0.01:
            lengths = " and ".join(f"M3 x {screw.length:g}" for screw in joint.screws)
            found.append(
                f"{lengths} ({joint.use}) take {together:.1f} mm where {joint.room:g} are free"
            )
    return found + _feet(sizes)


def _feet(sizes: Dimensions) -> list[str]:
    across, height = FOOT
    found = []
    if height < HEAD_MM + SPARE_MM:
        found.append(f"feet {height:g} mm high do not keep heads of {HEAD_MM:g} off the table")
    drawing = cut_sheets.base(sizes)
    near = (across + HEAD_ACROSS_MM) / 2 + SPARE_MM
    west, south, east, north = drawing.box()
    for foot in feet(sizes):
        found += [
            f"the foot at {foot} is {math.dist(foot, screw):.1f} mm from the screw at {screw}"
            for screw, _ in drawing.circles
            if math.dist(foot, screw) < near
        ]
        half = across / 2
        x, y = foot
        if not (west <= x - half and x + half <= east and south <= y - half and y + half <= north):
            found.append(f"the foot at {foot} does not lie on the base sheet")
    return found
