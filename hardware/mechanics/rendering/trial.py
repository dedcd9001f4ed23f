"""Picture of the trial: one strip, bare boards, a grid tile and the opal acrylic."""

from __future__ import annotations

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh import assembly, connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, joined
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.bought_bodies import strips
from hardware.mechanics.rendering.colours import OPAL, RIBBON, TINTS, WHITE, WIRE, WOOD
from hardware.mechanics.rendering.renderer import Body, Label, Scene

BLOCKS_HIGH = 15.0
"""Least height of the two blocks of wood, in millimetres: plugs hang below the strip."""
BLOCKS_LONG = 150.0
"""Least length of the blocks: all boards lie on them."""
BLOCK_INSET = 20.0
"""Length of a strip's end that lies on a block."""
ACRYLIC = 200.0
"""Side of the piece of opal acrylic."""
_LIFT = 140.0
"""Height by which acrylic and tower are lifted in the picture, so that the tile is seen."""
_CABLES = 60.0
"""Length that is drawn of the cables to the controller."""


def trial(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return what is built up to move a tower over the first strip; the acrylic is lifted."""
    acrylic = sizes.walls + _LIFT
    surface = acrylic + sizes.diffuser
    x, y = sizes.middle(1, 0)
    tile = next(part for part in assembly.board(sizes, meshes) if part.name == "grid_tile")
    west = (sizes.tile - ACRYLIC) / 2
    sheet = block((west, west, acrylic), (west + ACRYLIC, west + ACRYLIC, surface))
    cap = meshes["tower_cap_white_brown"].moved(x, y, surface + sizes.tower.base_height)
    bodies = [
        _blocks(sizes),
        *strips(sizes, 0.0, range(1)),
        strips(sizes, 0.0, range(1, sizes.tile_squares))[0],  # the boards without parts
        *_cables(sizes),
        Body(tile.mesh, WHITE),
        Body(Mesh.from_solid(sheet), OPAL),
        Body(meshes["tower_base_white"].moved(x, y, surface), WHITE),
        Body(cap, TINTS["brown"]),
    ]
    return Scene(bodies, _labels(sizes, (x, y, surface)))


def _blocks(sizes: Dimensions) -> Body:
    """Return the two blocks of wood, below the ends of all boards."""
    top, south = sizes.mount_top, sizes.strip_edge(0) - 3
    ends = ((-5.0, BLOCK_INSET), (sizes.side - BLOCK_INSET, sizes.side + 5.0))
    blocks = [
        block((west, south, top - BLOCKS_HIGH), (east, south + BLOCKS_LONG, top))
        for west, east in ends
    ]
    return Body(Mesh.from_solid(joined(blocks)), WOOD)


def _cables(sizes: Dimensions) -> list[Body]:
    """Return the beginnings of the two long cables, as they leave the strip."""
    size, plugs = sizes.cable, connectors.on_strip(sizes, 0)
    ribbon, power = plugs["J1"], plugs["J3"]
    (x, y), half, high = ribbon.middle, size.ribbon_width / 2, sizes.mount_top - size.ribbon_leaves
    edge = x + half - size.ribbon_width / 20
    flat = block((x - half, y - _CABLES, high), (edge, y, high + size.ribbon_thickness))
    red = block((edge, y - _CABLES, high), (x + half, y, high + size.ribbon_thickness))
    x, y = power.middle
    low = sizes.mount_top - power.height
    wires = block((x - size.wire, y - _CABLES, low), (x + size.wire, y, low + size.wire))
    return [
        Body(Mesh.from_solid(flat), RIBBON),
        Body(Mesh.from_solid(joined([red, wires])), WIRE),
    ]


def _labels(sizes: Dimensions, tower: tuple[float, float, float]) -> list[Label]:
    plugs = connectors.on_strip(sizes, 0)
    x, y, surface = tower
    last = sizes.tile_squares - 1
    apart = sizes.side - 2 * BLOCK_INSET
    high, end = sizes.mount_top, sizes.side
    block_front = (sizes.side, sizes.strip_edge(0) - 3, high - BLOCKS_HIGH / 2)
    return [
        Label("tower with its felt", (x, y, surface + 14), (-190, -70)),
        Label("opal acrylic, drawn lifted", (150.0, 60.0, surface), (170, -130)),
        Label("grid tile", (sizes.tile, sizes.tile / 2 + 20, sizes.walls), (70, -120)),
        Label("the strip to be tested", (end - 90, sizes.middle(7, 0)[1], 0.0), (110, 130)),
        Label(f"{last} bare boards", (end - 25, sizes.middle(0, last)[1], 0.0), (-10, -70)),
        Label(
            f"{sizes.pitch:g} mm from edge to edge",
            (end + 1, sizes.strip_edge(2), high),
            (110, -60),
        ),
        Label(f"blocks of wood, {apart:g} mm apart", block_front, (30, 110)),
        Label(
            "RIBBON IN, to J1 of the controller", (plugs["J1"].middle[0], -40.0, -12.0), (90, 80)
        ),
        Label("5 V IN, to J2", (plugs["J3"].middle[0], -40.0, -13.0), (-90, 70)),
    ]
