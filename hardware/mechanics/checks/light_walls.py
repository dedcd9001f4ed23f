"""Check that the grid's walls separate the squares and cover no sensor or LED."""

from __future__ import annotations

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.solids import block, cylinder, overlap
from hardware.mechanics.mesh.stl import Meshes

OPEN_MOST = 0.20
"""Largest part of a wall over a strip that may be open, for parts and pins; an estimate."""


def faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check the grid of a board."""
    tiles = [
        part.mesh.solid() for part in assembly.board(sizes, meshes) if part.name == "grid_tile"
    ]
    grid = m3d.Manifold.compose(tiles)
    found = []
    for rank in range(sizes.squares):
        for file in range(sizes.squares):
            x, y = sizes.middle(file, rank)
            for what, (dx, dy), free in (("sensor", sizes.sensor, 4.0), ("LED", sizes.led, 7.0)):
                if overlap(grid, cylinder(free, -1, sizes.top, x + dx, y + dy)) > 0:
                    found.append(f"a wall is above the {what} of file {file + 1}, rank {rank + 1}")
    for n in range(1, sizes.squares):
        line, half = n * sizes.pitch, 0.2
        for low, high in (
            ((0.0, line - half, 0.0), (sizes.side, line + half, sizes.walls)),
            ((line - half, 0.0, 0.0), (line + half, sizes.side, sizes.walls)),
        ):
            plane = block(low, high)
            # Above the highest obstacle only the joint of two tiles interrupts a wall.
            tall = max(part.height for part in sizes.obstacles) + 0.1
            above = block((low[0], low[1], tall), (high[0], high[1], sizes.walls))
            joint = n % sizes.tile_squares == 0
            least = 0.4 if joint else 0.98
            if overlap(grid, above) < least * above.volume():
                found.append(f"light gets through the wall behind square {n}")
            if overlap(grid, plane) < least * 0.7 * plane.volume():
                found.append(f"the wall behind square {n} has more gaps than parts to step over")
    return found + _leaks(sizes, grid)


def _leaks(sizes: Dimensions, grid: m3d.Manifold) -> list[str]:
    """Check how far the walls over the strips are open, beside the LEDs of two neighbours."""
    found = []
    for n in range(1, sizes.squares):
        joint = n % sizes.tile_squares == 0
        # At a joint of two tiles light has to pass both edges: look at one.
        begin, end = (sizes.tile_gap, sizes.tile_edge) if joint else (-0.2, 0.2)
        for rank in range(sizes.squares):
            south = sizes.strip_edge(rank)
            wall = block(
                (n * sizes.pitch + begin, south, sizes.wall_above_board),
                (n * sizes.pitch + end, south + sizes.strip_width, sizes.walls),
            )
            gap = 1 - overlap(grid, wall) / wall.volume()
            if gap > OPEN_MOST:
                found.append(f"the wall behind square {n} is open by {gap:.0%} over a strip")
    return list(dict.fromkeys(found))
