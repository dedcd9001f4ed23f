"""Copper of a two-layer board: pads, tracks and vias, and the design rules of the router."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hardware.geometry import Box

CLEARANCE_MM = 0.2  # a little more than KiCad's rule asks for
TRACK_MM = 0.25
VIA_MM, DRILL_MM = 0.6, 0.3
EDGE_MM = 0.5


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad as the router sees it; `net` is None for one that nothing may touch."""

    ref: str
    number: str
    net: str | None
    x: float
    y: float
    width: float
    height: float
    layers: tuple[int, ...]
    drilled: bool

    def box(self, margin: float = 0.0) -> Box:
        """Return the rectangle around the pad, enlarged by a margin."""
        across, down = self.width / 2 + margin, self.height / 2 + margin
        return self.x - across, self.y - down, self.x + across, self.y + down


@dataclass(frozen=True, slots=True)
class Track:
    """A straight track."""

    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that connects the layers."""

    net: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A rectangle, or a line with round ends, that keeps a clearance to copper of other owners.

    Attributes:
        owner: number of its net.
        x0, y0, x1, y1: opposite corners of the rectangle, or ends of the line.
        radius: half the line's width; 0 for a rectangle.
        line: True for a line.
        blocked: the grid points that it blocks, by radius of the other copper; filled on demand.
    """

    owner: int
    layers: tuple[int, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    radius: float
    clearance: float
    line: bool
    blocked: dict[float, list[int]] = field(default_factory=dict, compare=False, repr=False)

    def distance(self, x: float, y: float) -> float:
        """Return the distance of a point from the edge of this obstacle."""
        if self.line:
            dx, dy = self.x1 - self.x0, self.y1 - self.y0
            square = dx * dx + dy * dy
            along = ((x - self.x0) * dx + (y - self.y0) * dy) / square if square else 0.0
            along = max(0.0, min(1.0, along))
            return math.hypot(x - self.x0 - along * dx, y - self.y0 - along * dy) - self.radius
        return math.hypot(max(self.x0 - x, 0.0, x - self.x1), max(self.y0 - y, 0.0, y - self.y1))
