"""Shapes that a Gerber file paints: strokes of a round pen, and polygons."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from hardware.geometry import Box, Point

_ARC_STEP = math.radians(3)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight stroke of a round pen; a disc if it ends where it starts."""

    start: Point
    end: Point
    radius: float

    @property
    def box(self) -> Box:
        """Smallest box around the stroke."""
        (left, upper, right, lower), by = box_of((self.start, self.end)), self.radius
        return left - by, upper - by, right + by, lower + by

    def moved(self, by: Point) -> Stroke:
        """Return the stroke at another place."""
        return Stroke(_sum(self.start, by), _sum(self.end, by), self.radius)

    def covers(self, point: Point) -> bool:
        """Return True if a point lies in the stroke."""
        (x, y), (from_x, from_y), (to_x, to_y) = point, self.start, self.end
        along, across = to_x - from_x, to_y - from_y
        length = along * along + across * across
        part = ((x - from_x) * along + (y - from_y) * across) / length if length else 0.0
        part = min(1.0, max(0.0, part))
        return math.dist(point, (from_x + part * along, from_y + part * across)) <= self.radius


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon; its last point is joined to the first."""

    points: tuple[Point, ...]

    @property
    def box(self) -> Box:
        """Smallest box around the polygon."""
        return box_of(self.points)

    def moved(self, by: Point) -> Polygon:
        """Return the polygon at another place."""
        return Polygon(tuple(_sum(point, by) for point in self.points))

    def covers(self, point: Point) -> bool:
        """Return True if a point lies in the polygon."""
        x, y = point
        inside = False
        before_x, before_y = self.points[-1]
        for at_x, at_y in self.points:
            if (at_y > y) != (before_y > y):
                crossing = at_x + (y - at_y) * (before_x - at_x) / (before_y - at_y)
                inside ^= x < crossing
            before_x, before_y = at_x, at_y
        return inside


Shape: TypeAlias = Stroke | Polygon


def box_of(points: Iterable[Point]) -> Box:
    """Return the smallest box around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def box_around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around boxes."""
    lefts, uppers, rights, lowers = zip(*boxes, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)


def rectangle(width: float, height: float) -> Polygon:
    """Return a rectangle around the origin."""
    x, y = width / 2, height / 2
    return Polygon(((-x, -y), (x, -y), (x, y), (-x, y)))


def regular(corners: int, diameter: float, degrees: float = 0.0) -> Polygon:
    """Return a regular polygon around the origin, one corner at an angle."""
    first, step = math.radians(degrees), math.tau / corners
    return Polygon(
        tuple(_polar((0, 0), diameter / 2, first + step * index) for index in range(corners))
    )


def turned(point: Point, degrees: float) -> Point:
    """Return a point turned about the origin, counterclockwise."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def arc(start: Point, end: Point, centre: Point, clockwise: bool) -> list[Point]:
    """Return points of an arc behind its start; a full circle if it ends where it starts."""
    radius = math.dist(start, centre)
    first, last = (math.atan2(y - centre[1], x - centre[0]) for x, y in (start, end))
    sweep = (first - last if clockwise else last - first) % math.tau or math.tau
    steps = max(1, math.ceil(sweep / _ARC_STEP))
    way = -sweep / steps if clockwise else sweep / steps
    return [*(_polar(centre, radius, first + way * step) for step in range(1, steps)), end]


def _polar(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]
