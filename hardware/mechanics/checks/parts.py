"""The checks: whether the committed files can be printed, fit each other and hold the boards.

Every check takes meshes and dimensions and returns the faults that it finds, as sentences; an empty
list is a pass.  They run on files alone, so a mesh that somebody else made is judged as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path

import manifold3d as m3d

from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import (
    KAMISADO,
    PARTS,
    SIZES,
    SURFACE,
    Printed,
    printed,
)
from hardware.mechanics.fabrication import cut_sheets, film
from hardware.mechanics.fabrication.manifest import made_from, sources_digest, volumes
from hardware.mechanics.fabrication.parts_page import stale
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.mesh import Mesh, block, cylinder, overlap, read

TOUCH_MM3 = 0.05
"""What two solids may share by the rounding of their triangles alone."""
SAME_VOLUME = 0.005
"""Share by which a mesh may differ from its CAD solid: triangles cut curves short."""

Meshes = Mapping[str, Mesh]
"""The meshes of a board's parts, by name, as their files have them."""


def check_all(parts: Path = PARTS) -> tuple[list[str], int]:
    """Run every check on the files of every board; the faults and how many checks ran."""
    faults = fresh(parts) + stale()
    checked = 2
    for squares in SIZES:
        sizes = load(squares)
        meshes = load_meshes(sizes, parts)
        expected = volumes(parts)
        for part in printed(sizes):
            stl = part.path(sizes, "stl", parts)
            told = expected.get(stl.relative_to(parts).as_posix())
            faults += printable(part, meshes[part.name], sizes.bed, told)
            faults += [] if part.path(sizes, "step", parts).exists() else [f"{stl.stem}: no STEP"]
            checked += 1
        for check in (magnet, rings, caps, board, walls):
            faults += [f"{squares}x{squares}: {fault}" for fault in check(sizes, meshes)]
            checked += 1
        faults += cut_files(sizes, parts)
        checked += 1
    return list(dict.fromkeys(faults)), checked


def load_meshes(sizes: Dimensions, parts: Path = PARTS) -> dict[str, Mesh]:
    """The meshes of all parts of a board."""
    return {part.name: read(part.path(sizes, "stl", parts)) for part in printed(sizes)}


def fresh(parts: Path = PARTS) -> list[str]:
    """Whether the files were made from the sources as they are now."""
    if made_from(parts) == sources_digest():
        return []
    return ["the parts are older than their sources: run `python -m hardware.mechanics make`"]


def printable(part: Printed, mesh: Mesh, bed_mm: float, cad_mm3: float | None) -> list[str]:
    """Whether a part is one watertight body as designed, and fits the printer."""
    faults = []
    if open_edges := mesh.open_edges():
        return [f"{part.name}: not watertight, {open_edges} open edges"]
    if (volume := mesh.volume()) < 0:
        return [f"{part.name}: inside out"]
    solid = mesh.solid()
    if (bodies := len(solid.decompose())) != 1:
        faults.append(f"{part.name}: {bodies} bodies instead of one")
    if solid.genus() != part.holes:
        faults.append(f"{part.name}: {solid.genus()} ways through instead of {part.holes}")
    if cad_mm3 is None:
        faults.append(f"{part.name}: not in the manifest")
    elif abs(volume - cad_mm3) > SAME_VOLUME * cad_mm3:
        faults.append(f"{part.name}: {volume:.0f} mm3, of which the CAD says {cad_mm3:.0f}")
    if abs(mesh.low[2]) > 1e-3:
        faults.append(f"{part.name}: lies {mesh.low[2]:.3f} mm above the printer's bed")
    if max((mesh.high - mesh.low)[:2]) > bed_mm:
        faults.append(f"{part.name}: larger than a bed of {bed_mm:g} mm")
    return faults


