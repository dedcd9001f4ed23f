"""Check that all parts, strips, sheets and the controller fit together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.fabrication.fasteners import (
    HEAD_ACROSS_MM,
    HEAD_MM,
    NUT_ACROSS_MM,
    NUT_MM,
    SPACER_ACROSS_MM,
    joints,
)
from hardware.mechanics.mesh import assembly, cables, connectors
from hardware.mechanics.mesh.solids import TOUCH_MM3, block, cylinder, overlap
from hardware.mechanics.mesh.stl import Meshes

RESET_BUTTON = "SW1"


def faults(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Check that no two parts overlap, the diffuser is flush and the frame can be assembled."""
    parts = [*assembly.board(sizes, meshes), *assembly.overlay(sizes, meshes)]
    placed = [(part.name, part.mesh.solid()) for part in parts]
    bought = list(_bought(sizes))
    found = list(_cables(sizes))
    boxed = [(name, solid, solid.bounding_box()) for name, solid in [*placed, *bought]]
    for (one, solid, box), (other, against, beside) in itertools.combinations(boxed, 2):
        if _apart(box, beside):
            continue
        if (volume := overlap(solid, against)) > TOUCH_MM3:
            found.append(f"{one} and {other} are in each other's way: {volume:.2f} mm3")
    frame = [(name, solid) for name, solid in placed if name.startswith("frame")]
    top = max(solid.bounding_box()[5] for _, solid in frame)
    if abs(top - sizes.top) > 0.01:
        found.append(f"the diffuser is {sizes.top - top:.2f} mm above the frame instead of flush")
    return [*found, *_hooked(frame, sizes.side / 2), *_lowered(frame)]


def _hooked(frame: list[tuple[str, m3d.Manifold]], middle: float) -> list[str]:
    """Check that each piece of the frame is held by both neighbours when it is pulled outwards."""
    found = []
    for index, (name, solid) in enumerate(frame):
        box = solid.bounding_box()
        away = [(box[axis] + box[axis + 3]) / 2 - middle for axis in range(2)]
        length = max(abs(part) for part in away)
        pulled = solid.translate((away[0] / length, away[1] / length, 0))
        others = [other for at, (_, other) in enumerate(frame) if at != index]
        held = sum(overlap(pulled, other) > 1 for other in others)
        if held != 2:
            found.append(f"a {name} is hooked to {held} of its neighbours instead of 2")
    return found


def _lowered(frame: list[tuple[str, m3d.Manifold]]) -> list[str]:
    """Check that the corners can be lowered onto the other pieces of the frame."""
    rest = m3d.Manifold.compose([solid for name, solid in frame if name != "frame_corner"])
    corners = [solid for name, solid in frame if name == "frame_corner"]
    return [
        f"a frame_corner is stopped {lift:g} mm above its place"
        for corner in corners
        for lift in (2.0, 6.0, 12.0, 18.0)
        if overlap(corner.translate((0, 0, lift)), rest) > TOUCH_MM3
    ]


def _cables(sizes: Dimensions) -> Iterator[str]:
    """Check that every cable is as long as its way, with its folds and plugs."""
    for cable in cables.cables(sizes):
        if cable.cut and cable.way + cables.FOLD_MM > cable.cut:
            yield f"{cable.name} needs {cable.way + cables.FOLD_MM:.0f} mm, is cut to {cable.cut:g}"
    needed, cut = cables.way_to_standing_strip(sizes), sizes.cable.ribbon[1]
    if needed > cut:
        yield f"a ribbon of {cut:g} mm does not reach a strip on its edge: {needed:.0f} mm"


def _bought(sizes: Dimensions) -> Iterator[tuple[str, m3d.Manifold]]:
    """Yield the solids that are not printed: circuit boards, plugs, cables, sheets and screws."""
    soldered = _strip(sizes)
    for rank in range(sizes.squares):
        strip = soldered.translate((0, sizes.strip_edge(rank), 0))
        for plug in connectors.on_strip(sizes, rank).values():
            west, front, east, back = plug.box
            low = sizes.mount_top
            strip += block((west, front, low - plug.height), (east, back, low))
        yield f"strip {rank + 1}", strip
    for cable in cables.cables(sizes):
        yield cable.name, cable.solid
    west, south, east, north = cut_sheets.diffuser(sizes).box()
    yield "diffuser", block((west, south, sizes.walls), (east, north, sizes.top))
    west, south, east, north = cut_sheets.base(sizes).box()
    yield (
        "base sheet",
        block((west, south, sizes.floor - sizes.base_sheet), (east, north, sizes.floor)),
    )
    for (x, y), _ in cut_sheets.base(sizes).circles:
        if (x, y) not in sizes.controller_screws():
            yield "screw", cylinder(3.0, sizes.floor, sizes.floor + 5, x, y)
    yield "controller", controller(sizes)
    board = sizes.floor + sizes.standoff
    top = board + sizes.strip_thickness
    end = sizes.floor - sizes.base_sheet + joints(sizes)[-1].screws[0].length
    for x, y in sizes.controller_screws():
        yield "a spacer", cylinder(SPACER_ACROSS_MM, sizes.floor, board, x, y)
        nut = cylinder(NUT_ACROSS_MM, top, top + NUT_MM, x, y)
        yield "a nut on the controller", nut + cylinder(3.0, top, end, x, y)
    x, y = sizes.on_controller(*sizes.reset)
    yield "a pin to the reset button", cylinder(3.0, sizes.floor + 10, sizes.top + 20, x, y)


def _strip(sizes: Dimensions) -> m3d.Manifold:
    """Return a strip with its screws and parts, but no plugs; its south edge is at 0."""
    low, high = sizes.mount_top, 0.0
    strip = block((0.2, 0, low), (sizes.side - 0.2, sizes.strip_width, high))
    for x in sizes.hole_along:
        for y in sizes.hole_across:
            strip -= cylinder(sizes.screw, low - 1, high + 1, x, y)
    for x in sizes.screw_xs:
        for y in sizes.hole_across:
            strip += cylinder(HEAD_ACROSS_MM, high, high + HEAD_MM, x, y)
    for part in sizes.obstacles:
        spare = 0.5
        west = max(0.2, part.x - part.width / 2 + spare)
        east = min(sizes.side - 0.2, part.x + part.width / 2 - spare)
        south, north = part.y - part.depth / 2 + spare, part.y + part.depth / 2 - spare
        strip += block((west, south, high), (east, north, part.height - spare))
    assert strip.num_tri(), "computed here, or it would be for each place that it is moved to"
    return strip


def controller(sizes: Dimensions) -> m3d.Manifold:
    """Return the controller with its parts and plugs."""
    low = sizes.floor + sizes.standoff
    west, south = sizes.on_controller(0, 0)
    east, north = sizes.on_controller(*sizes.controller)
    board = block((west, south, low), (east, north, low + sizes.strip_thickness))
    top = low + sizes.strip_thickness
    for part in connectors.on_controller(sizes).values():
        if part.ref != RESET_BUTTON:
            west, south, east, north = part.box
            board += block((west, south, top), (east, north, top + part.height))
    return board


def _apart(a: Sequence[float], b: Sequence[float]) -> bool:
    """Return True if two bounding boxes, both ends of each axis, share nothing.

    Written out, as nearly all of some ten thousand pairs end here.
    """
    return (
        a[3] <= b[0] or b[3] <= a[0] or a[4] <= b[1] or b[4] <= a[1] or a[5] <= b[2] or b[5] <= a[2]
    )
