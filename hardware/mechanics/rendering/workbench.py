"""Pictures of what is done by hand: inserts pressed in, contacts crimped, the Pico plugged in."""

from __future__ import annotations

import manifold3d as m3d

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.geometry import Point
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder, extruded, joined
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.bought_bodies import controller
from hardware.mechanics.rendering.colours import (
    BRASS,
    COPPER,
    GREY,
    PLUG,
    STEEL,
    WHITE,
    WIRE,
)
from hardware.mechanics.rendering.renderer import Body, Label, Scene

INSERT = (4.6, 5.7)
"""Diameter and length of an insert, as in PARTS.md."""
BOOTSEL = (12.3, 7.0)
"""Middle of the Pico's button: from the edge with the USB socket, and from the edge with pin 1; as
measured by others from their boards."""
_THREAD = 2.5
_STAGES = 34.0
"""Distance of two stages of a picture."""


def inserts(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return a mount, cut open, as an insert is put on, pressed in and made level."""
    top, y = sizes.mount_top - sizes.floor, sizes.mount_hole
    across, long = INSERT
    half = block((0, -50, -50), (50, 50, 90))
    bodies, heights = [], (top + 0.2, top - long / 2, top - long)
    for stage, low in enumerate(heights):
        place = (stage * _STAGES * 0.5, stage * _STAGES)
        insert = cylinder(across, low, low + long, 0, -y) - cylinder(_THREAD, low, 90, 0, -y)
        mount = meshes["mount_screw"].solid() - insert.hull()  # the plastic gives way
        parts = [(mount - half, GREY), (insert - half, BRASS)]
        if stage < 2:
            parts.append((_tip(low + long).translate((0, -y, 0)), STEEL))
        else:
            flat = block((-9, -y - 7, top + 9), (9, -y + 7, top + 12))
            parts += [
                (flat, STEEL),
                (arrow(14).rotate((180, 0, 0)).translate((0, -y, top + 27)), WIRE),
            ]
        for solid, colour in parts:
            bodies.append(Body(Mesh.from_solid(solid.translate((*place, 0))), colour))
    ends = [(stage * _STAGES * 0.5, stage * _STAGES - y) for stage in range(3)]
    return Scene(
        bodies,
        [
            Label("1. on the hole, the iron", (*ends[0], top + 20), (-190, -30)),
            Label("straight above it, 220 degrees", (*ends[0], top + 20), (-190, -6)),
            Label("brass insert", (*ends[0], top + 3), (-150, 30)),
            Label("2. it sinks by the iron's weight", (*ends[1], top + 30), (-20, -50)),
            Label("3. flush: press it level with", (*ends[2], top + 12), (130, -90)),
            Label("something flat while it cools", (*ends[2], top + 12), (130, -66)),
            Label("hole for the screw from below: an insert too", (*_foot(ends[2], y), 2), (0, 90)),
        ],
    )


def _foot(end: Point, away: float) -> Point:
    return end[0], end[1] + away


def _tip(low: float) -> m3d.Manifold:
    """Return the tip of an iron for inserts, its pin in an insert whose top is at `low`."""
    pin = cylinder(_THREAD - 0.2, low - 4, low)
    shoulder = m3d.Manifold.cylinder(6, 2.2, 3.2, 96).translate((0, 0, low))
    return pin + shoulder + cylinder(6.4, low + 6, low + 30)


def bootsel(sizes: Dimensions) -> Scene:
    """Return the controller's end with the Pico: its button held down while USB is plugged in."""
    pico = connectors.on_controller(sizes)["U1"]
    top = sizes.floor + sizes.standoff + sizes.strip_thickness + 3.5
    x, y = button(sizes)
    west = pico.box[0]
    middle = pico.middle[1]
    bodies = controller(sizes, 0.0)
    pressed = block((x - 2.2, y - 1.7, top), (x + 2.2, y + 1.7, top + 1.3))
    bodies.append(Body(Mesh.from_solid(pressed + cylinder(2.4, top, top + 2, x, y)), WHITE))
    chip = block((x + 8, middle - 3.5, top), (x + 15, middle + 3.5, top + 0.9))
    bodies.append(Body(Mesh.from_solid(chip), PLUG))
    plug = block((west - 32, middle - 5.5, top - 1), (west - 14, middle + 5.5, top + 5))
    plug += block((west - 14, middle - 3.4, top + 0.6), (west - 8, middle + 3.4, top + 2.4))
    bodies.append(Body(Mesh.from_solid(plug), GREY))
    down = arrow(16).rotate((180, 0, 0)).translate((x, y, top + 19))
    inwards = arrow(20).rotate((0, 90, 0)).translate((west - 30, middle, top + 12))
    bodies.append(Body(Mesh.from_solid(joined([down, inwards])), WIRE))
    return Scene(
        bodies,
        [
            Label("1. hold BOOTSEL down", (x, y, top + 19), (90, -60)),
            Label("2. plug USB in", (west - 24, middle, top + 12), (-60, -90)),
            Label("3. let go", (x, y, top + 19), (90, -34)),
            Label("pin 1", (*_pad(sizes, "1"), top), (-40, 110)),
            Label("Pico", (pico.box[2] - 8, middle, top), (120, 20)),
        ],
    )


def button(sizes: Dimensions) -> Point:
    """Return the middle of the Pico's BOOTSEL button, from the pads of the controller's file."""
    pico = connectors.on_controller(sizes)["U1"]
    along, across = BOOTSEL
    first, last = _pad(sizes, "1")[1], _pad(sizes, "40")[1]
    inwards = 1 if last > first else -1
    edge = pico.middle[1] - inwards * 10.5  # a Pico is 21 wide
    return pico.box[0] + 1 + along, edge + inwards * across


def _pad(sizes: Dimensions, number: str) -> Point:
    """Return the place of one of the Pico's pins."""
    read = pcb_file.read(BoardFiles("controller").pcb)
    part = next(part for part in read.footprints if part.reference == "U1")
    return sizes.on_controller(*next(pad.place for pad in part.pads if pad.number == number))


def arrow(length: float) -> m3d.Manifold:
    """Return an arrow that points up, from the origin."""
    head = m3d.Manifold.cylinder(6, 2.6, 0.05, 48).translate((0, 0, length - 6))
    return head + cylinder(1.8, 0, length - 5.5)


def crimp() -> Scene:
    """Return the four stages of a JST XH contact on a wire, and the contacts in their housing."""
    bodies: list[Body] = []
    for stage in range(3):
        x = 9.0 * stage
        if stage != 1:
            bodies.append(_along(x, 0.85, -14.0, 0.0, WIRE))
            bodies.append(_along(x, 0.45, 0.0, 2.0, COPPER))
        if stage:
            bodies.append(Body(Mesh.from_solid(_contact(stage == 1).translate((x, 0, 0))), STEEL))
    x = 30.0
    housing = block((x - 2.9, 3.4, -2.4), (x + 2.9, 13.2, 2.4))
    for side in (-1.25, 1.25):
        housing -= block((x + side - 0.7, 6.0, 1.6), (x + side + 0.7, 8.6, 3))
        housing -= block((x + side - 0.9, 3, -1.4), (x + side + 0.9, 14, 1.4))
        colour = WIRE if side < 0 else PLUG
        bodies.append(_along(x + side, 0.85, -14.0, 4.4, colour))
        metal = _contact(False).translate((x + side, 4.4, 0))
        bodies.append(Body(Mesh.from_solid(metal), STEEL))
    mark = extruded([(x - 2.2, 11.4), (x - 0.6, 11.4), (x - 1.4, 12.8)], 2.3, 2.7)
    bodies += [Body(Mesh.from_solid(housing), WHITE), Body(Mesh.from_solid(mark), WIRE)]
    return Scene(
        bodies,
        [
            Label("1. strip 2 mm", (0.0, 1.0, 0.4), (-40, -120)),
            Label("2. contact, open:", (9.0, 4.6, 1.0), (-30, -150)),
            Label("tongue up", (9.0, 4.6, 1.0), (-30, -126)),
            Label("short wings: copper", (9.0, 1.0, 1.6), (-140, 60)),
            Label("long wings: insulation", (9.0, -1.6, 2.2), (-130, 110)),
            Label("3. both pairs closed", (18.0, 0.0, 0.9), (10, 170)),
            Label("4. pushed in until it clicks:", (x + 1.25, 7.4, 1.8), (60, -150)),
            Label("tongues in the windows", (x + 1.25, 7.4, 1.8), (60, -126)),
            Label("triangle: pin 1, red", (x - 1.4, 12.0, 2.7), (-140, -60)),
        ],
    )


def _along(
    x: float, radius: float, begin: float, end: float, colour: tuple[float, float, float]
) -> Body:
    """Return a round wire along y."""
    wire = cylinder(2 * radius, 0, end - begin).rotate((-90, 0, 0)).translate((x, begin, 0))
    return Body(Mesh.from_solid(wire), colour)


def _contact(is_open: bool) -> m3d.Manifold:
    """Return a crimp contact along y, its wings open or closed around a wire."""
    floor = -1.05
    solids = [block((-0.7, -2.4, floor), (0.7, 4, floor + 0.25))]
    box = block((-0.8, 3.2, floor), (0.8, 8.6, 0.9)) - block(
        (-0.55, 3, floor + 0.25), (0.55, 9, 0.65)
    )
    tongue = block((-0.5, 0, 0), (0.5, 2.2, 0.25)).rotate((-25, 0, 0)).translate((0, 4.2, 1.5))
    solids += [box, tongue]
    for begin, end, high in ((-2.4, -0.6, 3.0), (0.3, 1.9, 2.2)):
        if is_open:
            for side in (-1, 1):
                wing = block((-0.12, begin, 0), (0.12, end, high)).rotate((0, 22 * side, 0))
                solids.append(wing.translate((0.6 * side, 0, floor)))
        else:
            radius = 1.1 if begin < 0 else 0.75
            middle = 0.0 if begin < 0 else -0.25
            closed = cylinder(2 * radius, 0, end - begin).rotate((-90, 0, 0))
            solids.append(closed.translate((0, begin, middle)))
    return joined(solids)
