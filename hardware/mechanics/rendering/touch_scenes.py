"""Pictures of what is felt: the caps of both sides, and the overlay."""

from __future__ import annotations

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import SIDES, cap_name
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.fabrication.film import FIELD
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.colours import BLACK, OPAL, TINTS, WHITE
from hardware.mechanics.rendering.renderer import Body, Label, Scene
from host.engine.kamisado.board import COLOURS, FILES, SQUARE_COLOURS


def caps(meshes: Meshes) -> Scene:
    """Return all caps: White's in the upper two rows, Black's below."""
    bodies, labels = [], []
    for row, side in enumerate(SIDES):
        for n, colour in enumerate(colours()):
            x, y = 32.0 * (n % 4), -36.0 * (n // 4) - 78.0 * row
            bodies.append(Body(meshes[cap_name(side, colour)].moved(x, y), TINTS[colour]))
            labels.append(Label(colour, (x, y - 17, 0.0)))
        labels.append(Label(f"{side.capitalize()}'s", (-26.0, -18.0 - 78.0 * row, 0.0), (-30, 0)))
    labels.append(Label("raised line", (-8.0, -70.0, 8.0), (-110, -60)))
    return Scene(bodies, labels)


def overlay(sizes: Dimensions, meshes: Meshes) -> Scene:
    """Return the overlay's tile at a1 on coloured squares, with a tower of each side."""
    parts = list(assembly.overlay(sizes, meshes))
    tile = next(part for part in parts if part.name == "overlay_a1")
    sheet = block((-4, -4, sizes.walls), (sizes.tile + 4, sizes.tile + 4, sizes.top))
    bodies = [Body(Mesh.from_solid(sheet), OPAL), Body(tile.mesh, WHITE)]
    for rank in range(sizes.tile_squares):
        for file in range(sizes.tile_squares):
            (x, y), half = sizes.middle(file, rank), FIELD / 2
            field = block((x - half, y - half, sizes.top), (x + half, y + half, sizes.top + 0.05))
            tint = TINTS[COLOURS[SQUARE_COLOURS[rank * FILES + file]]]
            pale = tuple(0.5 + part / 2 for part in tint)
            bodies.append(Body(Mesh.from_solid(field), (pale[0], pale[1], pale[2])))
    on = sizes.top + sizes.tower.felt_thickness - sizes.tower.felt_recess
    for side, colour, (file, rank), paint in (
        ("white", "yellow", (3, 0), WHITE),
        ("black", "red", (1, 2), BLACK),
    ):
        x, y = sizes.middle(file, rank)
        cap = meshes[cap_name(side, colour)].moved(x, y, on + sizes.tower.base_height)
        bodies += [
            Body(meshes[f"tower_base_{side}"].moved(x, y, on), paint),
            Body(cap, TINTS[colour]),
        ]
    sign, high = sizes.overlay.sign_middle, sizes.top + sizes.overlay.height
    lifted = on + sizes.tower.base_height + sizes.tower.cap_height
    return Scene(
        bodies,
        [
            Label("a1: sign of brown", (sign, sign, high), (-100, 60)),
            Label("ridge", (sizes.pitch, 22.0, high), (40, 130)),
            Label("White's yellow", (*sizes.middle(3, 0), lifted), (130, -60)),
            Label(
                "Black's red: a line around its cap,", (*sizes.middle(1, 2), lifted), (-190, -150)
            ),
            Label("a groove around its base", (*sizes.middle(1, 2), lifted), (-190, -126)),
        ],
    )
