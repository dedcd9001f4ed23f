"""Primitive solids."""

from __future__ import annotations

from typing import TypeAlias

import build123d as bd

Corner: TypeAlias = tuple[float, float, float]


def box(low: Corner, high: Corner) -> bd.Part:
    """Return the box between two opposite corners."""
    (x1, y1, z1), (x2, y2, z2) = low, high
    middle = bd.Pos((x1 + x2) / 2, (y1 + y2) / 2, (z1 + z2) / 2)
    return middle * bd.Box(x2 - x1, y2 - y1, z2 - z1)


def rod(x: float, y: float, low: float, high: float, diameter: float) -> bd.Part:
    """Return an upright cylinder."""
    return bd.Pos(x, y, low) * bd.extrude(bd.Circle(diameter / 2), high - low)
