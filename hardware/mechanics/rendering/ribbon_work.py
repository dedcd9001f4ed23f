"""Pictures of work on the ribbons: a socket pressed on, and the long ribbon's fold."""

from __future__ import annotations

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, extruded
from hardware.mechanics.rendering.cable_scenes import socket
from hardware.mechanics.rendering.colours import PLUG, RIBBON, STEEL, WIRE
from hardware.mechanics.rendering.renderer import Body, Label, Scene
from hardware.mechanics.rendering.workbench import arrow

_SHOWN = 42.0
"""Length that is drawn of a ribbon."""
_APART = 62.0
"""Distance of the two stages."""
_LIFT = 9.0
"""Distance of socket and bar from the ribbon before they are pressed."""


def ribbon_press(sizes: Dimensions) -> Scene:
    """Return a socket before and after it is pressed onto a ribbon's end between a vice's jaws."""
    thick, half = sizes.cable.ribbon_thickness, sizes.cable.ribbon_width / 2
    bodies: list[Body] = []
    for x, lift in ((0.0, _LIFT), (_APART, 0.0)):
        bodies += _flat_ribbon(sizes, x)
        whole, nose, mark = socket(sizes, (x, 3.0), key=-1)
        above = whole.mesh.solid().trim_by_plane((0, 0, 1), 0)
        below = whole.mesh.solid().trim_by_plane((0, 0, -1), 0)
        parts = [(above, lift, PLUG), (below, -lift, PLUG)]
        parts += [(body.mesh.solid(), lift, body.colour) for body in (nose, mark)]
        upper, lower = thick + 7 + lift, -3.5 - lift
        parts += [
            (block((x - 19, -2, upper), (x + 19, 8, upper + 7)), 0.0, STEEL),
            (block((x - 19, -2, lower - 7), (x + 19, 8, lower)), 0.0, STEEL),
            (arrow(14).rotate((180, 0, 0)).translate((x, 3, upper + 23)), 0.0, WIRE),
        ]
        bodies += [
            Body(Mesh.from_solid(solid.translate((0, 0, z))), colour) for solid, z, colour in parts
        ]
    edge = half - 0.6
    return Scene(
        bodies,
        [
            Label("jaw of the vice", (-19, 0, thick + 20), (-90, -40)),
            Label("socket", (-15, 2, 14), (-110, 10)),
            Label("ribbon, flush with the socket's face", (-6, 0, 0.5), (-230, 34)),
            Label("bar", (-15, 0, -10.5), (-110, 10)),
            Label("red edge at the arrow", (edge, 1, 1), (120, 70)),
            Label("1. square, then parallel", (0, 0, 42.0), (-10, -30)),
            Label("2. until both catches click", (_APART, 0, 33.0), (10, -30)),
        ],
    )


def _flat_ribbon(sizes: Dimensions, x: float) -> list[Body]:
    size = sizes.cable
    half, thick, wire = size.ribbon_width / 2, size.ribbon_thickness, size.ribbon_width / 20
    grey = block((x - half, 0, 0), (x + half - wire, _SHOWN, thick))
    red = block((x + half - wire, 0, 0), (x + half, _SHOWN, thick))
    return [Body(Mesh.from_solid(grey), RIBBON), Body(Mesh.from_solid(red), WIRE)]


def ribbon_fold(sizes: Dimensions) -> Scene:
    """Return the long ribbon with the line of its fold, and folded: it runs towards White then."""
    size = sizes.cable
    width, thick, wire = size.ribbon_width, size.ribbon_thickness, size.ribbon_width / 20
    red, grey = (0.0, wire), (wire, width)
    bodies = []
    for (low, high), colour in ((red, WIRE), (grey, RIBBON)):
        straight = block((0, low, 0), (_SHOWN + width + 20, high, thick))
        bodies.append(Body(Mesh.from_solid(straight), colour))
    crease = extruded(
        [(_SHOWN - 0.4, width), (_SHOWN + width - 0.4, 0), (_SHOWN + width + 0.4, 0),
         (_SHOWN + 0.4, width)], thick, thick + 0.1,
    )  # fmt: skip
    bodies.append(Body(Mesh.from_solid(crease), PLUG))
    shift = _SHOWN + width + 50
    for span, colour in ((red, WIRE), (grey, RIBBON)):
        for solid in _folded(width, thick, span):
            bodies.append(Body(Mesh.from_solid(solid.translate((shift, 0, 0))), colour))
    corner = shift + _SHOWN
    return Scene(
        bodies,
        [
            Label("1. from the controller, red edge towards White", (8.0, 0.6, thick), (90, 70)),
            Label("fold over this line, at 45 degrees", (_SHOWN + 12, 13.4, thick), (40, -110)),
            Label("2. folded over: upside down now", (corner + 6, 6.0, 2 * thick), (-60, -140)),
            Label("red edge towards file h", (corner + width - 0.6, -14.0, 2 * thick), (120, 30)),
            Label("to White", (corner + width / 2, -_SHOWN + 2, 2 * thick), (0, 40)),
        ],
    )


def _folded(
    width: float, thick: float, span: tuple[float, float]
) -> tuple[m3d.Manifold, m3d.Manifold]:
    """Return a lengthwise part of a folded ribbon: below the fold, and above it towards White.

    Args:
        width: of the ribbon.
        thick: of the ribbon.
        span: y from and to of the part before the fold, from the edge towards White.
    """
    low, high = span
    end = _SHOWN + width  # of the edge towards White, where the fold meets it
    below = [(0.0, low), (end - low, low), (end - high, high), (0.0, high)]
    # Mirrored at the line of the fold, x + y = end.
    above = [
        (end - low, -_SHOWN),
        (end - low, low),
        (end - high, high),
        (end - high, -_SHOWN),
    ]
    return extruded(below, 0, thick), extruded(above, thick, 2 * thick)
