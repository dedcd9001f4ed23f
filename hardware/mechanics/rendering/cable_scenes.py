"""Pictures of the cables: how their plugs sit, and how strips are plugged in."""

from __future__ import annotations

import math
from collections.abc import Sequence

import manifold3d as m3d

from hardware.geometry import Point
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, joined
from hardware.mechanics.rendering.bought_bodies import strips
from hardware.mechanics.rendering.colours import GREY, PLUG, RIBBON, WHITE, WIRE
from hardware.mechanics.rendering.renderer import Body, Label, Scene

_LENGTH = 78.0
"""Length at which both ribbons are drawn."""
_APART = 62.0
_PARTS = 24
"""Number of straight pieces of a bent cable."""


def ribbon_plugs(sizes: Dimensions) -> Scene:
    """Return both kinds of ribbons as they leave the vice, their red edge on the right.

    The short one, from strip to strip, has its sockets on the same face, their keys the same way.
    The long one is folded over once on its way: its sockets are on opposite faces, both with the
    key towards the ribbon.
    """
    near, far = 5.0, _LENGTH - 5.0
    bodies = [*_ribbon(sizes, 0.0), *_ribbon(sizes, _APART)]
    bodies += [*socket(sizes, (0.0, far), -1), *socket(sizes, (0.0, near), -1)]
    bodies += [*socket(sizes, (_APART, far), -1), *socket(sizes, (_APART, near), 1, below=True)]
    right = sizes.cable.ribbon_width / 2
    short, long = (f"{length:g} mm" for length in reversed(sizes.cable.ribbon))
    return Scene(
        bodies,
        [
            Label(f"{short}, 7 of them", (0.0, -14.0, 0.0)),
            Label(f"{long} (drawn shorter)", (_APART, -14.0, 0.0)),
            Label("arrow: pin 1", (right - 1.2, near - 3.4, 5.0), (150, 20)),
            Label("key", (0.0, near - 4.0, 5.0), (-190, 30)),
            Label("red edge", (right - 0.6, 38.0, 1.0), (110, -20)),
            Label("socket below the ribbon,", (_APART, near, -3.0), (210, 90)),
            Label("its key inwards", (_APART, near, -3.0), (210, 116)),
        ],
    )


def _ribbon(sizes: Dimensions, x: float) -> list[Body]:
    size = sizes.cable
    half, thick, wire = size.ribbon_width / 2, size.ribbon_thickness, size.ribbon_width / 20
    grey = block((x - half, 0, 0), (x + half - wire, _LENGTH, thick))
    red = block((x + half - wire, 0, 0), (x + half, _LENGTH, thick))
    return [Body(Mesh.from_solid(grey), RIBBON), Body(Mesh.from_solid(red), WIRE)]


def socket(sizes: Dimensions, middle: Point, key: int, below: bool = False) -> list[Body]:
    """Return a socket on a ribbon with its bar, its key towards +y (1) or -y (-1)."""
    (x, y), thick = middle, sizes.cable.ribbon_thickness
    body = block((x - 15.2, y - 3, thick + 0.05), (x + 15.2, y + 3, thick + 7))
    for column in range(10):
        for row in (-1.27, 1.27):
            at = x + (column - 4.5) * 2.54
            body -= block((at - 0.5, y + row - 0.5, 3), (at + 0.5, y + row + 0.5, 9))
    bar = block((x - 15.2, y - 3, -3.5), (x + 15.2, y + 3, -0.05))
    face, right = y + 3 * key, x + sizes.cable.ribbon_width / 2
    low, high = sorted((face - 0.1 * key, face + key))
    nose = block((x - 2.2, low, 2), (x + 2.2, high, thick + 6.5))
    low, high = sorted((face - 0.1 * key, face + 0.4 * key))
    arrow = block((right - 2.4, low, 3.2), (right, high, 6.4))
    solids = [joined([body, bar]), nose, arrow]
    if below:
        solids = [solid.mirror((0, 0, 1)).translate((0, 0, thick)) for solid in solids]
    return [
        Body(Mesh.from_solid(solid), colour)
        for solid, colour in zip(solids, (PLUG, GREY, WHITE), strict=True)
    ]


