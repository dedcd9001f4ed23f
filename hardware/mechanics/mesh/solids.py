"""Simple solids and boolean operations (manifold3d)."""

from __future__ import annotations

from collections.abc import Sequence

import manifold3d as m3d

TOUCH_MM3 = 0.05
"""Largest overlap of two solids that the rounding of their triangles causes."""


def overlap(one: m3d.Manifold, other: m3d.Manifold) -> float:
    """Return the volume that two solids share, in cubic millimetres."""
    return float((one ^ other).volume())


def cylinder(diameter: float, low: float, high: float, x: float = 0, y: float = 0) -> m3d.Manifold:
    """Return an upright cylinder with 96 sides, its edges on the circle."""
    made = m3d.Manifold.cylinder(high - low, diameter / 2, diameter / 2, 96)
    return made.translate((x, y, low))


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> m3d.Manifold:
    """Return the box between two opposite corners."""
    size = [end - begin for begin, end in zip(low, high, strict=True)]
    return m3d.Manifold.cube(size).translate(low)


def extruded(outline: Sequence[tuple[float, float]], low: float, high: float) -> m3d.Manifold:
    """Return an upright prism over a counterclockwise outline."""
    return m3d.Manifold.extrude(m3d.CrossSection([list(outline)]), high - low).translate(
        (0, 0, low)
    )


def joined(solids: Sequence[m3d.Manifold]) -> m3d.Manifold:
    """Return the union of many solids."""
    return m3d.Manifold.batch_boolean(list(solids), m3d.OpType.Add)
