"""Occupancy maps: the grid points at which the copper of a net may be centred.

There is a map for each radius of copper, so that a search looks up clearances and computes none.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Iterable, Sequence

from hardware.electronics.routing.copper import EDGE_MM, Obstacle, Pad
from hardware.geometry import Box

GRID_MM = 0.25
FREE, BLOCKED = 0, -1
"""Owners of a grid point besides the numbers of nets: free for any net, and blocked for all."""


class Grid:
    """The routing grid of a board.

    A point is numbered row by row; a cell is a point on a layer: `layer * size + point`.

    Attributes:
        columns: number of points in a row.
        size: number of points of a layer.
    """

    def __init__(self, length: float, width: float) -> None:
        self.length, self.width = length, width
        self.columns = round(length / GRID_MM) + 1
        self.rows = round(width / GRID_MM) + 1
        self.size = self.columns * self.rows

    def point(self, x: float, y: float) -> int:
        """Return the point nearest to a position in millimetres."""
        return round(y / GRID_MM) * self.columns + round(x / GRID_MM)

    def xy(self, cell: int) -> tuple[float, float]:
        """Return the position of a point or cell in millimetres."""
        row, column = divmod(cell % self.size, self.columns)
        return column * GRID_MM, row * GRID_MM

    def points(self, box: Box) -> Iterable[int]:
        """Yield the points within a rectangle."""
        left, upper, right, lower = (value / GRID_MM for value in box)
        for row in range(max(0, math.ceil(upper)), min(self.rows - 1, math.floor(lower)) + 1):
            first, last = max(0, math.ceil(left)), min(self.columns - 1, math.floor(right))
            for column in range(first, last + 1):
                yield row * self.columns + column

    def cells(self, pad: Pad) -> list[int]:
        """Return the cells within a pad at which a track may end."""
        inset = 0.15
        across = max(GRID_MM * 0.51, pad.width / 2 - inset)
        down = max(GRID_MM * 0.51, pad.height / 2 - inset)
        box = (pad.x - across, pad.y - down, pad.x + across, pad.y + down)
        points = list(self.points(box)) or [self.point(pad.x, pad.y)]
        if pad.drilled:  # most of these are round
            reach = max(GRID_MM * 0.75, min(pad.width, pad.height) / 2 - inset)
            points = [
                point for point in points if math.dist(self.xy(point), (pad.x, pad.y)) <= reach
            ]
        return [layer * self.size + point for layer in pad.layers for point in points]


class Occupancy:
    """Obstacles on a board, and the occupancy maps made from them."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._obstacles: list[Obstacle] = []
        self._fixed = 0
        self._maps: dict[float, array[int]] = {}
        self._fixed_maps: dict[float, array[int]] = {}
        self._owners: dict[str, int] = {}

    def owner(self, net: str | None) -> int:
        """Return the number of a net; `BLOCKED` for None."""
        return BLOCKED if net is None else self._owners.setdefault(net, len(self._owners) + 1)

    def add(
        self,
        net: str | None,
        layers: tuple[int, ...],
        box: Box,
        radius: float,
        clearance: float,
        *,
        line: bool,
    ) -> None:
        """Add an obstacle; see `Obstacle`."""
        obstacle = Obstacle(self.owner(net), layers, *box, radius, clearance, line)
        self._obstacles.append(obstacle)
        if self._maps:
            self._block(obstacle, list(self._maps))
        for key, owners in self._maps.items():
            self._paint(owners, key, obstacle)

    def fix(self) -> None:
        """Make all obstacles so far permanent."""
        self._fixed = len(self._obstacles)
        self._fixed_maps = {radius: array("i", owners) for radius, owners in self._maps.items()}

    def remove(self, nets: Collection[str]) -> None:
        """Remove all obstacles of some nets but the permanent ones."""
        owners = {self.owner(net) for net in nets}
        kept = [each for each in self._obstacles[self._fixed :] if each.owner not in owners]
        self._obstacles[self._fixed :] = kept
        self._maps = {radius: array("i", before) for radius, before in self._fixed_maps.items()}
        for each in kept:
            for radius, now in self._maps.items():
                self._paint(now, radius, each)

    def removable(self) -> list[tuple[str, Obstacle]]:
        """Return the obstacles that are not permanent, each with its net."""
        names = {number: name for name, number in self._owners.items()}
        return [(names[each.owner], each) for each in self._obstacles[self._fixed :]]

    def map(self, radius: float) -> array[int]:
        """Return the owner of every cell, for the centre of copper of a radius."""
        if radius not in self._maps:
            grid, edge = self._grid, EDGE_MM + radius
            owners = array("i", [BLOCKED]) * (2 * grid.size)
            left, right = math.ceil(edge / GRID_MM), math.floor((grid.length - edge) / GRID_MM)
            upper, lower = math.ceil(edge / GRID_MM), math.floor((grid.width - edge) / GRID_MM)
            inside = array("i", [FREE]) * (right - left + 1)
            for row in range(upper, lower + 1):
                for layer in (0, 1):
                    begin = layer * grid.size + row * grid.columns + left
                    owners[begin : begin + len(inside)] = inside
            self._maps[radius] = owners
            for obstacle in self._obstacles:
                self._paint(owners, radius, obstacle)
        return self._maps[radius]

    def fixed_map(self, radius: float) -> array[int]:
        """Return the same map with the permanent obstacles only."""
        return self._fixed_maps[radius]

    def _block(self, obstacle: Obstacle, radii: Sequence[float]) -> None:
        """Compute the points that an obstacle blocks, for some radii."""
        far = obstacle.radius + max(radii) + obstacle.clearance
        box = (
            min(obstacle.x0, obstacle.x1) - far,
            min(obstacle.y0, obstacle.y1) - far,
            max(obstacle.x0, obstacle.x1) + far,
            max(obstacle.y0, obstacle.y1) + far,
        )
        near = [
            (point, obstacle.distance(*self._grid.xy(point))) for point in self._grid.points(box)
        ]
        for radius in radii:
            limit = radius + obstacle.clearance - 1e-6
            obstacle.blocked[radius] = [point for point, distance in near if distance < limit]

    def _paint(self, owners: array[int], radius: float, obstacle: Obstacle) -> None:
        """Enter an obstacle into a map; a point of two owners is blocked for all."""
        if radius not in obstacle.blocked:
            self._block(obstacle, [radius])
        owner = obstacle.owner
        for layer in obstacle.layers:
            offset = layer * self._grid.size
            for point in obstacle.blocked[radius]:
                before = owners[offset + point]
                if before != owner:
                    owners[offset + point] = owner if before == FREE else BLOCKED
