"""Check that an archive is of the present state of a board's file: pads, tracks, pours, holes.

It compares two texts, Gerber and `.kicad_pcb`, so that a stale archive is found without KiCad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from hardware.electronics.checks.archives.archive import Archive
from hardware.electronics.checks.archives.board import SIDES, corner
from hardware.electronics.checks.archives.gerber import Item
from hardware.electronics.checks.archives.places import SAME_MM, Places
from hardware.electronics.checks.archives.shapes import box_of
from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile, numbers
from hardware.electronics.kicad.sexpr import Tree, child, children, loads
from hardware.geometry import Point

Numbers: TypeAlias = tuple[float, ...]
"""Measures of a track, a pour or a hole, places from the board's upper left corner."""

_SIMPLE = ("circle", "oval", "rect", "roundrect")
"""Shapes of pads that are as large as the board's file says."""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board as it is in KiCad.

    Attributes:
        pcb: its footprints.
        tracks: ends and width of the tracks of each side, F and B.
        pours: box and number of corners of each filled area of each side.
        holes: place and diameter of the holes, slots left out.
        revision: its state, as the title block says.
    """

    pcb: PcbFile
    tracks: dict[str, list[Numbers]]
    pours: dict[str, list[Numbers]]
    holes: list[Numbers]
    revision: str


def read(path: Path) -> BoardFile:
    """Read a `.kicad_pcb`; a file that was read before and has not changed is not read again."""
    return _read(path, path.read_text("utf-8"))


@lru_cache(maxsize=8)
def _read(path: Path, text: str) -> BoardFile:
    tree = loads(text)
    outline = next(i for i in children(tree, "gr_rect") if child(i, "layer")[1] == "Edge.Cuts")
    left, upper = numbers(child(outline, "start"))

    def place(of: Tree) -> Point:
        x, y = numbers(of)[:2]
        return x - left, y - upper

    pcb = pcb_file.read(path)
    tracks: dict[str, list[Numbers]] = {side: [] for side in SIDES}
    pours: dict[str, list[Numbers]] = {side: [] for side in SIDES}
    for item in children(tree, "segment"):
        ends = place(child(item, "start")), place(child(item, "end"))
        tracks[_side(item)].append(_track(*ends, *numbers(child(item, "width"))))
    for zone in children(tree, "zone"):
        for filled in children(zone, "filled_polygon"):
            points = [place(xy) for xy in children(child(filled, "pts"), "xy")]
            pours[_side(filled)].append((*box_of(points), float(len(points))))
    vias = [(*place(child(i, "at")), *numbers(child(i, "drill"))) for i in children(tree, "via")]
    titles = [rev for block in children(tree, "title_block") for rev in children(block, "rev")]
    revision = "".join(str(rev[1]) for rev in titles)
    return BoardFile(pcb, tracks, pours, [*vias, *_pad_holes(pcb)], revision)


def _side(item: Tree) -> str:
    return str(child(item, "layer")[1])[0]


def _track(start: Point, end: Point, width: float) -> Numbers:
    """Return a track with its ends in order, in the resolution of Gerber files."""
    one, other = sorted((round(x, 5), round(y, 5)) for x, y in (start, end))
    return (*one, *other, width)


def _pad_holes(pcb: PcbFile) -> Iterator[Numbers]:
    for footprint in pcb.footprints:
        for pad in children(footprint.tree, "pad"):
            for drill in children(pad, "drill"):
                if drill[1] != "oval":
                    x, y, *_ = numbers(child(pad, "at"))
                    yield (*footprint.at((x, y)), float(str(drill[1])))


def faults(archive: Archive, file: BoardFile) -> list[str]:
    """Return where pads, tracks, pours or holes of an archive are not those of the board's file.

    A part on top has its pads on the top copper, one below on the bottom copper.
    """
    left, upper = corner(archive)

    def place(point: Point) -> Point:
        return point[0] - left, upper - point[1]

    found = list(_pads(archive, file.pcb, place))
    holes = [hole for holes in archive.holes.values() for hole in holes if hole.place == hole.end]
    drilled = [(*place(hole.place), hole.diameter) for hole in holes]
    found += _differences("the drill files", "hole", drilled, file.holes)
    for side in SIDES:
        items = [i for i in archive.layers[f"{side}_Cu"].items if i.function != "NonConductor"]
        strokes = [_stroke(item, place) for item in items if len(item.path) == 2]
        found += _differences(f"{side}_Cu", "track", strokes, file.tracks[side])
        regions = [[place(xy) for xy in item.path[:-1]] for item in items if item.is_region]
        boxes = [(*box_of(points), float(len(points))) for points in regions]
        found += _differences(f"{side}_Cu", "filled area", boxes, file.pours[side])
    return found


def _stroke(item: Item, place: Callable[[Point], Point]) -> Numbers:
    start, end = item.path
    width = item.box[2] - max(start[0], end[0])
    return _track(place(start), place(end), 2 * width)


def _differences(
    where: str, what: str, packed: Sequence[Numbers], wanted: Sequence[Numbers]
) -> Iterator[str]:
    """Yield that something is too many or missing, with one example; numbers begin with a place."""
    for one, other, fault in ((wanted, packed, "lacks"), (packed, wanted, "has")):
        known: dict[Point, list[Numbers]] = {}
        for each in other:
            known.setdefault((each[0], each[1]), []).append(each)
        places = Places(known)
        left = [
            each
            for each in one
            if not any(_same(each, o) for at in places.at((each[0], each[1])) for o in known[at])
        ]
        if left or (len(one) > len(other) and not left):
            example = ", ".join(f"{number:g}" for number in min(left, default=()))
            some = f": {example} from the corner" if example else ""
            more = "of the board's file" if fault == "lacks" else "which the board's file has not"
            yield f"{where} {fault} {len(left) or len(one) - len(other)} {what}s {more}{some}"


def _same(one: Numbers, other: Numbers) -> bool:
    """Return True if two have the same measures, as far as the shorter one has them."""
    return all(abs(a - b) <= SAME_MM for a, b in zip(one, other, strict=False))


def _pads(archive: Archive, pcb: PcbFile, place: Callable[[Point], Point]) -> Iterator[str]:
    """Yield pads that are elsewhere, or have another size, and those that the board has not."""
    wanted = {(part.reference, pad.number) for part in pcb.footprints for pad in part.pads}
    for side in SIDES:
        flashed: dict[tuple[str, str], list[Numbers]] = {}
        for item in archive.layers[f"{side}_Cu"].flashes():
            if item.part[1]:
                left, lower, right, upper = item.box
                measures = (*place(item.path[0]), right - left, upper - lower)
                flashed.setdefault(item.part, []).append(measures)
        for part in pcb.footprints:
            for number, pad in _measured(part) if part.bottom == (side == "B") else ():
                if not any(_same(pad, o) for o in flashed.get((part.reference, number), ())):
                    x, y, *size = pad
                    of = " of " + " x ".join(f"{length:g}" for length in size) if size else ""
                    yield (
                        f"{side}_Cu has no pad {number} of {part.reference}{of} at {x:.2f}, "
                        f"{y:.2f} from the corner, where the board has it"
                    )
        for ref, number in sorted(flashed.keys() - wanted):
            yield f"{side}_Cu has a pad {number} of {ref}, which the board has not"


def _measured(part: Footprint) -> Iterator[tuple[str, Numbers]]:
    """Yield number, place and size of each pad; no size of one that is askew or no simple shape."""
    for pad in children(part.tree, "pad"):
        x, y, *turn = numbers(child(pad, "at"))
        size = numbers(child(pad, "size"))
        if turn and turn[0] % 180 == 90:
            size.reverse()
        if pad[3] not in _SIMPLE or (turn and turn[0] % 90):
            size = []
        if pad[1]:
            yield str(pad[1]), (*part.at((x, y)), *size)
