"""Check that an archive's layers, holes and job file make one board, of the size wanted."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware import geometry
from hardware.electronics.checks.archives.archive import Archive
from hardware.electronics.checks.archives.drill import Hole
from hardware.electronics.checks.archives.gerber import Item, Layer
from hardware.electronics.checks.archives.places import SAME_MM, Places
from hardware.electronics.checks.archives.shapes import box_of
from hardware.electronics.design.boards import STRIPS
from hardware.geometry import Box, Point

BEYOND_MM = 1.0
"""So far a layer may stand out of the board: a connector's outline does."""
RING_MM = 0.1
"""So much of a pad is left around its hole at least; makers want 0.13 or so."""
MASK_MM = 0.07
"""So far the mask may be open around a pad: 0.1 mm of it is left between pins 0.65 mm apart."""
PASTE_MM = 0.05
"""So far the paste may end before the edge of its pad."""
FREE_MM = 0.4
"""So far the mask is open around a fiducial at least: a camera looks for its round edge."""
SPAN = 0.2
"""A layer reaches over this part of the board's length and width at least: print below a strip is
about its connectors only."""
SIDES = ("F", "B")
_DRILLED = ("ViaPad", "ComponentPad")
_PASTED = ("SMDPad,CuDef",)
_SOLDERED = (*_PASTED, "ComponentPad")
"""Functions of apertures: pads with a hole, pads that get paste, pads that are soldered."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Size of a board, its thickness, and its mounting holes, from hardware/geometry.toml."""

    size: Point
    thickness: float
    holes: tuple[Point, ...]
    hole: float


def wanted(board: str, source: Path = geometry.SOURCE) -> Wanted:
    """Return what hardware/geometry.toml says of a board."""
    places, numbers = geometry.load(source), tomllib.loads(source.read_text("utf-8"))
    if board in STRIPS:
        squares, strip = STRIPS[board], numbers["strip"]
        size, holes = places.strip_size(squares), places.strip_holes(squares)
        return Wanted(size, strip["thickness"], holes, strip["hole"])
    controller = numbers["controller"]
    return Wanted(
        places.controller_size, controller["thickness"], places.controller_holes, controller["hole"]
    )


def outline_faults(archive: Archive, want: Wanted) -> list[str]:
    """Return the faults of the outline."""
    return list(_outline(archive.layers["Edge_Cuts"], want))


def faults(archive: Archive, want: Wanted) -> list[str]:
    """Return the faults of an archive with the right outline.

    If something lies beyond it, all else is likely to be wrong too, and is not told.
    """
    outline = _outline_box(archive.layers["Edge_Cuts"])
    if beyond := [*_extents(archive, outline), *_edges(archive, outline)]:
        return beyond
    return [
        *_screws(archive, outline, want),
        *_pads_and_holes(archive),
        *_openings(archive),
        *_print(archive),
    ]


def corner(archive: Archive) -> Point:
    """Return the upper left corner of the outline: y is upwards in the files."""
    left, _, _, upper = _outline_box(archive.layers["Edge_Cuts"])
    return left, upper


def _outline_box(layer: Layer) -> Box:
    """Return the box of the middle of the outline's line."""
    return box_of(point for item in layer.items for point in item.path)


def _outline(layer: Layer, want: Wanted) -> Iterator[str]:
    """Check that the outline is one closed rectangle of the board's size, and nothing else."""
    left, lower, right, upper = _outline_box(layer)
    size = right - left, upper - lower
    if math.dist(size, want.size) > SAME_MM:
        yield (
            f"Edge_Cuts is {size[0]:g} x {size[1]:g} mm, not {want.size[0]:g} x {want.size[1]:g}: "
            "so large a board would be made"
        )
    ends: dict[Point, int] = {}
    for item in layer.items:
        for point in (item.path[0], item.path[-1]):
            ends[point] = ends.get(point, 0) + 1
    corners = {(x, y) for x in (left, right) for y in (lower, upper)}
    if ends != dict.fromkeys(corners, 2) or len(layer.items) != 4:
        yield f"Edge_Cuts is not one closed rectangle but {len(layer.items)} lines"


