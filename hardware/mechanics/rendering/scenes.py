"""Pictures of the parts for the guide: each part, and the whole board."""

from __future__ import annotations

from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh import assembly, stl
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering import steps
from hardware.mechanics.rendering.bought_bodies import base_sheet, cabling, controller, strips
from hardware.mechanics.rendering.colours import (
    BLACK,
    FELT,
    GREY,
    OPAL,
    STEEL,
    TINTS,
    WHITE,
    WOOD,
)
from hardware.mechanics.rendering.renderer import Body, View, save
from hardware.paths import HARDWARE

PICTURES = HARDWARE / "pictures"


def draw(folder: Path = PICTURES) -> None:
    """Draw all pictures."""
    folder.mkdir(exist_ok=True)
    sizes = load(8)
    meshes = stl.read_parts(sizes)
    save(folder / "tower.png", _tower(sizes, meshes), View(28, 22), 760)
    save(folder / "tower_below.png", _bases_from_below(sizes, meshes), View(28, -48), 760)
    save(folder / "caps.png", _caps(meshes), View(0, 62), 900)
    save(folder / "mounts.png", _mounts(meshes), View(35, 32), 800)
    save(folder / "grid_tile.png", [Body(meshes["grid_tile"].flipped(), WHITE)], View(30, 42), 900)
    save(folder / "frame.png", _frame(sizes, meshes), View(32, 42), 900)
    save(folder / "case.png", _case(sizes, meshes), View(-55, 34), 760)
    save(folder / "inside.png", _inside(sizes, meshes), View(28, 48), 1200)
    save(folder / "ribbon_plugs.png", steps.ribbon_plugs(sizes), View(25, 40), 900)
    for name, bodies in steps.steps(sizes, meshes).items():
        save(folder / f"step_{name}.png", bodies, View(-38, 50), 1000)
    save(folder / "exploded.png", _exploded(sizes, meshes), View(30, 24), 1200)


def _tower(sizes: Dimensions, meshes: Meshes) -> list[Body]:
    """Return the parts of a tower, beside two assembled ones."""
    tower = sizes.tower
    disc = Mesh.from_solid(cylinder(tower.magnet, 0, tower.magnet_thickness))
    felt = Mesh.from_solid(cylinder(tower.felt - 0.5, 0, 0.8))
    bodies = [
        Body(felt.moved(z=-14), FELT),
        Body(disc.moved(z=-9), STEEL),
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_ring"].moved(z=28), WHITE),
        Body(meshes["tower_ring"].moved(z=44), WHITE),
        Body(meshes["tower_cap_green"].moved(z=62), TINTS["green"]),
    ]
    base = tower.base_height
    together = [
        Body(meshes["tower_base_black"], BLACK),
        Body(meshes["tower_ring"].moved(z=base), BLACK),
        Body(meshes["tower_cap_orange"].moved(z=base + tower.ring_height), TINTS["orange"]),
    ]
    plain = [
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_cap_blue"].moved(z=base), TINTS["blue"]),
    ]
    bodies += [Body(body.mesh.moved(x=42), body.colour) for body in together]
    return bodies + [Body(body.mesh.moved(x=80), body.colour) for body in plain]


def _bases_from_below(sizes: Dimensions, meshes: Meshes) -> list[Body]:
    """Return both bases: White's with its pocket empty, Black's with its magnet."""
    tower = sizes.tower
    disc = Mesh.from_solid(cylinder(tower.magnet, tower.felt_recess, tower.felt_recess + 3))
    return [
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_base_black"].moved(x=38), BLACK),
        Body(disc.moved(x=38), STEEL),
    ]


def _caps(meshes: Meshes) -> list[Body]:
    return [
        Body(meshes[f"tower_cap_{colour}"].moved(x=32 * (n % 4), y=-36 * (n // 4)), TINTS[colour])
        for n, colour in enumerate(colours())
    ]


def _mounts(meshes: Meshes) -> list[Body]:
    kinds = ("", "_edge", "_tunnel")
    names = [f"mount_{hold}{kind}" for hold in ("screw", "peg") for kind in kinds]
    return [Body(meshes[name].moved(x=22 * n), GREY) for n, name in enumerate(names)]


def _frame(sizes: Dimensions, meshes: Meshes) -> list[Body]:
    """Return the frame on its base sheet, one corner lifted off its joints."""
    bodies = [Body(base_sheet(sizes), WOOD)]
    placed = [part for part in assembly.board(sizes, meshes) if part.name.startswith("frame")]
    for number, part in enumerate(placed):
        lift = 45.0 if number == 1 else 0.0
        bodies.append(Body(part.mesh.moved(z=lift), GREY))
    return bodies


def _case(sizes: Dimensions, meshes: Meshes) -> list[Body]:
    """Return the case with the controller and the plugs from outside, its lid above."""
    bodies = [*controller(sizes, 0.0), *cabling(sizes, 0)[2:]]
    for part in assembly.board(sizes, meshes):
        if part.name.startswith("case"):
            lift = 28.0 if part.name == "case_lid" else 0.0
            bodies.append(Body(part.mesh.moved(z=lift), GREY))
    return bodies


def _inside(sizes: Dimensions, meshes: Meshes) -> list[Body]:
    """Return the board with one grid tile, without diffuser and lid."""
    bodies = [Body(base_sheet(sizes), WOOD), *strips(sizes, 0.0), *controller(sizes, 0.0)]
    bodies += cabling(sizes)
    tiles = 0
    for part in assembly.board(sizes, meshes):
        tiles += part.name == "grid_tile"
        if part.name == "case_lid" or (part.name == "grid_tile" and tiles != 4):
            continue
        bodies.append(Body(part.mesh, WHITE if part.name == "grid_tile" else GREY))
    return bodies


def _exploded(sizes: Dimensions, meshes: Meshes) -> list[Body]:
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
            (f"tower_cap_{tint}", sizes.tower.base_height, TINTS[tint]),
        ):
            bodies.append(Body(meshes[name].moved(x, y, sizes.top + z + 5 * step + 16), colour))
    return bodies
