"""The placement: what lies where on a board's `.kicad_pcb`, against hardware/geometry.toml.

The file is read as text, so that a part which somebody moved in KiCad is found as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import Tree, child, children, loads
from hardware.geometry import Geometry, Point

TOLERANCE_MM = 0.01


@dataclass(frozen=True, slots=True)
class Placed:
    """What a board file says, in millimetres from the board's upper left corner.

    Attributes:
        size: of the outline.
        parts: the origin of every footprint by reference, and whether it lies below.
        holes: the middles of the mounting holes.
    """

    size: Point
    parts: Mapping[str, tuple[Point, bool]]
    holes: tuple[Point, ...]


def read(pcb: Path) -> Placed:
    """Read a `.kicad_pcb` with a rectangular outline."""
    tree = loads(pcb.read_text("utf-8"))
    outline = next(
        item for item in children(tree, "gr_rect") if child(item, "layer")[1] == "Edge.Cuts"
    )
    left, upper = _xy(child(outline, "start"))
    right, lower = _xy(child(outline, "end"))
    parts: dict[str, tuple[Point, bool]] = {}
    holes = []
    for footprint in children(tree, "footprint"):
        x, y = _xy(child(footprint, "at"))
        place = (x - left, y - upper)
        if str(footprint[1]).startswith("MountingHole:"):
            holes.append(place)
        else:
            parts[_reference(footprint)] = (place, child(footprint, "layer")[1] == "B.Cu")
    return Placed((right - left, lower - upper), parts, tuple(holes))


def strip_faults(name: str, squares: int, placed: Placed, geometry: Geometry) -> list[str]:
    """What of a strip is not where printed parts expect it."""
    faults = _size(name, placed.size, geometry.strip_size(squares))
    faults += _holes(name, placed.holes, geometry.strip_holes(squares))
    for square in range(squares):
        wanted = {
            f"U{11 + square}": geometry.sensor(square),
            f"D{1 + square}": geometry.led(square),
        }
        for ref, place in wanted.items():
            faults += _part(name, ref, placed, place)
    for ref, (_, under) in placed.parts.items():
        if under != ref.startswith("J"):
            faults.append(f"{name}: {ref} is on the wrong side of the board")
    return faults


def controller_faults(placed: Placed, geometry: Geometry) -> list[str]:
    """What of the controller is not where printed parts expect it."""
    faults = _size("controller", placed.size, geometry.controller_size)
    return faults + _holes("controller", placed.holes, geometry.controller_holes)


def _size(name: str, size: Point, wanted: Point) -> list[str]:
    if math.dist(size, wanted) <= TOLERANCE_MM:
        return []
    return [f"{name}: the board is {size[0]:g} x {size[1]:g} mm, not {wanted[0]:g} x {wanted[1]:g}"]


def _holes(name: str, holes: tuple[Point, ...], wanted: tuple[Point, ...]) -> list[str]:
    faults = [
        f"{name}: there is no hole at {place}"
        for place in wanted
        if all(math.dist(place, hole) > TOLERANCE_MM for hole in holes)
    ]
    if len(holes) != len(wanted):
        faults.append(f"{name}: there are {len(holes)} holes, not {len(wanted)}")
    return faults


def _part(name: str, ref: str, placed: Placed, wanted: Point) -> list[str]:
    if ref not in placed.parts:
        return [f"{name}: there is no {ref}"]
    place, _ = placed.parts[ref]
    if math.dist(place, wanted) <= TOLERANCE_MM:
        return []
    return [f"{name}: {ref} is at {place[0]:.2f}, {place[1]:.2f}, not at {wanted}"]


def _reference(footprint: Tree) -> str:
    for item in children(footprint, "property"):
        if item[1] == "Reference":
            return str(item[2])
    return "?"


def _xy(tree: Tree) -> Point:
    return float(str(tree[1])), float(str(tree[2]))
