"""Bodies that are not printed: base sheet, strips and controller."""

from __future__ import annotations

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder, extruded, joined
from hardware.mechanics.rendering.colours import BOARD, PLUG, WHITE
from hardware.mechanics.rendering.renderer import Body


def base_sheet(sizes: Dimensions) -> Mesh:
    """Return the base sheet with its holes."""
    drawing = cut_sheets.base(sizes)
    low, high = sizes.floor - sizes.base_sheet, sizes.floor
    sheet = extruded(drawing.outlines[0], low, high)
    for (x, y), diameter in drawing.circles:
        sheet -= cylinder(diameter, low - 1, high + 1, x, y)
    return Mesh.from_solid(sheet)


def strips(sizes: Dimensions, lift: float) -> list[Body]:
    """Return the strips with sensors, LEDs and the headers below, lifted by some millimetres."""
    boards, parts, lights, plugs = [], [], [], []
    for rank in range(sizes.squares):
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
        for begin, end in (sizes.headers, sizes.power):
            low = sizes.mount_top - 9
            plugs.append(block((begin, south + 1, low), (end, middle + 11, sizes.mount_top)))
    return [
        Body(Mesh.from_solid(joined(solids)).moved(z=lift), colour)
        for solids, colour in ((boards, BOARD), (parts, PLUG), (lights, WHITE), (plugs, PLUG))
    ]


def _chip(x: float, y: float, size: tuple[float, float, float]) -> m3d.Manifold:
    """Return a part on a strip, its middle at a position."""
    width, depth, height = size
    return block((x - width / 2, y - depth / 2, 0), (x + width / 2, y + depth / 2, height))


def controller(sizes: Dimensions, lift: float) -> list[Body]:
    """Return the controller, lifted by some millimetres."""
    x, y = sizes.case_middle
    length, depth = sizes.controller
    low = sizes.floor + sizes.standoff
    plate = block((x - depth / 2, y - length / 2, low), (x + depth / 2, y + length / 2, low + 1.6))
    return [Body(Mesh.from_solid(plate).moved(z=lift), BOARD)]
