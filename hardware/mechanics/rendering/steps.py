"""Pictures of the steps in which a board is put together."""

from __future__ import annotations

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh import assembly
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, joined
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.bought_bodies import base_sheet, cabling, controller, strips
from hardware.mechanics.rendering.colours import GREY, OPAL, PLUG, RIBBON, WHITE, WIRE, WOOD
from hardware.mechanics.rendering.renderer import Body


def ribbon_plugs(sizes: Dimensions) -> list[Body]:
    """Return a ribbon from strip to strip with its two plugs, the red edge at both arrows."""
    size, length = sizes.cable, 70.0
    half, thick, wire = size.ribbon_width / 2, size.ribbon_thickness, size.ribbon_width / 20
    ribbon = block((-half + wire, 0, 0), (half, length, thick))
    red = block((-half, 0, 0), (-half + wire, length, thick))
    plugs, arrows = [], []
    for y in (6.0, length - 6.0):
        plugs.append(block((-15.2, y - 3, -7), (15.2, y + 3, -0.05)))  # the sockets, below
        plugs.append(block((-15.2, y - 3, thick + 0.05), (15.2, y + 3, thick + 3.5)))  # the bars
        out = y - 3 if y < length / 2 else y + 3
        arrows.append(block((-half - 0.6, out - 0.3, -5), (-half + 1.8, out + 0.3, -2)))
    return [
        Body(Mesh.from_solid(ribbon), RIBBON),
        Body(Mesh.from_solid(red), WIRE),
        Body(Mesh.from_solid(joined(plugs)), PLUG),
        Body(Mesh.from_solid(joined(arrows)), WHITE),
    ]


def steps(sizes: Dimensions, meshes: Meshes) -> dict[str, list[Body]]:
    """Return the board after each step of its assembly, by the step's name."""
    placed = list(assembly.board(sizes, meshes))

    def printed(*kinds: str) -> list[Body]:
        return [
            Body(part.mesh, WHITE if part.name == "grid_tile" else GREY)
            for part in placed
            if part.name.startswith(kinds)
        ]

    sheet = [Body(base_sheet(sizes), WOOD)]
    mounts = sheet + printed("mount")
    framed = [
        *mounts,
        *printed("frame"),
        *(p for p in printed("case") if p.mesh.high[2] < sizes.top),
    ]
    wired = [*framed, *controller(sizes, 0.0), *cabling(sizes, 0, outside=False)]
    west, south, east, north = cut_sheets.diffuser(sizes).box()
    diffuser = Body(
        Mesh.from_solid(block((west, south, sizes.walls), (east, north, sizes.top))), OPAL
    )
    closed = [*sheet, *printed("frame", "case"), diffuser, *cabling(sizes, 0)[-2:]]
    return {
        "mounts": mounts,
        "frame": framed,
        "cables": wired,
        "strips": [*wired, *strips(sizes, 0.0, 3), *cabling(sizes, 3, outside=False)[2:]],
        "grid": [
            *framed, *controller(sizes, 0.0), *strips(sizes, 0.0), *cabling(sizes),
            *printed("grid_tile"),
        ],
        "closed": closed,
    }  # fmt: skip
