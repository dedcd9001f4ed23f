"""Pictures of the parts for the guide: each part, and the whole board."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import printed
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.fabrication.fasteners import FOOT, HEAD_ACROSS_MM, HEAD_MM, feet
from hardware.mechanics.mesh import assembly, connectors, stl
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder, extruded, joined
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering import (
    cable_scenes,
    record,
    ribbon_turn,
    ribbon_work,
    steps,
    touch_scenes,
    trial,
    workbench,
)
from hardware.mechanics.rendering.bought_bodies import base_sheet, cabling, controller, strips
from hardware.mechanics.rendering.colours import (
    BLACK,
    FELT,
    GREY,
    OPAL,
    PLUG,
    STEEL,
    TINTS,
    WHITE,
    WOOD,
)
from hardware.mechanics.rendering.renderer import Body, Label, Scene, View, save
from hardware.mechanics.rendering.steps import STEP_VIEW, sides
from hardware.paths import HARDWARE

PICTURES = HARDWARE / "pictures"


def draw(folder: Path = PICTURES, only: Collection[str] | None = None) -> None:
    """Draw the pictures.

    Args:
        folder: where they are written.
        only: names of those to draw; None for all.
    """
    folder.mkdir(exist_ok=True)
    sizes = load(8)
    meshes = stl.read_parts(sizes)
    scenes = {
        "tower": (_tower(sizes, meshes), View(28, 22), 760),
        "tower_below": (_bases_from_below(sizes, meshes), View(28, -48), 760),
        "caps": (touch_scenes.caps(meshes), View(0, 62), 800),
        "overlay": (touch_scenes.overlay(sizes, meshes), View(-30, 42), 1000),
        "inserts": (workbench.inserts(sizes, meshes), View(60, 25), 1000),
        "bootsel": (workbench.bootsel(sizes), View(-20, 45), 900),
        "crimp": (workbench.crimp(), View(15, 50), 1000),
        "ribbon_press": (ribbon_work.ribbon_press(sizes), View(15, 24), 1000),
        "ribbon_fold": (ribbon_work.ribbon_fold(sizes), View(10, 45), 1000),
        "mounts": (_mounts(sizes, meshes), View(35, 32), 900),
        "grid_tile": (_grid_tile(sizes, meshes), STEP_VIEW, 1000),
        "frame": (_frame(sizes, meshes), STEP_VIEW, 1000),
        "case": (_case(sizes, meshes), View(-55, 34), 760),
        "base_below": (_base_from_below(sizes), View(-38, -55), 1000),
        "inside": (_inside(sizes, meshes), STEP_VIEW, 1200),
        "ribbon_plugs": (cable_scenes.ribbon_plugs(sizes), View(12, 38), 800),
        "ribbon_turn": (ribbon_turn.ribbon_turn(sizes), View(32, 38), 1000),
        "trial": (trial.trial(sizes, meshes), View(-38, 40), 1000),
        "plugging": (cable_scenes.plugging(sizes), View(140, 30), 900),
        "exploded": (_exploded(sizes, meshes), View(30, 24), 1200),
    }
    for name, scene in steps.steps(sizes, meshes).items():
        scenes[f"step_{name}"] = (scene, STEP_VIEW, 1000)
    for name, (scene, view, width) in scenes.items():
        if only is None or name in only:
            save(folder / f"{name}.png", scene, view, width)
    if only is None and folder == PICTURES:
        record.write(folder)


def _tower(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the parts of a tower, beside two assembled ones."""
    tower = sizes.tower
    disc = Mesh.from_solid(cylinder(tower.magnet, 0, tower.magnet_thickness))
    felt = Mesh.from_solid(cylinder(tower.felt - 0.5, 0, tower.felt_thickness))
    bodies = [
        Body(felt.moved(z=-14), FELT),
        Body(disc.moved(z=-9), STEEL),
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_ring"].moved(z=28), WHITE),
        Body(meshes["tower_ring"].moved(z=44), WHITE),
        Body(meshes["tower_cap_white_green"].moved(z=62), TINTS["green"]),
    ]
    base = tower.base_height
    together = [
        Body(meshes["tower_base_black"], BLACK),
        Body(meshes["tower_ring"].moved(z=base), BLACK),
        Body(meshes["tower_cap_black_orange"].moved(z=base + tower.ring_height), TINTS["orange"]),
    ]
    plain = [
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_cap_white_blue"].moved(z=base), TINTS["blue"]),
    ]
    bodies += [Body(body.mesh.moved(x=42), body.colour) for body in together]
    bodies += [Body(body.mesh.moved(x=80), body.colour) for body in plain]
    labels = [
        Label("cap", (12.0, 0.0, 64.0), (70, -10)),
        Label("rings: only for a tower", (13.0, 0.0, 48.0), (160, -10)),
        Label("that has won rounds", (13.0, 0.0, 48.0), (160, 14)),
        Label("base", (12.0, 0.0, 8.0), (70, 0)),
        Label("magnet", (5.0, 0.0, -8.0), (100, 12)),
        Label("felt", (9.0, 0.0, -14.0), (80, 20)),
    ]
    return Scene(bodies, labels)


