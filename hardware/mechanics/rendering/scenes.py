"""The pictures of the parts, for the guide: what each looks like and how they go together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import manifold3d as m3d

from hardware.mechanics.checks import parts
from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.mesh import Mesh, block, cylinder, extruded, joined, of
from hardware.mechanics.rendering.renderer import Body, View, save
from hardware.paths import HARDWARE

PICTURES = HARDWARE / "pictures"

WHITE, BLACK = (0.93, 0.92, 0.88), (0.27, 0.28, 0.31)
GREY, STEEL, FELT = (0.62, 0.65, 0.69), (0.75, 0.77, 0.80), (0.36, 0.55, 0.42)
WOOD, BOARD, OPAL = (0.80, 0.66, 0.47), (0.16, 0.47, 0.32), (0.97, 0.97, 0.95)
PLUG = (0.22, 0.23, 0.25)
TINTS = {
    "brown": (0.52, 0.34, 0.20),
    "green": (0.14, 0.60, 0.40),
    "red": (0.83, 0.22, 0.20),
    "yellow": (0.96, 0.82, 0.24),
    "pink": (0.95, 0.60, 0.74),
    "purple": (0.52, 0.32, 0.68),
    "blue": (0.20, 0.42, 0.80),
    "orange": (0.95, 0.55, 0.16),
}


def draw(folder: Path = PICTURES) -> None:
    """Draw all pictures anew."""
    folder.mkdir(exist_ok=True)
    sizes = load(8)
    meshes = parts.load_meshes(sizes)
    save(folder / "tower.png", _tower(sizes, meshes), View(28, 22), 760)
    save(folder / "tower_below.png", _bases_from_below(sizes, meshes), View(28, -48), 760)
    save(folder / "caps.png", _caps(meshes), View(0, 62), 900)
    save(folder / "mounts.png", _mounts(meshes), View(35, 32), 800)
    save(folder / "grid_tile.png", [Body(meshes["grid_tile"].flipped(), WHITE)], View(30, 42), 900)
    save(folder / "frame.png", _frame(sizes, meshes), View(32, 42), 900)
    save(folder / "case.png", _case(sizes, meshes), View(-55, 34), 760)
    save(folder / "inside.png", _inside(sizes, meshes), View(28, 48), 1200)
    save(folder / "exploded.png", _exploded(sizes, meshes), View(30, 24), 1200)


def _tower(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """A tower in its parts, beside one that is put together."""
    tower = sizes.tower
    disc = of(cylinder(tower.magnet, 0, tower.magnet_thickness))
    felt = of(cylinder(tower.felt - 0.5, 0, 0.8))
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


def _bases_from_below(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """Both bases from below: White's with its pocket empty, Black's with its magnet."""
    tower = sizes.tower
    disc = of(cylinder(tower.magnet, tower.felt_recess, tower.felt_recess + 3))
    return [
        Body(meshes["tower_base_white"], WHITE),
        Body(meshes["tower_base_black"].moved(x=38), BLACK),
        Body(disc.moved(x=38), STEEL),
    ]


def _caps(meshes: Mapping[str, Mesh]) -> list[Body]:
    return [
        Body(meshes[f"tower_cap_{colour}"].moved(x=32 * (n % 4), y=-36 * (n // 4)), TINTS[colour])
        for n, colour in enumerate(colours())
    ]


def _mounts(meshes: Mapping[str, Mesh]) -> list[Body]:
    names = ("mount_screw", "mount_screw_edge", "mount_peg", "mount_peg_edge")
    return [Body(meshes[name].moved(x=22 * n), GREY) for n, name in enumerate(names)]


def _frame(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """The frame on its base sheet, one corner lifted off its joints."""
    bodies = [Body(_base_sheet(sizes), WOOD)]
    placed = [part for part in assembly.board(sizes, meshes) if part.name.startswith("frame")]
    for number, part in enumerate(placed):
        lift = 45.0 if number == 1 else 0.0
        bodies.append(Body(part.mesh.moved(z=lift), GREY))
    return bodies


def _case(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """The case with the controller in it, its lid above."""
    length, depth = sizes.controller
    low = sizes.standoff
    controller = of(block((-depth / 2, -length / 2, low), (depth / 2, length / 2, low + 1.6)))
    return [
        Body(meshes["case"], GREY),
        Body(controller, BOARD),
        Body(meshes["case_lid"].moved(z=sizes.case_height + 28), GREY),
    ]


def _inside(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """The board with one grid tile, without diffuser and lid."""
    bodies = [Body(_base_sheet(sizes), WOOD), *_strips(sizes, 0.0), *_controller(sizes, 0.0)]
    tiles = 0
    for part in assembly.board(sizes, meshes):
        tiles += part.name == "grid_tile"
        if part.name == "case_lid" or (part.name == "grid_tile" and tiles != 4):
            continue
        bodies.append(Body(part.mesh, WHITE if part.name == "grid_tile" else GREY))
    return bodies


def _exploded(sizes: Dimensions, meshes: Mapping[str, Mesh]) -> list[Body]:
    """All layers of the board, each lifted above the one below."""
    step = 62.0
    bodies = [Body(_base_sheet(sizes), WOOD)]
    for part in assembly.board(sizes, meshes):
        colour = WHITE if part.name == "grid_tile" else GREY
        bodies.append(Body(part.mesh.moved(z=part.layer * step), colour))
    bodies += _strips(sizes, 3 * step)
    bodies += _controller(sizes, 3 * step)
    west, south, east, north = cut_sheets.diffuser(sizes).box()
    sheet = block((west, south, sizes.walls), (east, north, sizes.top))
    for (x1, y1), (x2, y2) in cut_sheets.diffuser(sizes).marks:
        sheet -= block((x1 - 0.4, y1 - 0.4, sizes.top - 0.3), (x2 + 0.4, y2 + 0.4, sizes.top + 1))
    opal = of(sheet)
    bodies.append(Body(opal.moved(z=5 * step), OPAL))
    for file, tint in enumerate(colours()):
        x, y = sizes.middle(file, 0)
        for name, z, colour in (
            ("tower_base_white", 0.0, WHITE),
            (f"tower_cap_{tint}", sizes.tower.base_height, TINTS[tint]),
        ):
            bodies.append(Body(meshes[name].moved(x, y, sizes.top + z + 5 * step + 16), colour))
    return bodies


def _base_sheet(sizes: Dimensions) -> Mesh:
    """The base sheet with its holes."""
    drawing = cut_sheets.base(sizes)
    low, high = sizes.floor - sizes.base_sheet, sizes.floor
    sheet = extruded(drawing.outlines[0], low, high)
    for (x, y), diameter in drawing.circles:
        sheet -= cylinder(diameter, low - 1, high + 1, x, y)
    return of(sheet)


def _strips(sizes: Dimensions, lift: float) -> list[Body]:
    """The strips with sensors, LEDs and the headers below."""
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
        Body(of(joined(solids)).moved(z=lift), colour)
        for solids, colour in ((boards, BOARD), (parts, PLUG), (lights, WHITE), (plugs, PLUG))
    ]


def _chip(x: float, y: float, size: tuple[float, float, float]) -> m3d.Manifold:
    """A part on a strip, its middle at a place."""
    width, depth, height = size
    return block((x - width / 2, y - depth / 2, 0), (x + width / 2, y + depth / 2, height))


def _controller(sizes: Dimensions, lift: float) -> list[Body]:
    x, y = sizes.case_middle
    length, depth = sizes.controller
    low = sizes.floor + sizes.standoff
    plate = block((x - depth / 2, y - length / 2, low), (x + depth / 2, y + length / 2, low + 1.6))
    return [Body(of(plate).moved(z=lift), BOARD)]
