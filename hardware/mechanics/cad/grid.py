"""CAD model of the grid: white walls around every square, printed as tiles of several squares.

The walls separate the light of the squares and carry the diffuser.  They stand on the strips;
between the strips they reach down to the mounts.
"""

from __future__ import annotations

import build123d as bd

from hardware.mechanics.cad.primitives import box
from hardware.mechanics.design.dimensions import Dimensions


def tile(sizes: Dimensions) -> bd.Part:
    """Return a tile, its corner at the origin, as it lies in the board; it is printed upside down.

    All tiles of a board are alike: each has the notches that any of them needs.
    """
    low, high = sizes.grid_foot, sizes.walls
    gap, size = sizes.tile_gap, sizes.tile
    body = box((gap, gap, low), (size - gap, size - gap, high))
    half, edge, last = sizes.wall / 2, sizes.tile_edge, sizes.tile_squares - 1
    bounds = [
        (
            gap + edge if n == 0 else n * sizes.pitch + half,
            size - gap - edge if n == last else (n + 1) * sizes.pitch - half,
        )
        for n in range(sizes.tile_squares)
    ]
    for west, east in bounds:
        for south, north in bounds:
            body -= box((west, south, low - 1), (east, north, high + 1))
    for rank in range(sizes.tile_squares):
        south = sizes.strip_edge(rank)
        north = south + sizes.strip_width
        slack = sizes.strip_gap
        body -= box((-1, south - slack, low - 1), (size + 1, north + slack, sizes.wall_above_board))
        for west, east, front, back, top in notches(sizes):
            body -= box((west, south + front, low - 1), (east, south + back, top))
    return bd.Part(body.wrapped)


def notches(sizes: Dimensions) -> list[tuple[float, float, float, float, float]]:
    """Return the notches of a tile over each strip, which clear the parts on the strip.

    Returns:
        West and east in the tile, south and north from the strip's edge, and the height.
    """
    cuts = []
    for part in sizes.obstacles:
        across = (part.y - part.depth / 2, part.y + part.depth / 2, part.height)
        for start in range(0, sizes.squares, sizes.tile_squares):
            x = part.x - start * sizes.pitch
            if -part.width < x < sizes.tile + part.width:
                cuts.append((x - part.width / 2, x + part.width / 2, *across))
    return cuts