def _bases_from_below(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return both bases: White's with its pocket empty, Black's with its magnet."""
    tower = sizes.tower
    disc = Mesh.from_solid(cylinder(tower.magnet, tower.felt_recess, tower.felt_recess + 3))
    bodies = [
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_base_black"].moved(x=38), GREY),
        Body(disc.moved(x=38), STEEL),
    ]
    labels = [
        Label("White's: N", (-1.5, -8.0, 0.0), (-60, -220)),
        Label("Black's: S, groove around it", (36.5, -8.0, 0.0), (-130, -180)),
        Label("recess for the felt", (-6.0, -6.5, 0.4), (60, 80)),
        Label("magnet", (38.0, 0.0, 0.0), (80, 130)),
    ]
    return Scene(bodies, labels)


def _mounts(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return one mount of each kind, with its name and quantity."""
    kinds = ("", "_edge", "_tunnel")
    names = [f"mount_{hold}{kind}" for hold in ("screw", "peg") for kind in kinds]
    counts = {part.name: part.quantity for part in printed(sizes)}
    bodies = [Body(meshes[name].moved(x=34 * n), GREY) for n, name in enumerate(names)]
    fronts = [(34.0 * n, float(meshes[name].low[1]), 0.0) for n, name in enumerate(names)]
    labels = [
        Label(f"{counts[name]} {name}", front, (-40 if name.endswith("edge") else 0, 30))
        for name, front in zip(names, fronts, strict=True)
    ]
    return Scene(bodies, labels)


def _grid_tile(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the grid tile of a1 as it lies on the strips."""
    part = next(part for part in assembly.board(sizes, meshes) if part.name == "grid_tile")
    mux, pins, *_ = sizes.obstacles
    low, rank = sizes.wall_above_board, sizes.strip_edge(0)
    labels = [
        Label("towards White", (sizes.tile / 2, 0.0, 0.0), (30, 50)),
        Label("towards file a", (0.0, sizes.tile / 2, 0.0), (-70, 60)),
        Label("notches for the pins of the ribbons", (sizes.tile, rank + pins.y, low), (60, 150)),
        Label("notch for the multiplexer", (sizes.pitch, rank + mux.y, low), (-190, 165)),
    ]
    return Scene([Body(part.mesh, WHITE)], labels)


def _base_from_below(sizes: Dimensions) -> Scene:
    """Return the base sheet from below with the heads of its screws and its feet."""
    low = sizes.floor - sizes.base_sheet
    drawing = cut_sheets.base(sizes)
    heads = [cylinder(HEAD_ACROSS_MM, low - HEAD_MM, low, *place) for place, _ in drawing.circles]
    stands = [cylinder(FOOT[0], low - FOOT[1], low, *place) for place in feet(sizes)]
    bodies = [
        Body(Mesh.from_solid(extruded(drawing.outlines[0], low, sizes.floor)), WOOD),
        Body(Mesh.from_solid(joined(heads)), STEEL),
        Body(Mesh.from_solid(joined(stands)), PLUG),
    ]
    x, y = feet(sizes)[0]
    post = sizes.controller_screws()[0]
    labels = [
        Label(f"foot, one of {len(feet(sizes))}", (x, y, low), (-90, 150)),
        Label("M3 x 16: the controller", (*post, low), (-30, -190)),
        Label("M3 x 8: all others", (*sizes.mounts()[2][1], low), (170, 100)),
        *sides(sizes, below=True),
    ]
    return Scene(bodies, labels)


def _frame(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the frame on its base sheet, one corner lifted off its joints."""
    bodies = [Body(base_sheet(sizes), WOOD)]
    placed = [part for part in assembly.board(sizes, meshes) if part.name.startswith("frame")]
    for number, part in enumerate(placed):
        lift = 45.0 if number == 0 else 0.0
        bodies.append(Body(part.mesh.moved(z=lift), GREY))
    tail = -sizes.frame_gap - sizes.rim + sizes.frame_leg
    labels = [
        Label("tail", (tail - 3, -6.0, sizes.walls - 3), (90, 60)),
        Label("corner, lowered last", (-8.0, -8.0, sizes.top + 45), (-170, -30)),
        Label("frame_cable", (-12.0, 140.0, 0.0), (-60, -230)),
        *sides(sizes)[1:],
    ]
    return Scene(bodies, labels)


def _case(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the case with the controller and the plugs from outside, its lid above."""
    bodies = [*controller(sizes, 0.0), *cabling(sizes, 0)[2:]]
    for part in assembly.board(sizes, meshes):
        if part.name.startswith("case"):
            lift = 28.0 if part.name == "case_lid" else 0.0
            bodies.append(Body(part.mesh.moved(z=lift), GREY))
    reset = sizes.on_controller(*sizes.reset)
    usb, supply = (connectors.on_controller(sizes)[ref] for ref in ("U1", "J3"))
    labels = [
        Label("USB", (usb.box[0] - 30, usb.middle[1], sizes.floor + 12), (-60, 60)),
        Label("5 V from outside", (supply.middle[0], supply.box[3] + 28, -8.0), (-10, 70)),
        Label("a pin presses reset", (*reset, sizes.top + 28), (-190, 60)),
    ]
    return Scene(bodies, labels)


def _inside(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the board with one grid tile, without diffuser and lid."""
    bodies = [Body(base_sheet(sizes), WOOD), *strips(sizes, 0.0), *controller(sizes, 0.0)]
    bodies += cabling(sizes)
    tiles = 0
    for part in assembly.board(sizes, meshes):
        tiles += part.name == "grid_tile"
        if part.name == "case_lid" or (part.name == "grid_tile" and tiles != 4):
            continue
        bodies.append(Body(part.mesh, WHITE if part.name == "grid_tile" else GREY))
    labels = [
        Label(f"strip {rank + 1}", (sizes.side - 12, sizes.middle(0, rank)[1], 0.0), (85, 30))
        for rank in range(4)
    ]
    return Scene(bodies, [*sides(sizes), *labels])


def _exploded(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return all layers of the board, each lifted above the one below."""
    step = 62.0
    bodies = [Body(base_sheet(sizes), WOOD)]
    for part in assembly.board(sizes, meshes):
        colour = WHITE if part.name == "grid_tile" else GREY
        bodies.append(Body(part.mesh.moved(z=part.layer * step), colour))
    bodies += strips(sizes, 3 * step)
    bodies += controller(sizes, 3 * step)
    west, south, east, north = cut_sheets.diffuser(sizes).box()
    sheet = block((west, south, sizes.walls), (east, north, sizes.top))
    for (x1, y1), (x2, y2) in cut_sheets.diffuser(sizes).marks:
        sheet -= block((x1 - 0.4, y1 - 0.4, sizes.top - 0.3), (x2 + 0.4, y2 + 0.4, sizes.top + 1))
    opal = Mesh.from_solid(sheet)
    bodies.append(Body(opal.moved(z=5 * step), OPAL))
    for file, tint in enumerate(colours()):
        x, y = sizes.middle(file, 0)
        for name, z, colour in (
            ("tower_base_white", 0.0, WHITE),
            (f"tower_cap_white_{tint}", sizes.tower.base_height, TINTS[tint]),
        ):
            bodies.append(Body(meshes[name].moved(x, y, sizes.top + z + 5 * step + 16), colour))
    side, out = sizes.side, sizes.frame_gap + sizes.rim
    layers = {
        "base sheet": (side + out, side + out, sizes.floor),
        "mounts": (side - 4.5, side - 8.0, step + sizes.mount_top),
        "frame, case": (side + out, side + out, 2 * step),
        "strips, controller": (side, sizes.middle(0, sizes.squares - 1)[1], 3 * step),
        "grid": (side, side, 4 * step),
        "diffuser": (east, north, sizes.top + 5 * step),
    }
    return Scene(bodies, [Label(name, place, (120, 25)) for name, place in layers.items()])
