"""Copper of one net of a `.kicad_pcb`, as a raster: tracks, vias, pads and filled pours.

A row of the raster is an integer, one bit a cell, so that whole rows are combined at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hardware.electronics.kicad.pcb_file import Pad, PcbFile
from hardware.electronics.kicad.sexpr import Tree, atom, child, children
from hardware.geometry import Box, Point

LAYERS = ("F.Cu", "B.Cu")
CELL_MM = 0.05

Rows: TypeAlias = list[int]
"""A raster from the board's upper edge down; bit n is the cell that begins at x = n * CELL_MM."""


@dataclass(frozen=True, slots=True)
class Track:
    """A straight track."""

    begin: Point
    end: Point
    width: float
    layer: str


@dataclass(frozen=True, slots=True)
class Via:
    """A via: its middle, diameter and drill."""

    place: Point
    size: float
    drill: float


class Copper:
    """The copper of a net.

    Attributes:
        tracks, vias: all of them.
        pads: by reference and number, such as `U1.40`; of several with one name the first.
        pours: filled outlines by layer.
    """

    def __init__(self, pcb: PcbFile, net: str) -> None:
        self._size = pcb.size
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.pads: dict[str, Pad] = {}
        self.pours: dict[str, list[list[Point]]] = {layer: [] for layer in LAYERS}
        codes = {
            str(item[1])
            for item in children(pcb.tree, "net")
            if str(item[2]).removeprefix("/") == net
        }
        for item in _of_net(pcb.tree, "segment", codes):
            begin, end = pcb.place(child(item, "start")), pcb.place(child(item, "end"))
            self.tracks.append(
                Track(begin, end, float(atom(item, "width")), str(child(item, "layer")[1]))
            )
        for item in _of_net(pcb.tree, "via", codes):
            place = pcb.place(child(item, "at"))
            self.vias.append(Via(place, float(atom(item, "size")), float(atom(item, "drill"))))
        for zone in _of_net(pcb.tree, "zone", codes):
            for item in children(zone, "filled_polygon"):
                outline = [pcb.place(xy) for xy in children(child(item, "pts"), "xy")]
                self.pours[str(child(item, "layer")[1])].append(outline)
        for part in pcb.footprints:
            for pad in part.pads:
                if pad.net == net:
                    self.pads.setdefault(f"{part.reference}.{pad.number}", pad)

    def raster(self, layer: str) -> Rows:
        """Return all copper of a layer."""
        rows = self.poured(layer)
        for track in self.tracks:
            if track.layer == layer:
                _add_capsule(rows, track.begin, track.end, track.width / 2)
        for via in self.vias:
            _add_capsule(rows, via.place, via.place, via.size / 2)
        for pad in self.pads.values():
            if on_layer(pad, layer):
                _add_box(rows, box(pad))
        return rows

    def poured(self, layer: str) -> Rows:
        """Return the pours of a layer."""
        rows = [0] * round(self._size[1] / CELL_MM)
        for outline in self.pours[layer]:
            _add_polygon(rows, outline)
        return rows


def on_layer(pad: Pad, layer: str) -> bool:
    """Return True if a pad has copper on a layer."""
    return layer in pad.layers or "*.Cu" in pad.layers


def box(pad: Pad, by: float = 0.0) -> Box:
    """Return the rectangle of a pad, enlarged on all sides."""
    length, width = pad.size if round(pad.rotation) % 180 == 0 else pad.size[::-1]
    (x, y), across, down = pad.place, length / 2 + by, width / 2 + by
    return x - across, y - down, x + across, y + down


def narrowed(rows: Rows, by: float) -> Rows:
    """Return the cells around which a circle of a radius lies within the raster."""
    reach = round(by / CELL_MM)
    shrunk: dict[int, Rows] = {}
    for down in range(reach + 1):
        half = math.isqrt(reach * reach - down * down)
        if half not in shrunk:
            shrunk[half] = [_narrowed_row(row, half) for row in rows]
    found = []
    for y in range(len(rows)):
        cells = -1
        for down in range(-reach, reach + 1):
            half = math.isqrt(reach * reach - down * down)
            cells &= shrunk[half][y + down] if 0 <= y + down < len(rows) else 0
        found.append(cells)
    return found


