"""Geometry that boards, printed parts and simulator share, read from hardware/geometry.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.paths import HARDWARE

SOURCE = HARDWARE / "geometry.toml"
SHAPELESS = ("sensor", "tolerance")
"""Tables of it that shape neither boards nor printed parts."""

Point: TypeAlias = tuple[float, float]
"""x and y in millimetres; on circuit boards from the upper left corner, y downwards."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, upper, right and lower edge in millimetres."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Sizes and positions of the circuit boards in millimetres.

    `ribbon_lengths` has the length to the first strip, and from strip to strip.
    """

    pitch: float
    strip_width: float
    sensor_from_middle: Point
    led_from_middle: Point
    strip_hole: float
    hole_from_end: float
    hole_from_edge: float
    hole_boundaries: tuple[int, ...]
    strip_headers: Point
    strip_power: Point
    controller_size: Point
    controller_hole: float
    controller_holes: tuple[Point, ...]
    controller_ribbon: float
    controller_reset: Point
    ribbon_lengths: Point

    def middle(self, square: int) -> Point:
        """Return the middle of a strip's square; squares count from 0."""
        return self.pitch * (square + 0.5), self.strip_width / 2

    def sensor(self, square: int) -> Point:
        """Return the position of a square's sensor on its strip."""
        return _sum(self.middle(square), self.sensor_from_middle)

    def led(self, square: int) -> Point:
        """Return the middle of a square's LED on its strip."""
        return _sum(self.middle(square), self.led_from_middle)

    def strip_size(self, squares: int) -> Point:
        """Return length and width of a strip."""
        return self.pitch * squares, self.strip_width

    def strip_holes(self, squares: int) -> tuple[Point, ...]:
        """Return the middles of a strip's mounting holes."""
        length = self.pitch * squares
        inner = [self.pitch * boundary for boundary in self.hole_boundaries]
        along = [self.hole_from_end, *inner, length - self.hole_from_end]
        across = (self.hole_from_edge, self.strip_width - self.hole_from_edge)
        return tuple((x, y) for x in along for y in across)


def overlap(one: Box, other: Box) -> bool:
    """Return True if two boxes have more in common than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def load(source: Path = SOURCE) -> Geometry:
    """Read hardware/geometry.toml, or a copy of it."""
    data = tomllib.loads(source.read_text("utf-8"))
    strip, controller = data["strip"], data["controller"]
    return Geometry(
        pitch=data["square"]["pitch"],
        strip_width=strip["width"],
        sensor_from_middle=tuple(strip["sensor_from_middle"]),
        led_from_middle=tuple(strip["led_from_middle"]),
        strip_hole=strip["hole"],
        hole_from_end=strip["hole_from_end"],
        hole_from_edge=strip["hole_from_edge"],
        hole_boundaries=tuple(strip["hole_boundaries"]),
        strip_headers=tuple(strip["headers"]),
        strip_power=tuple(strip["power"]),
        controller_size=(controller["width"], controller["height"]),
        controller_hole=controller["hole"],
        controller_holes=tuple((x, y) for x, y in controller["holes"]),
        controller_ribbon=controller["ribbon"],
        controller_reset=tuple(controller["reset"]),
        ribbon_lengths=tuple(data["cable"]["ribbon"]),
    )
