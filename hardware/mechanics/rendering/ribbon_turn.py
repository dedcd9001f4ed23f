"""Picture of the long ribbon's way to strip 1: its fold, and its U-turn at White's edge."""

from __future__ import annotations

import math

import manifold3d as m3d

from hardware.geometry import Point
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, extruded, joined
from hardware.mechanics.rendering.cable_scenes import bent_band, socket
from hardware.mechanics.rendering.colours import RIBBON, WIRE, WOOD
from hardware.mechanics.rendering.renderer import Body, Label, Scene

_FOLD_Y = 78.0
"""y of the ribbon before its fold, as it is drawn: nearer to White than it is."""
_SHOWN = 45.0
"""Length that is drawn of the ribbon before its fold."""
_PARTS = 24
"""Number of straight pieces of the bend."""


def ribbon_turn(sizes: Dimensions) -> Scene:
    """Return the end of the long ribbon as it lies before strip 1 comes, its red edge shown.

    It comes from the controller on the left, is folded over once, runs towards White, and bends
    back over itself, so that its socket points up below the place of RIBBON IN.
    """
    size, floor = sizes.cable, sizes.floor
    plug = connectors.on_strip(sizes, 0)["J1"]
    (x, y), half = plug.middle, size.ribbon_width / 2
    top = sizes.mount_top - size.ribbon_leaves
    turn = plug.box[1] - 3
    bodies = [_base(sizes, (x, turn))]
    wire = size.ribbon_width / 20
    # The edge with pin 1: towards White before the fold, towards file h after it.
    for before, after, colour in (
        ((_FOLD_Y - half + wire, _FOLD_Y + half), (x - half, x + half - wire), RIBBON),
        ((_FOLD_Y - half, _FOLD_Y - half + wire), (x + half - wire, x + half), WIRE),
    ):
        solids = [
            _before_fold(sizes, before, x),
            _after_fold(sizes, after, x),
            bent_band(_u_turn(sizes, turn, y + 3, top), *after),
        ]
        bodies.append(Body(Mesh.from_solid(joined(solids)), colour))
    lift = top - size.ribbon_thickness
    bodies += [Body(body.mesh.moved(z=lift), body.colour) for body in socket(sizes, (x, y), key=-1)]
    west, south = x - half - _SHOWN, turn - 8
    return Scene(
        bodies,
        [
            Label("from J1 of the controller", (x - half - 30, _FOLD_Y, floor), (-150, -60)),
            Label(
                "1. fold it over (drawn nearer to White)", (x + 3, _FOLD_Y - 3, floor), (30, -150)
            ),
            Label("red edge, towards White", (west + 8, _FOLD_Y - half + 0.6, floor), (-130, 40)),
            Label("red edge, towards file h", (x + half - 0.6, 46.0, floor + 1), (150, 10)),
            Label(
                "2. bend it up and back over itself", (x - 6, turn, (floor + top) / 2), (-70, 130)
            ),
            Label("socket up, below RIBBON IN", (x - 8, y, lift + 8), (-250, -40)),
            Label("key towards White", (x - 1, y - 4, lift + 5), (-250, 20)),
            Label("arrow (pin 1) towards file h", (x + half - 1, y - 3.5, lift + 5), (170, 60)),
            Label("towards White", (x + half + 4, south, floor - 2), (60, 60)),
        ],
    )


def _base(sizes: Dimensions, end: Point) -> Body:
    """Return a piece of the base sheet below the ribbon, its front edge White's."""
    (x, turn), half, low = end, sizes.cable.ribbon_width / 2, sizes.floor - sizes.base_sheet
    piece = block(
        (x - half - _SHOWN, turn - 8, low), (x + half + 14, _FOLD_Y + half + 8, sizes.floor)
    )
    return Body(Mesh.from_solid(piece), WOOD)


def _before_fold(sizes: Dimensions, span: Point, x: float) -> m3d.Manifold:
    """Return the ribbon, or one edge of it, from the left to the fold: y from and to."""
    (y1, y2), west = span, x - sizes.cable.ribbon_width / 2 - _SHOWN
    diagonal = x + _FOLD_Y
    outline = [(west, y1), (diagonal - y1, y1), (diagonal - y2, y2), (west, y2)]
    return extruded(outline, sizes.floor, sizes.floor + sizes.cable.ribbon_thickness)


def _after_fold(sizes: Dimensions, span: Point, x: float) -> m3d.Manifold:
    """Return the upper layer of the fold: x from and to of the ribbon towards White."""
    (x1, x2), thick = span, sizes.cable.ribbon_thickness
    low, diagonal = _FOLD_Y - sizes.cable.ribbon_width / 2, x + _FOLD_Y
    outline = [(x1, low), (x2, low), (x2, diagonal - x2), (x1, diagonal - x1)]
    return extruded(outline, sizes.floor + thick, sizes.floor + 2 * thick)


def _u_turn(sizes: Dimensions, turn: float, end: float, top: float) -> list[Point]:
    """Return the section of the ribbon from below the fold to the end of its socket: y and z."""
    floor, thick = sizes.floor, sizes.cable.ribbon_thickness
    radius = (top - floor) / 2
    middle, begin = turn + radius, _FOLD_Y - sizes.cable.ribbon_width / 2
    angles = [math.pi * part / _PARTS for part in range(_PARTS + 1)]

    def arc(r: float) -> list[Point]:
        return [(middle - r * math.sin(a), floor + radius - r * math.cos(a)) for a in angles]

    outside = [(begin, floor), *arc(radius), (end, top)]
    inside = [(begin, floor + thick), *arc(radius - thick), (end, top - thick)]
    return [*inside, *reversed(outside)]
