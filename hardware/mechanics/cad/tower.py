"""CAD model of a tower: base with magnet, dragon-tooth ring, and a cap for each colour.

Each part stands as it is printed, on z = 0, without supports.  A base, any number of rings and a
cap snap onto each other.
"""

from __future__ import annotations

import itertools

import build123d as bd

from hardware.geometry import Point
from hardware.mechanics.cad.raised_symbol import face
from hardware.mechanics.design.tower_dimensions import TowerDimensions

_DEEP = 0.01
"""Distance by which cuts begin outside of a solid, so that no coplanar faces remain."""
_LETTERS: dict[str, tuple[Point, ...]] = {
    "N": ((-1, -1.5), (-1, 1.5), (1, -1.5), (1, 1.5)),
    "S": (
        *((1, 1.1), (0.6, 1.5), (-0.6, 1.5), (-1, 1.1), (-1, 0.4), (-0.6, 0)),
        *((0.6, 0), (1, -0.4), (1, -1.1), (0.6, -1.5), (-0.6, -1.5), (-1, -1.1)),
    ),
}
"""Strokes of the letters of the poles, 3 high."""
_STROKE = 0.8


def base(sizes: TowerDimensions, pole: str) -> bd.Part:
    """Return the base of a tower, which holds its magnet.

    White's magnets have their north pole down and Black's their south pole; the letter beside the
    pocket is that pole.  Black's base has a groove around it, as its caps have a line, so that
    sides differ by touch.

    Args:
        sizes: dimensions of the tower.
        pole: the pole that faces down, "N" or "S".
    """
    height = sizes.base_height
    body = _octagon(sizes.across_flats, height)
    body = bd.chamfer(body.edges().group_by(bd.Axis.Z)[0], sizes.chamfer)
    body = bd.chamfer(body.edges().group_by(bd.Axis.Z)[-1], sizes.chamfer)
    if pole == "S":
        body -= _band(sizes)
    body += _spigot(sizes, height)
    body -= _disc(sizes.felt, -1, sizes.felt_recess)
    body -= _disc(sizes.magnet + 2 * sizes.magnet_gap, 0, sizes.pocket_top)
    body -= _disc(sizes.push_hole, sizes.pocket_top - _DEEP, height + 1)
    # Seen from below, hence mirrored.
    middle = -(sizes.felt + sizes.magnet) / 4
    for solid in _letter(pole, sizes.felt_recess - _DEEP, 0.4):
        body -= bd.Pos(0, middle, 0) * bd.mirror(solid, about=bd.Plane.YZ)
    return bd.Part(body.wrapped)


def ring(sizes: TowerDimensions) -> bd.Part:
    """Return a sumo ring: four dragon teeth, outside of the part that is put on it."""
    height = sizes.ring_height
    body = _octagon(sizes.ring_across_flats, height)
    body = bd.chamfer(body.edges().group_by(bd.Axis.Z)[0], 0.4)
    outer = sizes.ring_across_flats / 2
    sunk = 0.6  # a tooth begins inside the ring
    for quarter in range(4):
        turn = bd.Rot(0, 0, 90 * quarter)
        body += turn * _tooth(sizes, sizes.tooth_inner, outer, height - sunk, sunk, 0)
        # The hollow for a tooth of the ring below.
        body -= turn * _tooth(sizes, sizes.tooth_inner - 0.3, outer + 1, -1, 1, sizes.tooth_gap)
    body += _spigot(sizes, height)
    body -= _socket(sizes)
    body -= _disc(_core(sizes), 0, height + 1)
    return bd.Part(body.wrapped)


def cap(sizes: TowerDimensions, colour: str, line: bool) -> bd.Part:
    """Return the top of a tower, with the raised symbol of its colour.

    Args:
        sizes: dimensions of the tower.
        colour: one of `hardware.mechanics.design.symbols.colours()`.
        line: with a raised line along its edge: Black's.
    """
    height = sizes.cap_height
    body = _octagon(sizes.across_flats, height)
    body = bd.chamfer(body.edges().group_by(bd.Axis.Z)[-1], sizes.chamfer)
    body = bd.chamfer(body.edges().group_by(bd.Axis.Z)[0], 0.4)
    raised = bd.Sketch() + face(colour, sizes.symbol, sizes.symbol_line)
    if line:
        edge = sizes.across_flats - 2 * sizes.chamfer
        raised += _octagon_face(edge) - _octagon_face(edge - 2 * sizes.cap_line)
    sunk = 0.2
    body += bd.Pos(0, 0, height - sunk) * bd.extrude(raised, sizes.symbol_height + sunk)
    body -= _socket(sizes)
    return bd.Part(body.wrapped)


def _octagon(across_flats: float, height: float) -> bd.Part:
    """Return an octagonal prism with a flat towards each side."""
    return bd.extrude(_octagon_face(across_flats), height)


