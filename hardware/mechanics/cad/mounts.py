"""CAD model of the mounts, which carry two neighbouring strips and the grid between them."""

from __future__ import annotations

import build123d as bd

from hardware.mechanics.cad.primitives import box, rod
from hardware.mechanics.design.dimensions import Dimensions


def mount(sizes: Dimensions, screws: bool, edge: bool) -> bd.Part:
    """Return a mount, held by a screw through the base sheet; its origin is as in `mounts()`.

    Args:
        sizes: dimensions of the board.
        screws: holds the strips with screws (at their ends) instead of pegs (within them).
        edge: half a mount, for the outer edge of the first and last rank.
    """
    half, low, high = sizes.mount_width / 2, sizes.floor, sizes.mount_top
    end = sizes.mount_hole + half
    body = box((-half, 0.0 if edge else -end, low), (half, end, high))
    body = bd.chamfer(body.edges().filter_by(bd.Axis.Z), 0.8)
    deep = sizes.insert_depth
    for y in (sizes.mount_hole,) if edge else (-sizes.mount_hole, sizes.mount_hole):
        if screws:
            body -= rod(0, y, high - deep, high + 1, sizes.insert)
        else:
            peg = rod(0, y, high - 1, high + sizes.peg_height, sizes.peg)
            body += bd.chamfer(peg.edges().group_by(bd.Axis.Z)[-1], 0.4)
    body -= rod(0, sizes.edge_mount_screw if edge else 0, low - 1, low + deep, sizes.insert)
    return bd.Part(body.wrapped)