def _extents(archive: Archive, outline: Box) -> Iterator[str]:
    """Check that every layer lies on the board, and reaches over much of it."""
    left, lower, right, upper = outline
    for name, layer in archive.layers.items():
        west, south, east, north = layer.box
        beyond = max(left - west, lower - south, east - right, north - upper)
        if beyond > BEYOND_MM:
            yield f"{name} stands out of the board by {beyond:.1f} mm"
        part = min((east - west) / (right - left), (north - south) / (upper - lower))
        if part < SPAN:
            yield f"{name} is only on a small part of the board"


def _edges(archive: Archive, outline: Box) -> Iterator[str]:
    """Check that all holes lie on the board."""
    left, lower, right, upper = outline
    for name, holes in archive.holes.items():
        beyond = [
            (x, y)
            for hole in holes
            for x, y in (hole.place, hole.end)
            if min(x - left, right - x, y - lower, upper - y) < hole.diameter / 2
        ]
        yield from _listed(f"{name} has holes beyond the edge", beyond)


def _screws(archive: Archive, outline: Box, want: Wanted) -> Iterator[str]:
    """Check that the holes for screws are where they should be, and nowhere else."""
    left, _, _, upper = outline
    screws = [(hole.place[0] - left, upper - hole.place[1]) for hole in archive.holes["NPTH"]]
    for place in want.holes:
        if place not in Places(screws):
            yield f"NPTH has no hole at {place}, seen from the upper left corner"
    if len(screws) != len(want.holes):
        yield f"NPTH has {len(screws)} holes, not {len(want.holes)}"
    for diameter in sorted({hole.diameter for hole in archive.holes["NPTH"]} - {want.hole}):
        yield f"NPTH has holes of {diameter:g} mm, not {want.hole:g}"


def _pads_and_holes(archive: Archive) -> Iterator[str]:
    """Check that plated holes and their pads are at the same places, on both sides."""
    plated = archive.holes["PTH"]
    middles = [_middle(hole) for hole in plated]
    drilled = Places(middles)
    for side in SIDES:
        name = f"{side}_Cu"
        copper = archive.layers[name]
        flashes = [pad for pad in copper.flashes() if pad.function in _DRILLED]
        pads = [pad.path[0] for pad in flashes]
        for diameter in sorted({hole.diameter for hole in plated}):
            wide = Places(_middle(hole) for hole in plated if hole.diameter == diameter)
            thin = [
                p.path[0] for p in flashes if p.path[0] in wide and _ring(p, diameter) < RING_MM
            ]
            yield from _listed(f"{name} has too little copper around {diameter:g} mm holes", thin)
        around = Places(pads)
        bare = [point for point in middles if point not in around]
        yield from _listed(f"{name} has no pad around holes", bare)
        whole = [point for point in pads if point not in drilled]
        yield from _listed(f"PTH has no hole in pads of {name}", whole)
        cut = [h.place for h in archive.holes["NPTH"] if any(map(copper.is_dark, _rim(h)))]
        yield from _listed(f"{name} has copper where holes for screws are", cut)


def _openings(archive: Archive) -> Iterator[str]:
    """Check that the mask leaves the pads free but not more, and that paste lies on all pads that
    take it, and there only."""
    screws = [hole.place for hole in archive.holes["NPTH"]]
    for side in SIDES:
        copper, mask = archive.layers[f"{side}_Cu"], archive.layers[f"{side}_Mask"]
        pads = [pad for pad in copper.flashes() if pad.function in _SOLDERED]
        covered = _uncovered(pads, mask.flashes())
        covered += [p.path[0] for p in pads if not mask.is_dark(p.path[0])]
        yield from _listed(f"{side}_Mask covers pads", covered)
        wanted = Places([*(pad.path[0] for pad in pads), *screws])
        bare = [
            i.path[0] for i in mask.items if i.dark and not (i.is_flash and i.path[0] in wanted)
        ]
        yield from _listed(f"{side}_Mask is open where no pad is", bare)
        fiducials = [pad for pad in pads if not pad.part[1]]
        near = _uncovered(fiducials, mask.flashes(), -FREE_MM)
        yield from _listed(f"{side}_Mask is too near to fiducials", near)
        soldered = [pad for pad in pads if pad.part[1]]
        places = Places(pad.path[0] for pad in soldered)
        over_pads = [opening for opening in mask.flashes() if opening.path[0] in places]
        wide = _uncovered(over_pads, soldered, MASK_MM)
        yield from _listed(f"{side}_Mask is open too far around pads", wide)
        if side == "F":
            yield from _paste(archive, pads, soldered)


