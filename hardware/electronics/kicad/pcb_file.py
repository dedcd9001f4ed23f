"""Footprints of a `.kicad_pcb` file.

The file is parsed as text, so a part that was moved by hand in KiCad is found as well, and no
`pcbnew` is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import Tree, child, children, loads
from hardware.geometry import Box, Point


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad: its number, its net without KiCad's leading `/`, its middle on the board."""

    number: str
    net: str | None
    place: Point


@dataclass(frozen=True, slots=True)
class Footprint:
    """A placed footprint.

    Attributes:
        reference: such as `R1`.
        library: the footprint's name, `library:footprint`.
        origin: millimetres from the board's upper left corner, y downwards.
        rotation: degrees counterclockwise.
        bottom: True if it is on the bottom side.
        tree: its S-expression.
    """

    reference: str
    library: str
    origin: Point
    rotation: float
    bottom: bool
    tree: Tree

    @property
    def assembled(self) -> bool:
        """True for a part that an assembler's machine places: on pads of the top side."""
        attributes = {str(item) for attr in children(self.tree, "attr") for item in attr[1:]}
        return not self.bottom and "smd" in attributes and "exclude_from_bom" not in attributes

    @property
    def board_only(self) -> bool:
        """True for a hole or mark that the schematic does not have."""
        return self.library.startswith(("MountingHole:", "Fiducial:"))

    @property
    def pads(self) -> list[Pad]:
        """All pads with a number."""
        found = []
        for item in children(self.tree, "pad"):
            x, y, *_ = numbers(child(item, "at"))
            net = next((str(net[-1]).removeprefix("/") for net in children(item, "net")), None)
            if item[1]:
                found.append(Pad(str(item[1]), net, self.at((x, y))))
        return found

    @property
    def courtyard(self) -> Box | None:
        """Rectangle on the board that the part needs; None if its footprint has no courtyard."""
        layer = "B.CrtYd" if self.bottom else "F.CrtYd"
        points = [
            self.at(point)
            for kind in ("fp_line", "fp_rect", "fp_poly", "fp_circle")
            for item in children(self.tree, kind)
            if child(item, "layer")[1] == layer
            for point in _corners(item)
        ]
        if not points:
            return None
        xs, ys = zip(*points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def field(self, name: str) -> str | None:
        """Return a field, such as `Value`; None if there is none."""
        fields = children(self.tree, "property")
        return next((str(item[2]) for item in fields if item[1] == name), None)

    def at(self, point: Sequence[float]) -> Point:
        """Return the position on the board of a point in the footprint's own coordinates."""
        angle = math.radians(self.rotation)
        x, y = point
        return (
            self.origin[0] + x * math.cos(angle) + y * math.sin(angle),
            self.origin[1] + y * math.cos(angle) - x * math.sin(angle),
        )

    @property
    def is_hole(self) -> bool:
        """True for a mounting hole."""
        return self.library.startswith("MountingHole:")


@dataclass(frozen=True, slots=True)
class PcbFile:
    """Size of the board in millimetres, and its footprints."""

    size: Point
    footprints: tuple[Footprint, ...]


def read(path: Path) -> PcbFile:
    """Read a `.kicad_pcb` with a rectangular outline."""
    tree = loads(path.read_text("utf-8"))
    outline = next(
        item for item in children(tree, "gr_rect") if child(item, "layer")[1] == "Edge.Cuts"
    )
    left, upper = numbers(child(outline, "start"))
    right, lower = numbers(child(outline, "end"))
    footprints = []
    for item in children(tree, "footprint"):
        x, y, *rotation = numbers(child(item, "at"))
        footprints.append(
            Footprint(
                _reference(item),
                str(item[1]),
                (x - left, y - upper),
                rotation[0] if rotation else 0.0,
                child(item, "layer")[1] == "B.Cu",
                item,
            )
        )
    return PcbFile((right - left, lower - upper), tuple(footprints))


def numbers(tree: Tree) -> list[float]:
    """Return the atoms of a list behind its head as numbers."""
    return [float(str(item)) for item in tree[1:]]


def _reference(footprint: Tree) -> str:
    for item in children(footprint, "property"):
        if item[1] == "Reference":
            return str(item[2])
    return "?"


def _corners(item: Tree) -> Iterator[Point]:
    """Yield the points of a graphic item that bound it."""
    if item[0] == "fp_circle":
        (x, y), end = numbers(child(item, "center")), numbers(child(item, "end"))
        radius = math.dist((x, y), end)
        yield x - radius, y - radius
        yield x + radius, y + radius
        return
    ends = [point for name in ("start", "end") for point in children(item, name)]
    for point in [
        *ends,
        *(xy for points in children(item, "pts") for xy in children(points, "xy")),
    ]:
        x, y = numbers(point)
        yield x, y
