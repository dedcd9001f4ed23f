"""Pictures of the steps in which a board is put together."""

from __future__ import annotations

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.mesh import assembly, connectors
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.bought_bodies import base_sheet, cabling, controller, strips
from hardware.mechanics.rendering.colours import GREY, OPAL, WHITE, WOOD
from hardware.mechanics.rendering.renderer import Body, Label, Scene, View

STEP_VIEW = View(-38, 50)
"""White at the lower right, a1 nearest, the case on the left."""


def sides(sizes: Dimensions, below: bool = False) -> list[Label]:
    """Return the labels that tell how a board lies, seen from above or below."""
    out, up = sizes.frame_gap + sizes.rim, -1 if below else 1
    low = sizes.floor
    return [
        Label("a1", (-out, -out, low), (0, 40 * up)),
        Label("White's side", (sizes.side * 0.75, -out, low), (70, 55 * up)),
        Label("Black's side", (sizes.side * 0.35, sizes.side + out, low), (-70, -75 * up)),
    ]


def steps(sizes: Dimensions, meshes: Meshes) -> dict[str, Scene]:
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
    bodies = {
        "mounts": mounts,
        "frame": framed,
        "cables": wired,
        "strips": [*wired, *strips(sizes, 0.0, range(3)), *cabling(sizes, 3, outside=False)[2:]],
        "grid": [
            *framed, *controller(sizes, 0.0), *strips(sizes, 0.0), *cabling(sizes),
            *printed("grid_tile"),
        ],
        "closed": closed,
    }  # fmt: skip
    labels = _labels(sizes)
    return {
        name: Scene(shown, [*sides(sizes), *labels.get(name, [])]) for name, shown in bodies.items()
    }


def _labels(sizes: Dimensions) -> dict[str, list[Label]]:
    """Return the labels of each step, beside those of the sides."""
    y, high = sizes.cable_y, sizes.mount_top
    along = sizes.hole_along
    ribbon = connectors.on_strip(sizes, 0)["J1"].middle[0]
    power = connectors.on_strip(sizes, 0)["J3"].middle[0]
    reset, usb = sizes.on_controller(*sizes.reset), connectors.on_controller(sizes)["U1"]
    case = sizes.case_middle[0]
    return {
        "mounts": [
            Label("with a tunnel", (along[0], y, high), (-130, -110)),
            Label("with a tunnel", (along[1], y, high), (-290, -190)),
            Label("for screws", (along[-1], 280.0, high), (90, -60)),
            Label("with pegs", (along[2], 280.0, high), (-150, -190)),
            Label("for the controller", (case, y, sizes.floor), (-60, 60)),
        ],
        "frame": [
            Label("slots for the cables", (2.0, y, sizes.floor + 4), (-230, -290)),
            Label("case", (case, y, sizes.floor), (-60, 110)),
        ],
        "cables": [
            Label("fold once, at 45 degrees", (ribbon, y, sizes.floor), (40, -150)),
            Label("to RIBBON IN of strip 1", (ribbon, 14.0, sizes.floor), (30, 170)),
            Label("to 5 V IN of strip 1", (power - 20, 14.0, sizes.floor), (-20, 210)),
        ],
        "strips": [
            Label(str(rank + 1), (sizes.side - 20, sizes.middle(0, rank)[1], 1.0))
            for rank in range(3)
        ],
        "closed": [
            Label("reset", (*reset, sizes.top), (-150, -60)),
            Label("USB", (usb.box[0] - 30, usb.middle[1], sizes.floor + 12), (-40, 60)),
        ],
    }
