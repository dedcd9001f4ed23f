"""Check of every footprint against packages.toml: the package of the part that is ordered.

The table is written by hand from the makers' drawings.  Where a part lies and how it is turned is
found from the middles of its pads alone, never from the footprint's name, origin or angle.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from hardware.electronics.kicad.pcb_file import Footprint, Pad, PcbFile, bounds
from hardware.geometry import Point

TABLE = Path(__file__).with_suffix(".toml")
PAD_MM = 0.1
"""Tolerance of the middle and of the size of a pad."""
DRILL_MM = 0.05
BODY_MM = 0.2
MARK_MM = 0.1
TURNS = (0, 90, 180, 270)

Package: TypeAlias = Mapping[str, Any]
"""One package of the table."""


@dataclass(frozen=True, slots=True)
class Land:
    """A pad as the package wants it; `place` and `size` in the drawing of the package."""

    number: str
    place: Point
    size: Point
    drill: float | None


@dataclass(frozen=True, slots=True)
class Pose:
    """Position of a part on the board, found from its pads.

    Attributes:
        turn: degrees counterclockwise, seen from above, against the drawing of the package, which
            is mirrored from left to right for a part below.
        below: True if the part is below the board.
        origin: position on the board of the drawing's origin.
    """

    turn: int
    below: bool
    origin: Point

    def at(self, point: Sequence[float]) -> Point:
        """Return the position on the board of a point of the drawing."""
        x, y = -point[0] if self.below else point[0], point[1]
        sin, cos = (
            round(math.sin(math.radians(self.turn))),
            round(math.cos(math.radians(self.turn))),
        )
        return self.origin[0] + x * cos + y * sin, self.origin[1] + y * cos - x * sin


@cache
def by_order(table: Path = TABLE) -> dict[str, Package]:
    """Return the packages by order number; each with its `name`."""
    packages = tomllib.loads(table.read_text("utf-8"))["package"]
    return {
        order: {"name": name, **package}
        for name, package in packages.items()
        for order in package["orders"]
    }


def lands(package: Package) -> list[Land]:
    """Return the pads of a package."""
    found = []
    for row in package["pads"]:
        for index in range(row["count"]):
            number = str(row["first"] + index * row.get("every", 1))
            x, y = (begin + index * by for begin, by in zip(row["from"], row["step"], strict=True))
            found.append(Land(number, (x, y), tuple(row["size"]), row.get("drill")))
    return found


def pose(part: Footprint, package: Package) -> Pose | None:
    """Return the pose in which a part's pads are those of a package; None if there is none."""
    wanted, pads = lands(package), part.pads
    if sorted(pad.number for pad in pads) != sorted(land.number for land in wanted):
        return None
    x, y = _middle(pad.place for pad in pads)
    for turn in TURNS:
        at_origin = Pose(turn, part.bottom, (0, 0))
        own_x, own_y = _middle(at_origin.at(land.place) for land in wanted)
        found = Pose(turn, part.bottom, (x - own_x, y - own_y))
        if all(_pad_of(pads, land, found) for land in wanted):
            return found
    return None


def faults(board: str, pcb: PcbFile, table: Path = TABLE) -> list[str]:
    """Return where the footprints of a board do not take the parts that are ordered."""
    packages, marks = by_order(table), tomllib.loads(table.read_text("utf-8"))["mark"]
    found: list[str] = []
    for part in pcb.footprints:
        ref, order = part.reference, part.field("MPN") or ""
        if part.board_only:
            found += _mark(part, marks["hole" if part.is_hole else "fiducial"])
        elif order not in packages:
            found.append(f"{ref}: {table.name} has no package of {order!r}")
        elif (at := pose(part, packages[order])) is None:
            name = packages[order]["name"]
            found.append(f"{ref}: its pads are not those of {name}, in which {order} comes")
        else:
            found += [f"{ref}: {fault}" for fault in _part(part, packages[order], at)]
    return [f"{board}: {fault}" for fault in found]


def _part(part: Footprint, package: Package, at: Pose) -> Iterator[str]:
    copper = {"B.Cu" if part.bottom else "F.Cu"}
    pads = part.all_pads
    for land in lands(package):
        pad = _pad_of(pads, land, at)
        assert pad is not None  # the pose was found by them
        yield from _pad(pad, land, at.turn, copper)
    for pad in pads:
        if not pad.number and pad.drill:
            yield f"there is a hole of {pad.drill:g} mm that its package does not have"
    yield from _body(part, package["body"], at)
    yield from _marks(part, package, at)


