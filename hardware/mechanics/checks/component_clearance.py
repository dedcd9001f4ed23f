"""Check that no component of a strip stands under a wall of the grid.

Where a wall crosses a strip it reaches down to the circuit board, except for the notches at
`Dimensions.obstacles`.  So no component, and no pin of a connector below, may be under a wall
anywhere else.  The components are read from the strip's `.kicad_pcb`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint, numbers
from hardware.electronics.kicad.sexpr import child, children
from hardware.geometry import Box
from hardware.mechanics.design.dimensions import Dimensions, Obstacle

SPARE_MM = 0.2
"""Minimum distance of a component from a wall: print and placement are not exact."""


@dataclass(frozen=True, slots=True)
class Component:
    """Rectangle of a component above a strip, from its left edge and its edge towards White."""

    ref: str
    west: float
    south: float
    east: float
    north: float


def read(pcb: Path) -> list[Component]:
    """Read the courtyards of the parts on top, and the through-hole pins of all parts."""
    board = pcb_file.read(pcb)
    width = board.size[1]
    found = []
    for footprint in board.footprints:
        if footprint.is_hole:
            continue
        for west, upper, east, lower in _boxes(footprint):
            found.append(Component(footprint.reference, west, width - lower, east, width - upper))
    return found


def faults(sizes: Dimensions, components: list[Component]) -> list[str]:
    """Return the components under a wall that has no notch there, as sentences."""
    found = []
    for number in range(sizes.squares + 1):
        joint = number % sizes.tile_squares == 0
        half = (sizes.tile_gap + sizes.tile_edge if joint else sizes.wall / 2) + SPARE_MM
        line = number * sizes.pitch
        for component in components:
            if component.west > line + half or component.east < line - half:
                continue
            west, east = max(component.west, line - half), min(component.east, line + half)
            under = Component(component.ref, west, component.south, east, component.north)
            if not any(_within(under, notch) for notch in sizes.obstacles):
                found.append(
                    f"{under.ref} stands under the wall at x = {line:g}, from "
                    f"y = {under.south:.1f} to {under.north:.1f}, where the wall has no notch"
                )
    return found


def _within(part: Component, notch: Obstacle) -> bool:
    return (
        part.west >= notch.x - notch.width / 2
        and part.east <= notch.x + notch.width / 2
        and part.south >= notch.y - notch.depth / 2
        and part.north <= notch.y + notch.depth / 2
    )


def _boxes(footprint: Footprint) -> Iterator[Box]:
    """Yield the rectangles of a footprint above the strip, y downwards."""
    if not footprint.bottom and footprint.courtyard is not None:
        yield footprint.courtyard
    for pad in children(footprint.tree, "pad"):
        if pad[2] == "thru_hole":
            x, y = footprint.at(numbers(child(pad, "at"))[:2])
            half = max(numbers(child(pad, "size"))) / 2
            yield x - half, y - half, x + half, y + half
