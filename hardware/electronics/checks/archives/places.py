"""Search of points by their place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from hardware.geometry import Point

SAME_MM = 0.01
"""So far the same place may differ between two files: KiCad writes drills with three digits."""


class Places:
    """Points, found by where they are."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}
        for point in points:
            self._cells.setdefault(_cell(point), []).append(point)

    def __contains__(self, point: Point) -> bool:
        """Return True if one of the points is at that place."""
        return any(self.at(point))

    def at(self, place: Point) -> Iterator[Point]:
        """Yield the points at a place."""
        column, row = _cell(place)
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                for point in self._cells.get((x, y), ()):
                    if math.dist(place, point) <= SAME_MM:
                        yield point


def _cell(point: Point) -> tuple[int, int]:
    return math.floor(point[0]), math.floor(point[1])