def _octagon_face(across_flats: float) -> bd.Sketch:
    return bd.RegularPolygon(across_flats / 2, 8, major_radius=False, rotation=22.5)


def _disc(diameter: float, low: float, high: float) -> bd.Part:
    return bd.Pos(0, 0, low) * bd.extrude(bd.Circle(diameter / 2), high - low)


def _core(sizes: TowerDimensions) -> float:
    """Return the inner diameter of the spigot."""
    return sizes.spigot - 2 * sizes.spigot_wall


def _revolved(points: list[Point]) -> bd.Part:
    """Return the solid of revolution of a closed outline of radii and heights."""
    face = bd.make_face(bd.Polyline(*points, close=True))
    return bd.revolve(bd.Plane.XZ * face, bd.Axis.Z)


def _spigot(sizes: TowerDimensions, low: float) -> bd.Part:
    """Return the spigot: a slit collar with a bead, on top of a part."""
    radius, bead = sizes.spigot / 2, sizes.bead
    top = low + sizes.spigot_height
    middle = top - sizes.bead_top
    inner = _core(sizes) / 2
    collar = _revolved(
        [
            (inner, low - 0.2),
            (radius, low - 0.2),
            (radius, middle - 2 * bead),
            (radius + bead, middle),
            (radius, middle + 2 * bead),
            (radius, top - 0.4),
            (radius - 0.4, top),
            (inner, top),
        ]
    )
    for number in range(sizes.slits // 2):
        slit = bd.Box(
            2 * sizes.spigot,
            sizes.slit,
            sizes.spigot_height + 1,
            align=(bd.Align.CENTER, bd.Align.CENTER, bd.Align.MIN),
        )
        # Between the teeth's directions: the two are printed apart.
        collar -= bd.Pos(0, 0, low) * bd.Rot(0, 0, 45 + 90 * number) * slit
    return collar


def _socket(sizes: TowerDimensions) -> bd.Part:
    """Return the hollow for a spigot, from z = 0 up."""
    radius = sizes.spigot / 2 + sizes.gap
    groove = radius + sizes.bead
    middle = sizes.spigot_height - sizes.bead_top
    mouth = 0.5
    return _revolved(
        [
            (0, -_DEEP),
            (radius + mouth, -_DEEP),
            (radius, mouth),
            (radius, middle - 2 * sizes.bead),
            (groove, middle),
            (radius, middle + 2 * sizes.bead),
            (radius, sizes.socket_depth),
            (0, sizes.socket_depth),
        ]
    )


def _tooth(
    sizes: TowerDimensions, inner: float, outer: float, low: float, rise: float, gap: float
) -> bd.Part:
    """Return a tooth from the radius `inner` to `outer`: a wedge that stands `rise` above `low`.

    Args:
        gap: enlargement on all sides, for the hollow; 0 for the tooth itself.
    """
    half = sizes.tooth_width / 2 + gap
    shoulder = low + rise
    top = shoulder + sizes.tooth_height + gap
    face = bd.make_face(
        bd.Polyline(
            (-half, low),
            (half, low),
            (half, shoulder),
            (0.5 + gap, top),
            (-0.5 - gap, top),
            (-half, shoulder),
            close=True,
        )
    )
    # Plane.YZ: drawn in y and z, thick along x.
    return bd.Pos(inner, 0, 0) * bd.extrude(bd.Plane.YZ * face, outer - inner)


def _band(sizes: TowerDimensions) -> bd.Part:
    """Return the cut of Black's groove: an octagonal ring with slopes that need no supports."""
    middle, deep = sizes.base_height / 2, sizes.band_depth
    half = sizes.band / 2
    full = sizes.across_flats / 2
    turned = _octagon(sizes.across_flats + 4, sizes.band + 2 * deep)
    turned = bd.Pos(0, 0, middle - half - deep) * turned
    # The core that stays: two frustums and the neck between them.
    levels = [
        (middle - half - deep, full),
        (middle - half, full - deep),
        (middle + half, full - deep),
        (middle + half + deep, full),
    ]
    for (low, wide), (high, narrow) in itertools.pairwise(levels):
        faces = [
            bd.Pos(0, 0, z) * _octagon_face(2 * flats) for z, flats in ((low, wide), (high, narrow))
        ]
        turned -= bd.loft(bd.Sketch() + faces)
    return turned


def _letter(pole: str, low: float, depth: float) -> list[bd.Part]:
    """Return the strokes of a pole's letter as solids."""
    solids = []
    for one, other in itertools.pairwise(_LETTERS[pole]):
        edge = bd.Line(one, other)
        stroke = bd.SlotCenterToCenter(edge.length, _STROKE)
        placed = bd.Pos(*(edge @ 0.5)) * bd.Rot(0, 0, edge.tangent_angle_at(0.5)) * stroke
        solids.append(bd.Pos(0, 0, low) * bd.extrude(placed, depth))
    return solids
