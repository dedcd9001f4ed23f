"""Check of the copper that carries more than 200 mA against currents.toml, written by hand.

A way is wide enough if a circle of the wanted width passes through the copper of its net from one
pad to the other, over tracks and through pours, and changes sides where there are enough vias.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from hardware.electronics.checks.data_sheets import STRIPS
from hardware.electronics.kicad import copper
from hardware.electronics.kicad.copper import LAYERS, Copper, Pieces, Rows
from hardware.electronics.kicad.pcb_file import Pad, PcbFile
from hardware.geometry import Point

TABLE = Path(__file__).with_suffix(".toml")
VIA_DRILL_MM = 0.3
RASTER_MM = 0.06
"""A neck is found if it is narrower than the table wants by more than this."""
RELIEF_MM = 0.25
"""Gap around a pad with thermal relief; its spokes cross it."""
SOLID = 0.8
"""Share of the gap that spokes and tracks leave less copper in; without relief it is full."""
_STEP_MM = 0.02

Way: TypeAlias = Mapping[str, Any]
"""One current of the table."""
Place: TypeAlias = tuple[str, int]
"""A layer, and a piece of the copper on it that is wide enough."""


class Ways:
    """The copper of a net that is wide enough for a current, and the vias that are enough."""

    def __init__(self, metal: Copper, rasters: Mapping[str, Rows], way: Way) -> None:
        self._metal, self._rasters, self._width = metal, rasters, way["width"]
        self._pieces = {
            layer: Pieces(copper.narrowed(rows, self._width / 2 - RASTER_MM))
            for layer, rows in rasters.items()
        }
        self._beside: dict[Place, set[Place]] = {}
        crossings: Counter[tuple[Place, Place]] = Counter()
        for via in metal.vias:
            (x, y), reach = via.place, via.size / 2
            above, below = (
                {(layer, piece) for piece in self._pieces[layer].within(area)}
                for area in [(x - reach, y - reach, x + reach, y + reach)]
                for layer in LAYERS
            )
            crossings.update((one, other) for one in above for other in below)
        for (one, other), count in crossings.items():
            if count >= way["vias"]:
                self._join({one, other})
        for pad in metal.pads.values():
            if pad.drill:
                self._join(self.at(pad))

    def _join(self, places: set[Place]) -> None:
        for place in places:
            self._beside.setdefault(place, set()).update(places)

    def at(self, pad: Pad) -> set[Place]:
        """Return the pieces that begin at a pad, by its edge or by spokes of the wanted width."""
        reach = self._width / 2
        if self._spokes(pad) >= self._width - RASTER_MM:
            reach += RELIEF_MM + 2 * RASTER_MM
        return {
            (layer, piece)
            for layer in LAYERS
            if copper.on_layer(pad, layer)
            for piece in self._pieces[layer].within(copper.box(pad, reach))
        }

    def _spokes(self, pad: Pad) -> float:
        """Return the width of all copper that crosses the gap around a pad, on all its layers."""
        crossed = sum(
            copper.has(self._rasters[layer], place)
            for layer in LAYERS
            if copper.on_layer(pad, layer)
            for place in _around(pad)
        )
        return crossed * _STEP_MM

    def reached(self, pad: Pad) -> set[Place]:
        """Return all places to which a current from a pad has a way."""
        found: set[Place] = set()
        left = self.at(pad)
        while left:
            found |= left
            left = {place for each in left for place in self._beside.get(each, ())} - found
        return found


def faults(board: str, pcb: PcbFile, table: Path = TABLE) -> list[str]:
    """Return where the copper of a board is too narrow, has too few vias, or is not poured."""
    nets = sorted({way["net"] for way in ways(board, table)})
    found = [fault for net in nets for fault in net_faults(board, pcb, net, table)]
    for net in sorted({pour["net"] for pour in ways(board, table, "_pour")}):
        found += relief_faults(board, pcb, net)
    return found


def net_faults(board: str, pcb: PcbFile, net: str, table: Path = TABLE) -> list[str]:
    """Return the faults of the copper of one net."""
    metal = Copper(pcb, net)
    rasters = {layer: metal.raster(layer) for layer in LAYERS}
    own = [way for way in ways(board, table) if way["net"] == net]
    found = list(_tracks(metal, max(way["track"] for way in own)))
    for way in own:
        found += _way(metal, rasters, way, board)
    for pour in ways(board, table, "_pour"):
        if pour["net"] == net:
            found += _pour(metal, pour, pcb.size)
    return [f"{board}: {net}: {fault}" for fault in found]


def relief_faults(board: str, pcb: PcbFile, net: str) -> list[str]:
    """Return the drilled pads of a net that its pours lead the heat away from on all sides."""
    metal = Copper(pcb, net)
    found = []
    for layer in LAYERS:
        rows = metal.raster(layer)
        for name, pad in metal.pads.items():
            around = list(_around(pad)) if pad.drill else []
            if sum(copper.has(rows, place) for place in around) > SOLID * len(around):
                found.append(f"{board}: {net}: {name} has no thermal relief on {layer}")
    return found


def ways(board: str, table: Path = TABLE, kind: str = "") -> list[Way]:
    """Return the currents of a board; its pours if the kind is `_pour`."""
    name = "strip" if board in STRIPS else board
    listed: list[Way] = tomllib.loads(table.read_text("utf-8"))[name + kind]
    return listed


def _tracks(metal: Copper, least: float) -> Iterator[str]:
    for track in metal.tracks:
        if track.width < least:
            x, y = track.begin
            yield f"the track at {x:.1f}, {y:.1f} is {track.width:g} mm wide, not {least:g}"
    for via in metal.vias:
        if via.drill < VIA_DRILL_MM:
            x, y = via.place
            yield f"the via at {x:.1f}, {y:.1f} has a hole of {via.drill:g} mm"


def _way(metal: Copper, rasters: Mapping[str, Rows], way: Way, board: str) -> Iterator[str]:
    first, *others = _pads(way["pads"], STRIPS.get(board, 0))
    if missing := [pad for pad in (first, *others) if pad not in metal.pads]:
        yield f"{', '.join(missing)}: not on it"
        return
    ways = Ways(metal, rasters, way)
    reached = ways.reached(metal.pads[first])
    for pad in others:
        if not reached & ways.at(metal.pads[pad]):
            yield (
                f"no copper of {way['width']:g} mm, with {way['vias']} vias where it changes "
                f"sides, leads from {first} to {pad}, for {way['ma']} mA"
            )


def _pads(listed: list[str], squares: int) -> Iterator[str]:
    """Yield pads; `Dn.1` stands for those of all squares."""
    for pad in listed:
        if "n." in pad:
            yield from (pad.replace("n.", f"{n}.") for n in range(1, squares + 1))
        else:
            yield pad


def _pour(metal: Copper, pour: Way, size: Point) -> Iterator[str]:
    """Check that a pour fills its share of a rectangle; negative edges count from the far side."""
    left, upper, right, lower = pour["box"]
    area = (left, upper, right + size[0] if right < 0 else right, lower)
    area = area if lower > 0 else (*area[:3], lower + size[1])
    cells = copper.cells_within(metal.poured(pour["layer"]), area)
    share = cells * copper.CELL_MM**2 / ((area[2] - area[0]) * (area[3] - area[1]))
    if share < pour["share"]:
        where = ", ".join(f"{edge:g}" for edge in area)
        yield (f"its pour on {pour['layer']} fills {share:.0%} of {where}, not {pour['share']:.0%}")


def _around(pad: Pad) -> Iterator[Point]:
    """Yield points around a pad, in the middle of the gap of its relief."""
    left, upper, right, lower = copper.box(pad, RELIEF_MM / 2)
    corners = [(left, upper), (right, upper), (right, lower), (left, lower)]
    for begin, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        count = round(math.dist(begin, end) / _STEP_MM)
        for step in range(count):
            part = step / count
            yield (
                begin[0] + (end[0] - begin[0]) * part,
                begin[1] + (end[1] - begin[1]) * part,
            )
