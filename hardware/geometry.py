"""The places that boards and printed parts share, read from hardware/geometry.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

SOURCE = Path(__file__).resolve().with_name("geometry.toml")

Point: TypeAlias = tuple[float, float]
"""x and y in millimetres from a board's upper left corner, y downwards."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Sizes and places in millimetres."""

    pitch: float
    squares: tuple[int, ...]
    strip_width: float
    sensor_from_middle: Point
    led_from_middle: Point
    hole_from_end: float
    hole_from_edge: float
    hole_boundaries: tuple[int, ...]
    controller_size: Point
    controller_holes: tuple[Point, ...]
    hole: float

    def middle(self, square: int) -> Point:
        """The middle of a strip's square; squares count from 0."""
        return self.pitch * (square + 0.5), self.strip_width / 2

    def sensor(self, square: int) -> Point:
        """Where a strip's sensor is."""
        return _sum(self.middle(square), self.sensor_from_middle)

    def led(self, square: int) -> Point:
        """Where the middle of a strip's LED is."""
        return _sum(self.middle(square), self.led_from_middle)

    def strip_size(self, squares: int) -> Point:
        """Length and width of a strip."""
        return self.pitch * squares, self.strip_width

    def strip_holes(self, squares: int) -> tuple[Point, ...]:
        """The middles of a strip's mounting holes."""
        length = self.pitch * squares
        inner = [self.pitch * boundary for boundary in self.hole_boundaries]
        along = [self.hole_from_end, *inner, length - self.hole_from_end]
        across = (self.hole_from_edge, self.strip_width - self.hole_from_edge)
        return tuple((x, y) for x in along for y in across)


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def load(source: Path = SOURCE) -> Geometry:
    """Read hardware/geometry.toml, or a copy of it."""
    told = tomllib.loads(source.read_text("utf-8"))
    square, strip, controller = told["square"], told["strip"], told["controller"]
    return Geometry(
        pitch=square["pitch"],
        squares=tuple(square["squares"]),
        strip_width=strip["width"],
        sensor_from_middle=tuple(strip["sensor_from_middle"]),
        led_from_middle=tuple(strip["led_from_middle"]),
        hole_from_end=strip["hole_from_end"],
        hole_from_edge=strip["hole_from_edge"],
        hole_boundaries=tuple(strip["hole_boundaries"]),
        controller_size=(controller["width"], controller["height"]),
        controller_holes=tuple((x, y) for x, y in controller["holes"]),
        hole=strip["hole"],
    )