class Pieces:
    """The connected pieces of a raster, numbered."""

    def __init__(self, rows: Rows) -> None:
        self._runs = [list(_runs(row)) for row in rows]
        self._piece: list[list[int]] = []
        self._joined: list[int] = []
        for y, runs in enumerate(self._runs):
            numbered = []
            for begin, end in runs:
                number = len(self._joined)
                self._joined.append(number)
                numbered.append(number)
                for (left, right), other in zip(
                    self._runs[y - 1] if y else [], self._piece[y - 1] if y else [], strict=True
                ):
                    if left < end and begin < right:
                        self._joined[self.root(other)] = self.root(number)
            self._piece.append(numbered)

    def root(self, number: int) -> int:
        """Return the number that stands for all of a piece."""
        while self._joined[number] != number:
            self._joined[number] = self._joined[self._joined[number]]
            number = self._joined[number]
        return number

    def within(self, area: Box) -> set[int]:
        """Return the pieces that have a cell in a rectangle."""
        left, upper, right, lower = (round(edge / CELL_MM) for edge in area)
        return {
            self.root(number)
            for y in range(max(upper, 0), min(lower + 1, len(self._runs)))
            for (begin, end), number in zip(self._runs[y], self._piece[y], strict=True)
            if begin <= right and left < end
        }


def cells_within(rows: Rows, area: Box) -> int:
    """Return the number of cells of a raster in a rectangle."""
    left, upper, right, lower = (round(edge / CELL_MM) for edge in area)
    mask = (1 << right) - (1 << left)
    return sum((row & mask).bit_count() for row in rows[upper:lower])


def has(rows: Rows, place: Point) -> bool:
    """Return True if a raster has the cell at a place."""
    x, y = (int(part / CELL_MM) for part in place)
    return 0 <= y < len(rows) and x >= 0 and bool(rows[y] >> x & 1)


def _of_net(tree: Tree, kind: str, codes: set[str]) -> Iterator[Tree]:
    return (item for item in children(tree, kind) if atom(item, "net") in codes)


def _narrowed_row(row: int, by: int) -> int:
    """Return the cells of a row that have `by` cells of it on both sides."""
    kept, width = row, 1
    while width < 2 * by + 1:  # kept has the begins of runs of `width` cells
        step = min(width, 2 * by + 1 - width)
        kept &= kept >> step
        width += step
    return kept << by


def _runs(row: int) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each run of cells of a row."""
    at = 0
    while row:
        empty = (row & -row).bit_length() - 1
        row >>= empty
        full = (~row & row + 1).bit_length() - 1
        row >>= full
        yield at + empty, at + empty + full
        at += empty + full


def _span(begin: float, end: float) -> int:
    """Return the cells of a row whose middles lie between two x."""
    first = max(0, math.ceil(begin / CELL_MM - 0.5))
    last = max(first, math.ceil(end / CELL_MM - 0.5))
    return (1 << last) - (1 << first)


def _levels(rows: Rows, upper: float, lower: float) -> Iterator[tuple[int, float]]:
    """Yield the rows whose middles lie between two y, with that middle."""
    first = max(0, math.ceil(upper / CELL_MM - 0.5))
    for row in range(first, min(len(rows), math.ceil(lower / CELL_MM - 0.5))):
        yield row, (row + 0.5) * CELL_MM


def _add_box(rows: Rows, area: Box) -> None:
    for row, _ in _levels(rows, area[1], area[3]):
        rows[row] |= _span(area[0], area[2])


def _add_capsule(rows: Rows, begin: Point, end: Point, radius: float) -> None:
    """Add all cells that are no farther than a radius from a line."""
    (x0, y0), (x1, y1) = begin, end
    length = math.dist(begin, end)
    if length:
        across, down = (y0 - y1) / length * radius, (x1 - x0) / length * radius
        corners = [(x0 + across, y0 + down), (x1 + across, y1 + down)]
        corners += [(x1 - across, y1 - down), (x0 - across, y0 - down)]
        _add_polygon(rows, corners)
    for x, y in (begin, end):
        for row, level in _levels(rows, y - radius, y + radius):
            half = math.sqrt(max(0.0, radius**2 - (level - y) ** 2))
            rows[row] |= _span(x - half, x + half)


def _add_polygon(rows: Rows, outline: Sequence[Point]) -> None:
    crossings: dict[int, list[float]] = {}
    for (x0, y0), (x1, y1) in _edges(outline):
        if y0 != y1:
            slope = (x1 - x0) / (y1 - y0)
            for row, level in _levels(rows, min(y0, y1), max(y0, y1)):
                crossings.setdefault(row, []).append(x0 + (level - y0) * slope)
    for row, places in crossings.items():
        places.sort()
        for begin, end in zip(places[::2], places[1::2], strict=True):
            rows[row] |= _span(begin, end)


def _edges(outline: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(outline, [*outline[1:], outline[0]], strict=True)