def _pad(pad: Pad, land: Land, turn: int, copper: set[str]) -> Iterator[str]:
    own = _turned(pad.size, pad.rotation)
    wanted = _turned(land.size, turn)
    if max(abs(a - b) for a, b in zip(own, wanted, strict=True)) > PAD_MM:
        size = f"{own[0]:g} x {own[1]:g}"
        yield f"pad {pad.number} is {size} mm, not {wanted[0]:g} x {wanted[1]:g}"
    kind, layers = ("thru_hole", {"*.Cu"}) if land.drill else ("smd", copper)
    if pad.kind != kind or not layers <= set(pad.layers):
        yield f"pad {pad.number} is {pad.kind} on {', '.join(pad.layers)}"
    elif land.drill and abs((pad.drill or 0) - land.drill) > DRILL_MM:
        yield f"pad {pad.number} has a hole of {pad.drill} mm, not {land.drill:g}"
    masks = {layer.replace("Cu", "Mask") for layer in layers}
    pastes = set() if land.drill else {layer.replace("Cu", "Paste") for layer in layers}
    if missing := (masks | pastes) - set(pad.layers):
        yield f"pad {pad.number} is not on {', '.join(sorted(missing))}"


def _body(part: Footprint, body: Sequence[float], at: Pose) -> Iterator[str]:
    drawn = bounds(point for points in part.graphics("Fab") for point in points)
    wanted = bounds([at.at(body[:2]), at.at(body[2:])])
    assert wanted is not None
    if drawn is None or max(abs(a - b) for a, b in zip(drawn, wanted, strict=True)) > BODY_MM:
        shown = "nowhere" if drawn is None else ", ".join(f"{edge:.2f}" for edge in drawn)
        yield f"its body is drawn at {shown}, not at {', '.join(f'{edge:.2f}' for edge in wanted)}"


def _marks(part: Footprint, package: Package, at: Pose) -> Iterator[str]:
    """Check that what shows the direction is printed there, and not at the opposite pin."""
    printed = [_middle_of_box(points) for points in part.graphics("SilkS")]
    middle_x, middle_y = _middle(pad.place for pad in part.pads)
    for name, mark in package.get("marks", {}).items():
        x, y = at.at(mark)
        if all(math.dist((x, y), place) > MARK_MM for place in printed):
            yield f"its mark ({name}) is not printed at {x:.2f}, {y:.2f}"
        opposite = (2 * middle_x - x, 2 * middle_y - y)
        if any(math.dist(opposite, place) <= MARK_MM for place in printed):
            yield f"its mark ({name}) is printed at {opposite[0]:.2f}, {opposite[1]:.2f}, opposite"


def _mark(part: Footprint, want: Mapping[str, Any]) -> Iterator[str]:
    """Check a mounting hole or a fiducial."""
    if len(part.all_pads) != 1:
        yield f"{part.reference} has {len(part.all_pads)} pads, not one"
    for pad in part.all_pads:
        if pad.kind != want["kind"]:
            yield f"{part.reference} is {pad.kind}, not {want['kind']}"
        if pad.drill != want.get("drill"):
            yield f"{part.reference} has a hole of {pad.drill} mm, not {want.get('drill')}"
        if pad.size != (want["size"], want["size"]):
            yield f"{part.reference} is {pad.size[0]:g} mm wide, not {want['size']:g}"


def _pad_of(pads: Iterable[Pad], land: Land, at: Pose) -> Pad | None:
    """Return the pad that lies where a package wants it."""
    for pad in pads:
        if pad.number == land.number and math.dist(pad.place, at.at(land.place)) <= PAD_MM:
            return pad
    return None


def _turned(size: Point, degrees: float) -> Point:
    return (size[1], size[0]) if round(degrees) % 180 else size


def _middle_of_box(points: Iterable[Point]) -> Point:
    left, upper, right, lower = bounds(points) or (0, 0, 0, 0)
    return (left + right) / 2, (upper + lower) / 2


def _middle(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
