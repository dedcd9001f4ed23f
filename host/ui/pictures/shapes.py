"""Shapes that pictures are made of: filled polygons and circles, in units of 1/100 of a square."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon, or a circle if it has one point and a radius.

    Attributes:
        points: corners, to the right and down; of a circle its middle.
        fill: colour as "#rrggbb".
        edge: colour of the edge; None for none.
        width: of the edge.
        radius: of a circle.
    """

    points: Points
    fill: str
    edge: str | None = None
    width: float = 0.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A short text around a point.

    Attributes:
        size: height of the letters.
    """

    at: Point
    text: str
    fill: str
    size: float


Element: TypeAlias = Shape | Text


def circle(x: float, y: float, radius: float, fill: str, edge: str | None = None) -> Shape:
    """Return a circle around a point."""
    return Shape(((x, y),), fill, edge, 1.5 if edge else 0.0, radius)


def rounded(x: float, y: float, width: float, height: float, radius: float, fill: str) -> Shape:
    """Return a rectangle with round corners from its upper left one."""
    corners = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    points = [
        (cx + radius * math.cos(angle), cy + radius * math.sin(angle))
        for cx, cy, begin in corners
        for angle in (math.radians(begin + 90 * i / 6) for i in range(7))
    ]
    return Shape(tuple(points), fill)


def octagon(x: float, y: float, radius: float, fill: str, edge: str) -> Shape:
    """Return an octagon with flat sides; the radius is that of the circle inside it."""
    outer = radius / math.cos(math.pi / 8)
    points = (_polar(x, y, outer, (i + 0.5) * math.pi / 4) for i in range(8))
    return Shape(tuple(points), fill, edge, 1.4)


def ring(x: float, y: float, inset: float, fill: str) -> list[Shape]:
    """Return a frame around a square from its upper left corner, as four bars."""
    far, thick = 100 - inset, 5.0
    bars = (
        (inset, inset, far, inset + thick),
        (inset, far - thick, far, far),
        (inset, inset, inset + thick, far),
        (far - thick, inset, far, far),
    )
    return [
        Shape(((x + a, y + b), (x + c, y + b), (x + c, y + d), (x + a, y + d)), fill)
        for a, b, c, d in bars
    ]


def _polar(x: float, y: float, radius: float, angle: float) -> Point:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _around(count: int, at: Callable[[float], Point]) -> Points:
    return tuple(at(2 * math.pi * i / count) for i in range(count))


def _star(angle: float) -> Point:
    tip = round(angle / (math.pi / 5)) % 2 == 0
    return _polar(0, 0, 1.1 if tip else 0.45, angle - math.pi / 2)


def _heart(angle: float) -> Point:
    x = 16 * math.sin(angle) ** 3
    terms = (13, -5, -2, -1)
    y = -sum(term * math.cos((n + 1) * angle) for n, term in enumerate(terms))
    return x / 16, y / 15


def _drop(angle: float) -> Point:
    if angle < math.pi:
        return 0.72 * math.cos(angle), 0.3 + 0.72 * math.sin(angle)
    part = (angle - math.pi) / math.pi
    return -0.72 * math.cos(math.pi * part), 0.3 - 1.4 * math.sin(math.pi * part) ** 2.2


_PLUS: Points = tuple(
    (x / 3, y / 3)
    for x, y in (
        *((-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1)),
        *((1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1)),
    )
)
SIGNS: Mapping[str, Points] = {
    "brown": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "green": ((0, -0.95), (1, 0.8), (-1, 0.8)),
    "red": _PLUS,
    "yellow": _around(10, _star),
    "pink": _around(32, _heart),
    "blue": _around(32, _drop),
    "orange": _around(32, lambda angle: _polar(0, 0, 0.95, angle)),
}
"""Outline of the sign of each colour within (-1, -1) and (1, 1)."""


def sign(colour: str, x: float, y: float, size: float, ink: str, ground: str) -> Iterable[Shape]:
    """Yield the sign of a colour around a point; nothing for a colour without one.

    Args:
        size: half of its width.
        ground: colour behind it, for what is cut out of it.
    """
    if colour == "purple":
        yield circle(x, y, 0.95 * size, ink)
        yield circle(x + 0.45 * size, y - 0.35 * size, 0.75 * size, ground)
        return
    outline = SIGNS.get(colour)
    if not outline:
        return
    yield Shape(tuple((x + size * px, y + size * py) for px, py in outline), ink)
    if colour == "orange":
        yield circle(x, y, 0.4 * size, ground)
