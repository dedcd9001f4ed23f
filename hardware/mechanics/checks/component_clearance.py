"""What stands up on a strip: read from its circuit board, and compared with the walls above it.

Where a wall crosses a strip it comes down to the board, but for the notches at
`Dimensions.obstacles`.  So no part, and no pin that comes through from a connector below, may be
under a wall anywhere else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import Tree, child, children, loads
from hardware.mechanics.design.dimensions import Dimensions, Obstacle, Place

SPARE = 0.2
"""Millimetres that a part keeps from a wall: print and placement are not exact."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What takes up room above a strip: from its left edge, and from its edge towards White."""

    ref: str
    west: float
    south: float
    east: float
    north: float


def read(pcb: Path, width: float) -> list[Standing]:
    """The courtyards of the parts on top, and the through-hole pins of all parts.

    Args:
        pcb: a `.kicad_pcb` with a rectangular outline.
        width: of the board along y, which KiCad counts downwards.
    """
    tree = loads(pcb.read_text("utf-8"))
    outline = next(
        item for item in children(tree, "gr_rect") if child(item, "layer")[1] == "Edge.Cuts"
    )
    corners = [_numbers(child(outline, name)) for name in ("start", "end")]
    left, upper = (min(corner[axis] for corner in corners) for axis in range(2))
    found = []
    for footprint in children(tree, "footprint"):
        if str(footprint[1]).startswith("MountingHole:"):
            continue
        x, y, *turn = _numbers(child(footprint, "at"))
        for points in _shapes(footprint):
            placed = [_turned(point, turn[0] if turn else 0.0) for point in points]
            xs = [x - left + dx for dx, _ in placed]
            ys = [width - (y - upper + dy) for _, dy in placed]
            found.append(Standing(_reference(footprint), min(xs), min(ys), max(xs), max(ys)))
    return found


def faults(sizes: Dimensions, standing: list[Standing]) -> list[str]:
    """What stands under a wall that has no notch there, as sentences."""
    found = []
    for number in range(sizes.squares + 1):
        joint = number % sizes.tile_squares == 0
        half = (sizes.tile_gap + sizes.tile_edge if joint else sizes.wall / 2) + SPARE
        line = number * sizes.pitch
        for part in standing:
            if part.west > line + half or part.east < line - half:
                continue
            west, east = max(part.west, line - half), min(part.east, line + half)
            under = Standing(part.ref, west, part.south, east, part.north)
            if not any(_within(under, notch) for notch in sizes.obstacles):
                found.append(
                    f"{part.ref} stands under the wall at x = {line:g}, from y = {part.south:.1f} "
                    f"to {part.north:.1f}, where the wall has no notch"
                )
    return found


def _within(part: Standing, notch: Obstacle) -> bool:
    return (
        part.west >= notch.x - notch.width / 2
        and part.east <= notch.x + notch.width / 2
        and part.south >= notch.y - notch.depth / 2
        and part.north <= notch.y + notch.depth / 2
    )


def _shapes(footprint: Tree) -> Iterator[list[Place]]:
    """The corners of what stands up, as the footprint has them."""
    if child(footprint, "layer")[1] == "F.Cu":
        yard: list[Place] = []
        for kind in ("fp_line", "fp_rect", "fp_poly", "fp_circle"):
            for item in children(footprint, kind):
                if child(item, "layer")[1] == "F.CrtYd":
                    yard += _corners(item)
        if yard:
            yield yard
    for pad in children(footprint, "pad"):
        if pad[2] == "thru_hole":
            x, y, *_ = _numbers(child(pad, "at"))
            half = max(_numbers(child(pad, "size"))) / 2
            yield [(x - half, y - half), (x + half, y + half)]


def _corners(item: Tree) -> Iterator[Place]:
    for name in ("start", "end", "center"):
        for point in children(item, name):
            x, y = _numbers(point)
            yield x, y
    for points in children(item, "pts"):
        for point in children(points, "xy"):
            x, y = _numbers(point)
            yield x, y


def _turned(point: Place, degrees: float) -> Place:
    """A point of a footprint that KiCad has turned: against the clock, with y downwards."""
    angle = math.radians(degrees)
    x, y = point
    return x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)


def _numbers(tree: Tree) -> list[float]:
    return [float(str(item)) for item in tree[1:]]


def _reference(footprint: Tree) -> str:
    for item in children(footprint, "property"):
        if item[1] == "Reference":
            return str(item[2])
    return "?"
