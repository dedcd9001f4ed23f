"""Bodies that are not printed: base sheet, strips, controller and cables."""

from __future__ import annotations

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh import cables, connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder, extruded, joined
from hardware.mechanics.rendering.colours import BOARD, PLUG, RIBBON, WHITE, WIRE
from hardware.mechanics.rendering.renderer import Body


def base_sheet(sizes: Dimensions) -> Mesh:
    """Return the base sheet with its holes."""
    drawing = cut_sheets.base(sizes)
    low, high = sizes.floor - sizes.base_sheet, sizes.floor
    sheet = extruded(drawing.outlines[0], low, high)
    for (x, y), diameter in drawing.circles:
        sheet -= cylinder(diameter, low - 1, high + 1, x, y)
    return Mesh.from_solid(sheet)


def strips(sizes: Dimensions, lift: float, ranks: range | None = None) -> list[Body]:
    """Return the strips with sensors, LEDs and the plugs below, lifted by some millimetres.

    Args:
        sizes: dimensions of the board.
        lift: millimetres.
        ranks: those to draw, counted from 0; None for all.
    """
    boards, parts, lights, plugs = [], [], [], []
    for rank in range(sizes.squares) if ranks is None else ranks:
        south = sizes.strip_edge(rank)
        middle = south + sizes.strip_width / 2
        strip = block(
            (0.2, south, sizes.mount_top), (sizes.side - 0.2, south + sizes.strip_width, 0)
        )
        for x in sizes.hole_along:
            for y in sizes.hole_across:
                strip -= cylinder(sizes.screw, -5, 5, x, south + y)
        boards.append(strip)
        x, y = sizes.multiplexer.x, south + sizes.multiplexer.y
        parts.append(block((x - 2.6, y - 4.1, 0), (x + 2.6, y + 4.1, 1.9)))
        for file in range(sizes.squares):
            x = (file + 0.5) * sizes.pitch
            parts.append(_chip(x + sizes.sensor[0], middle + sizes.sensor[1], (2.9, 1.3, 1.0)))
            lights.append(_chip(x + sizes.led[0], middle + sizes.led[1], (5.0, 5.0, 1.6)))
        for plug in connectors.on_strip(sizes, rank).values():
            west, front, east, back = plug.box
            low = sizes.mount_top - plug.height
            plugs.append(block((west, front, low), (east, back, sizes.mount_top)))
    return [
        Body(Mesh.from_solid(joined(solids)).moved(z=lift), colour)
        for solids, colour in ((boards, BOARD), (parts, PLUG), (lights, WHITE), (plugs, PLUG))
    ]


def _chip(x: float, y: float, size: tuple[float, float, float]) -> m3d.Manifold:
    """Return a part on a strip, its middle at a position."""
    width, depth, height = size
    return block((x - width / 2, y - depth / 2, 0), (x + width / 2, y + depth / 2, height))


def controller(sizes: Dimensions, lift: float) -> list[Body]:
    """Return the controller with its Pico and its larger parts, lifted by some millimetres."""
    low = sizes.floor + sizes.standoff
    top = low + sizes.strip_thickness
    west, south = sizes.on_controller(0, 0)
    east, north = sizes.on_controller(*sizes.controller)
    solids = {BOARD: [block((west, south, low), (east, north, top))], PLUG: [], WHITE: []}
    for part in connectors.on_controller(sizes).values():
        x1, y1, x2, y2 = part.box
        if part.ref == "U1":
            # On its pin headers, with the USB socket towards the window.
            solids[BOARD].append(block((x1 + 2, y1 + 1, top + 2.5), (x2 - 1, y2 - 1, top + 3.5)))
            solids[WHITE].append(
                block(
                    (x1 + 1, part.middle[1] - 4, top + 3.5), (x1 + 7, part.middle[1] + 4, top + 6)
                )
            )
        elif part.ref.startswith("J"):
            solids[PLUG].append(block((x1, y1, top), (x2, y2, top + part.height)))
        else:
            solids[PLUG].append(block((x1 + 0.5, y1 + 0.5, top), (x2 - 0.5, y2 - 0.5, top + 1.2)))
    return [
        Body(Mesh.from_solid(joined(parts)).moved(z=lift), colour)
        for colour, parts in solids.items()
    ]


def cabling(sizes: Dimensions, ranks: int | None = None, outside: bool = True) -> list[Body]:
    """Return the cables.

    Args:
        sizes: dimensions of the board.
        ranks: number of strips that are connected; None for all, 0 for the two from the controller.
        outside: with the USB plug and the wires of an external supply.
    """
    last = sizes.squares if ranks is None else ranks
    bodies = []
    for cable in cables.cables(sizes):
        between = cable.name.rpartition("from strip ")[2]
        if between.isdigit() and int(between) >= last:
            continue
        if not cable.cut and not outside:
            continue
        colour = PLUG if not cable.cut else RIBBON if "ribbon" in cable.name else WIRE
        bodies.append(Body(Mesh.from_solid(cable.solid), colour))
    return bodies