def plugging(sizes: Dimensions) -> Scene:
    """Return the middles of strip 1, lying, and of strip 2 on its edge towards White, connected."""
    first, second = (connectors.on_strip(sizes, rank) for rank in (0, 1))
    ribbon_in, power_in = second["J1"], second["J3"]
    edge, size, high = sizes.strip_edge(1), sizes.cable, sizes.mount_top
    bodies = strips(sizes, 0.0, range(1))
    for body in strips(sizes, 0.0, range(1, 2)):
        lying = body.mesh.moved(y=-edge, z=-high).solid()
        upright = Mesh.from_solid(lying.rotate((90, 0, 0)))
        bodies.append(Body(upright.moved(y=edge, z=high), body.colour))
    ribbon = _hanging(
        (first["J2"].box[3], high - size.ribbon_leaves),
        (edge + size.ribbon_leaves, high + second["J1"].box[1] - edge),
        size.ribbon_thickness,
        size.ribbon_width,
        second["J1"].middle[0],
    )
    wires = _hanging(
        (first["J4"].middle[1], high - first["J4"].height),
        (edge + second["J3"].height, high + second["J3"].middle[1] - edge),
        size.wire,
        2 * size.wire,
        second["J3"].middle[0],
    )
    bodies += [Body(Mesh.from_solid(ribbon), RIBBON), Body(Mesh.from_solid(wires), WIRE)]
    piece = block((power_in.box[0] - 12, -10, -50), (ribbon_in.box[2] + 12, 120, 50))
    bodies = [Body(Mesh.from_solid(body.mesh.solid() ^ piece), body.colour) for body in bodies]
    middle, end = ribbon_in.middle[0], power_in.box[0] - 8
    front = edge + size.ribbon_plug
    return Scene(
        bodies,
        [
            Label("strip 1, lying", (ribbon_in.box[2] + 4, 16.0, 0.0), (-20, -130)),
            Label("strip 2, on its edge", (end, edge, high + 14), (150, -60)),
            Label("RIBBON IN", (middle, front, high + 7), (-60, 190)),
            Label("5 V IN", (power_in.middle[0], edge + power_in.height, high + 4), (120, 110)),
            Label("RIBBON OUT, not yet plugged", (middle, front, high + 18), (-60, -190)),
            Label("you sit here, at Black's side", (ribbon_in.box[0], front + 30, high - 6)),
        ],
    )


def _hanging(begin: Point, end: Point, thick: float, width: float, x: float) -> m3d.Manifold:
    """Return a flat cable that leaves a point level and comes to another from below.

    Both are y and z in the plane of its middle, x.
    """
    (y1, z1), (y2, z2) = begin, end
    angles = [math.pi / 2 * part / _PARTS for part in range(_PARTS + 1)]

    def bend(out: float) -> list[Point]:
        wide, high = y2 - y1 + out, z2 - z1 + out
        return [(y1 + wide * math.sin(a), z2 - high * math.cos(a)) for a in angles]

    section = [*bend(thick / 2), *reversed(bend(-thick / 2))]
    return bent_band(section, x - width / 2, x + width / 2)


def bent_band(section: Sequence[Point], west: float, east: float) -> m3d.Manifold:
    """Return a band that is bent in the plane of y and z.

    Args:
        section: its outline in that plane, counterclockwise.
        west: its edge towards file a.
        east: its edge towards file h.
    """
    # Extruded along z: turned so that the section's x becomes y, its y becomes z.
    band = m3d.Manifold.extrude(m3d.CrossSection([list(section)]), east - west)
    return band.rotate((90, 0, 0)).rotate((0, 0, 90)).translate((west, 0, 0))