def _paste(archive: Archive, pads: list[Item], soldered: list[Item]) -> Iterator[str]:
    """Check that paste covers its pads, lies nowhere else, and cannot flow off into a hole."""
    paste = archive.layers["F_Paste"]
    beside = _uncovered(paste.flashes(), pads)
    beside += [item.path[0] for item in paste.items if item.dark and not item.is_flash]
    yield from _listed("F_Paste lies beside the pads", beside)
    mounted = [pad for pad in soldered if pad.function in _PASTED]
    little = _uncovered(mounted, paste.flashes(), PASTE_MM)
    yield from _listed("F_Paste is missing or too small on pads", little)
    drained = [h.place for h in archive.holes["PTH"] if any(map(paste.is_dark, _rim(h)))]
    yield from _listed("PTH has holes in pads with paste", drained)


def _uncovered(items: Iterable[Item], covers: Iterable[Item], by: float = 0.0) -> list[Point]:
    """Return the middles of items over which none of the others lies, at the same middle.

    Args:
        items: those that are to be covered.
        covers: the others.
        by: so much the others are enlarged on all sides before.
    """
    boxes: dict[Point, list[Box]] = {}
    for cover in covers:
        left, lower, right, upper = cover.box
        grown = left - by, lower - by, right + by, upper + by
        boxes.setdefault(cover.path[0], []).append(grown)
    places = Places(boxes)
    return [
        item.path[0]
        for item in items
        if not any(_within(item.box, box) for at in places.at(item.path[0]) for box in boxes[at])
    ]


def _within(inner: Box, outer: Box) -> bool:
    sides = zip(outer[:2] + inner[2:], inner[:2] + outer[2:], strict=True)
    return all(low <= high + SAME_MM for low, high in sides)


def _print(archive: Archive) -> Iterator[str]:
    """Check that nothing is printed on pads, and that the print was cut out around these pads."""
    for side in SIDES:
        name = f"{side}_Silkscreen"
        silk, openings = archive.layers[name], _flashed(archive.layers[f"{side}_Mask"])
        printed = [point for point in openings if silk.is_dark(point)]
        yield from _listed(f"{name} is printed on pads", printed)
        known = Places(openings)
        cut = [i.path[0] for i in silk.items if i.is_flash and not i.dark]
        yield from _listed(f"{name} is cut out where no pad is", (p for p in cut if p not in known))


def _flashed(layer: Layer) -> list[Point]:
    return [item.path[0] for item in layer.flashes()]


def _middle(hole: Hole) -> Point:
    return (hole.place[0] + hole.end[0]) / 2, (hole.place[1] + hole.end[1]) / 2


def _ring(pad: Item, diameter: float) -> float:
    """Return the width of the ring of copper that a hole leaves of its pad."""
    left, lower, right, upper = pad.box
    return (min(right - left, upper - lower) - diameter) / 2


def _rim(hole: Hole) -> Iterator[Point]:
    """Yield the middle of a hole, and points on its rim."""
    x, y = hole.place
    yield x, y
    for eighth in range(8):
        angle = eighth * math.tau / 8
        yield x + hole.diameter / 2 * math.cos(angle), y + hole.diameter / 2 * math.sin(angle)


def _listed(what: str, points: Iterable[Point]) -> list[str]:
    """Return one fault for all points, or none."""
    places = sorted(set(points))
    if not places:
        return []
    shown = "; ".join(f"{x:g}, {y:g}" for x, y in places[:3])
    return [f"{what}: {len(places)}, such as at {shown}"]
