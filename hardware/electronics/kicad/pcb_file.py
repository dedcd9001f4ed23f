"""Footprints and printed texts of a `.kicad_pcb` file.

The file is parsed as text, so a part that was moved by hand in KiCad is found as well, and no
`pcbnew` is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.kicad.sexpr import Tree, child, children, loads
from hardware.geometry import Box, Point


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad.

    Attributes:
        number: as the data sheet numbers pins; "" for a hole.
        net: without KiCad's leading `/`.
        place: its middle on the board.
        kind: KiCad's type: `smd`, `thru_hole`, or `np_thru_hole`, which is not plated.
        shape: KiCad's shape, such as `rect`.
        size: length and width on the board, before it is turned by `rotation`.
        rotation: degrees counterclockwise.
        drill: diameter of its hole; None for none.
        layers: KiCad's names, such as `F.Cu` or `*.Mask`.
    """

    number: str
    net: str | None
    place: Point
    kind: str
    shape: str
    size: Point
    rotation: float
    drill: float | None
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Print:
    """A text on the board.

    Attributes:
        text: its characters.
        place: its middle on the board.
        layer: KiCad's name, such as `F.SilkS`.
        mirrored: True if it is legible from below.
        height: millimetres.
        owner: reference of the footprint that it belongs to; "" for a text of the board.
    """

    text: str
    place: Point
    layer: str
    mirrored: bool
    height: float
    owner: str


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
        return [pad for pad in self.all_pads if pad.number]

    @property
    def all_pads(self) -> list[Pad]:
        """All pads, and holes without a number."""
        return [self._pad(item) for item in children(self.tree, "pad")]

    def _pad(self, item: Tree) -> Pad:
        x, y, *rotation = numbers(child(item, "at"))
        length, width = numbers(child(item, "size"))
        return Pad(
            str(item[1]),
            next((str(net[-1]).removeprefix("/") for net in children(item, "net")), None),
            self.at((x, y)),
            str(item[2]),
            str(item[3]),
            (length, width),
            rotation[0] if rotation else 0.0,
            next((float(str(drill[1])) for drill in children(item, "drill")), None),
            tuple(str(layer) for layer in child(item, "layers")[1:]),
        )

    @property
    def courtyard(self) -> Box | None:
        """Rectangle on the board that the part needs; None if its footprint has no courtyard."""
        return bounds(point for points in self.graphics("CrtYd") for point in points)

    def graphics(self, layer: str) -> Iterator[list[Point]]:
        """Yield the points on the board that bound each graphic item of a layer.

        Args:
            layer: KiCad's name without the side, such as `SilkS`; the part's own side is read.
        """
        own = f"{'B' if self.bottom else 'F'}.{layer}"
        for kind in ("fp_line", "fp_rect", "fp_poly", "fp_circle"):
            for item in children(self.tree, kind):
                if child(item, "layer")[1] == own:
                    yield [self.at(point) for point in _corners(item)]

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
    """A board.

    Attributes:
        size: length and width in millimetres.
        footprints: all of them.
        corner: its upper left corner on KiCad's page.
        tree: its S-expression.
    """

    size: Point
    footprints: tuple[Footprint, ...]
    corner: Point
    tree: Tree

    def place(self, tree: Tree) -> Point:
        """Return the position on the board of a list with a position on KiCad's page."""
        x, y, *_ = numbers(tree)
        return x - self.corner[0], y - self.corner[1]

    @property
    def prints(self) -> list[Print]:
        """All texts that are shown."""
        found = [
            _print(str(item[1]), self.place(child(item, "at")), item, "")
            for item in children(self.tree, "gr_text")
        ]
        for part in self.footprints:
            for item in [*children(part.tree, "property"), *children(part.tree, "fp_text")]:
                if not any(hidden[1] == "yes" for hidden in children(item, "hide")):
                    x, y, *_ = numbers(child(item, "at"))
                    found.append(_print(str(item[2]), part.at((x, y)), item, part.reference))
        return found


def read(path: Path) -> PcbFile:
    """Read a `.kicad_pcb` with a rectangular outline."""
    tree = loads(path.read_text("utf-8"))
    outline = next(
        item for item in children(tree, "gr_rect") if child(item, "layer")[1] == "Edge.Cuts"
    )
    left, upper = numbers(child(outline, "start"))
    right, lower = numbers(child(outline, "end"))
    corner = left, upper
    footprints = tuple(footprint(item, corner) for item in children(tree, "footprint"))
    return PcbFile((right - left, lower - upper), footprints, corner, tree)


def footprint(tree: Tree, corner: Point) -> Footprint:
    """Return a footprint from its list and the board's upper left corner on KiCad's page."""
    x, y, *rotation = numbers(child(tree, "at"))
    return Footprint(
        _reference(tree),
        str(tree[1]),
        (x - corner[0], y - corner[1]),
        rotation[0] if rotation else 0.0,
        child(tree, "layer")[1] == "B.Cu",
        tree,
    )


def bounds(points: Iterable[Point]) -> Box | None:
    """Return the rectangle around points; None if there are none."""
    listed = list(points)
    if not listed:
        return None
    xs, ys = zip(*listed, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def numbers(tree: Tree) -> list[float]:
    """Return the atoms of a list behind its head as numbers."""
    return [float(str(item)) for item in tree[1:]]


def _reference(footprint: Tree) -> str:
    for item in children(footprint, "property"):
        if item[1] == "Reference":
            return str(item[2])
    return "?"


def _print(text: str, place: Point, item: Tree, owner: str) -> Print:
    effects = child(item, "effects")
    justified = {str(word) for words in children(effects, "justify") for word in words[1:]}
    height = numbers(child(child(effects, "font"), "size"))[0]
    return Print(text, place, str(child(item, "layer")[1]), "mirror" in justified, height, owner)


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