def magnet(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Whether a magnet goes into both bases and a larger one does not, and is where it is felt."""
    faults = []
    tower = sizes.tower
    face = tower.felt_recess
    for name in ("tower_base_white", "tower_base_black"):
        base = meshes[name].solid()
        disc = cylinder(tower.magnet, face, face + tower.magnet_thickness)
        if overlap(base, disc) > 1e-3:
            faults.append(f"{name}: a magnet of {tower.magnet:g} mm does not go in")
        # From below: the way in is free as well.
        if overlap(base, cylinder(tower.magnet, -5, face + tower.magnet_thickness)) > 1e-3:
            faults.append(f"{name}: the way to the magnet's pocket is not free")
        wide = cylinder(tower.magnet + 0.8, face, face + tower.magnet_thickness)
        if overlap(base, wide) < 1:
            faults.append(f"{name}: the pocket is so wide that the magnet's place is not certain")
        deep = cylinder(tower.magnet, face, face + tower.magnet_thickness + 0.5)
        if overlap(base, deep) < 1:
            faults.append(f"{name}: the pocket is so deep that the magnet may sit too high")
        felt = cylinder(tower.felt - 0.4, -1, face)
        if overlap(base, felt) > 1e-3:
            faults.append(f"{name}: the felt does not go into its recess")
        width = meshes[name].high[0] - meshes[name].low[0]
        if abs(width - tower.across_flats) > 0.01:
            faults.append(f"{name}: {width:.2f} mm wide instead of {tower.across_flats:g}")
    return faults


def rings(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Whether rings seat on both bases and on each other, and hold."""
    tower = sizes.tower
    ring = meshes["tower_ring"].solid()
    faults = []
    for name in ("tower_base_white", "tower_base_black"):
        faults += _seat(name, meshes[name].solid(), tower.base_height, "a ring", ring)
    return faults + _seat("tower_ring", ring, tower.ring_height, "a second ring", ring)


def caps(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Whether every cap seats on a base and on a ring, and no two symbols are alike."""
    tower = sizes.tower
    faults = []
    names = [name for name in meshes if name.startswith("tower_cap_")]
    solids = {name: meshes[name].solid() for name in names}
    for name, cap in solids.items():
        base = meshes["tower_base_white"].solid()
        faults += _seat("tower_base_white", base, tower.base_height, name, cap)
        ring = meshes["tower_ring"].solid()
        faults += _seat("tower_ring", ring, tower.ring_height, name, cap)
    for one, other in itertools.combinations(names, 2):
        differ = (solids[one] - solids[other]).volume() + (solids[other] - solids[one]).volume()
        if differ < 8:
            faults.append(f"{one} and {other} have symbols that a finger cannot tell apart")
    return faults


def _seat(
    name: str, below: m3d.Manifold, height: float, what: str, above: m3d.Manifold
) -> list[str]:
    """Whether one part snaps onto another: free when seated, in the way when lifted."""
    faults = []
    if (seated := overlap(below, above.translate((0, 0, height)))) > TOUCH_MM3:
        faults.append(f"{what} does not seat on {name}: {seated:.2f} mm3 in the way")
    if overlap(below, above.translate((0, 0, height - 0.2))) < 1:
        faults.append(f"{what} would sink into {name}")
    lifted = overlap(below, above.translate((0, 0, height + 1.2)))
    if not 0.3 < lifted < 15:
        faults.append(f"{what} does not snap on {name}: {lifted:.2f} mm3 of bead in the way")
    return faults


def board(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Whether all parts, strips, sheets and the controller go into their places together."""
    placed = [(part.name, part.mesh.solid()) for part in assembly.board(sizes, meshes)]
    bought = list(_bought(sizes))
    faults = []
    for (one, solid), (other, against) in itertools.combinations([*placed, *bought], 2):
        if _apart(solid, against):
            continue
        if (volume := overlap(solid, against)) > TOUCH_MM3:
            faults.append(f"{one} and {other} are in each other's way: {volume:.2f} mm3")
    frame = [(name, solid) for name, solid in placed if name.startswith("frame")]
    top = max(solid.bounding_box()[5] for _, solid in frame)
    if abs(top - sizes.top) > 0.01:
        faults.append(f"the diffuser is {sizes.top - top:.2f} mm above the frame instead of flush")
    return [*faults, *_hooked(frame, sizes.side / 2), *_lowered(frame)]


def _hooked(frame: list[tuple[str, m3d.Manifold]], middle: float) -> list[str]:
    """Whether each piece of the frame is held by both neighbours when it is pulled outwards."""
    faults = []
    for index, (name, solid) in enumerate(frame):
        box = solid.bounding_box()
        away = [(box[axis] + box[axis + 3]) / 2 - middle for axis in range(2)]
        length = max(abs(part) for part in away)
        pulled = solid.translate((away[0] / length, away[1] / length, 0))
        others = [other for at, (_, other) in enumerate(frame) if at != index]
        held = sum(overlap(pulled, other) > 1 for other in others)
        if held != 2:
            faults.append(f"a {name} is hooked to {held} of its neighbours instead of 2")
    return faults


def _lowered(frame: list[tuple[str, m3d.Manifold]]) -> list[str]:
    """Whether the corners can be lowered into their places when all else stands."""
    rest = m3d.Manifold.compose([solid for name, solid in frame if name != "frame_corner"])
    corners = [solid for name, solid in frame if name == "frame_corner"]
    return [
        f"a frame_corner is stopped {lift:g} mm above its place"
        for corner in corners
        for lift in (2.0, 6.0, 12.0, 18.0)
        if overlap(corner.translate((0, 0, lift)), rest) > TOUCH_MM3
    ]


def _bought(sizes: Dimensions) -> Iterator[tuple[str, m3d.Manifold]]:
    """What is not printed: strips with the plugs below, sheets with their screws, controller."""
    low, high = sizes.mount_top, 0.0
    for rank in range(sizes.squares):
        south = sizes.strip_edge(rank)
        strip = block((0.2, south, low), (sizes.side - 0.2, south + sizes.strip_width, high))
        for x in sizes.hole_along:
            for y in sizes.hole_across:
                strip -= cylinder(sizes.screw, low - 1, high + 1, x, south + y)
        for begin, end in (sizes.headers, sizes.power):
            plug = low - (sizes.under_boards - 2)
            strip += block((begin, south, plug), (end, south + sizes.strip_width, low))
        for part in sizes.obstacles:
            spare = 0.5
            strip += block(
                (
                    max(0.2, part.x - part.width / 2 + spare),
                    south + part.y - part.depth / 2 + spare,
                    high,
                ),
                (
                    min(sizes.side - 0.2, part.x + part.width / 2 - spare),
                    south + part.y + part.depth / 2 - spare,
                    part.height - spare,
                ),
            )
        yield f"strip {rank + 1}", strip
    west, south, east, north = cut_sheets.diffuser(sizes).box()
    yield "diffuser", block((west, south, sizes.walls), (east, north, sizes.top))
    west, south, east, north = cut_sheets.base(sizes).box()
    yield (
        "base sheet",
        block((west, south, sizes.floor - sizes.base_sheet), (east, north, sizes.floor)),
    )
    for (x, y), _ in cut_sheets.base(sizes).circles:
        if (x, y) not in sizes.controller_screws():
            yield "screw", cylinder(3.0, sizes.floor, sizes.floor + 5, x, y)
    x, y = sizes.case_middle
    length, depth = sizes.controller
    bottom, tallest = sizes.floor + sizes.standoff, 13.5  # a ribbon's plug in its header
    yield (
        "controller",
        block(
            (x - depth / 2, y - length / 2, bottom),
            (x + depth / 2, y + length / 2, bottom + 1.6 + tallest),
        ),
    )


def _apart(one: m3d.Manifold, other: m3d.Manifold) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return any(a[axis + 3] <= b[axis] or b[axis + 3] <= a[axis] for axis in range(3))


def walls(sizes: Dimensions, meshes: Meshes) -> list[str]:
    """Whether every sensor and every LED can be seen from above, and walls part the squares."""
    tiles = [
        part.mesh.solid() for part in assembly.board(sizes, meshes) if part.name == "grid_tile"
    ]
    grid = m3d.Manifold.compose(tiles)
    faults = []
    for rank in range(sizes.squares):
        for file in range(sizes.squares):
            x, y = sizes.middle(file, rank)
            for what, (dx, dy), free in (("sensor", sizes.sensor, 4.0), ("LED", sizes.led, 7.0)):
                if overlap(grid, cylinder(free, -1, sizes.top, x + dx, y + dy)) > 0:
                    faults.append(f"a wall is above the {what} of file {file + 1}, rank {rank + 1}")
    for n in range(1, sizes.squares):
        line, half = n * sizes.pitch, 0.2
        for low, high in (
            ((0.0, line - half, 0.0), (sizes.side, line + half, sizes.walls)),
            ((line - half, 0.0, 0.0), (line + half, sizes.side, sizes.walls)),
        ):
            plane = block(low, high)
            # Above the highest obstacle nothing interrupts a wall but the joint of two tiles.
            tall = max(part.height for part in sizes.obstacles) + 0.1
            above = block((low[0], low[1], tall), (high[0], high[1], sizes.walls))
            joint = n % sizes.tile_squares == 0
            least = 0.4 if joint else 0.98
            if overlap(grid, above) < least * above.volume():
                faults.append(f"light gets through the wall behind square {n}")
            if overlap(grid, plane) < least * 0.7 * plane.volume():
                faults.append(f"the wall behind square {n} has more gaps than parts to step over")
    return faults


def _compared(path: Path, text: str) -> list[str]:
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    return [f"{path.parent.name}/{path.name} is not what the dimensions say"]


def cut_files(sizes: Dimensions, parts: Path = PARTS) -> list[str]:
    """Whether the committed sheets are those of the dimensions."""
    folder = parts / f"{sizes.squares}x{sizes.squares}"
    faults = []
    for name, drawing in (
        ("diffuser", cut_sheets.diffuser(sizes)),
        ("base", cut_sheets.base(sizes)),
    ):
        for kind, text in (("svg", drawing.svg()), ("dxf", drawing.dxf())):
            path = folder / f"{name}.{kind}"
            faults += _compared(path, text)
    if sizes.squares == KAMISADO:
        faults += _compared(folder / SURFACE, film.svg(sizes))
    return faults
