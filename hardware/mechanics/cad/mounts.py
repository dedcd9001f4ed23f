"""CAD model of the mounts, which carry two neighbouring strips and the grid between them."""

from __future__ import annotations

import build123d as bd

from hardware.mechanics.cad.primitives import box, rod
from hardware.mechanics.design.dimensions import Dimensions


def mount(sizes: Dimensions, screws: bool, edge: bool = False, tunnel: bool = False) -> bd.Part:
    """Return a mount, held by a screw through the base sheet; its origin is as in `mounts()`.

    Args:
        sizes: dimensions of the board.
        screws: holds the strips with screws (at their ends) instead of pegs (within them).
        edge: half a mount, for the outer edge of the first and last rank.
        tunnel: with a tunnel for the cables from the controller, and longer.
    """
    half, low, high = sizes.mount_width / 2, sizes.floor, sizes.mount_top
    end = sizes.tunnel_screw + half if tunnel else sizes.mount_hole + half
    body = box((-half, 0.0 if edge else -end, low), (half, end, high))
    body = bd.chamfer(body.edges().filter_by(bd.Axis.Z), 0.8)
    deep = sizes.insert_depth
    for y in (sizes.mount_hole,) if edge else (-sizes.mount_hole, sizes.mount_hole):
        if screws:
            body -= rod(0, y, high - deep, high + 1, sizes.insert)
        else:
            peg = rod(0, y, high - 1, high + sizes.peg_height, sizes.peg)
            body += bd.chamfer(peg.edges().group_by(bd.Axis.Z)[-1], 0.4)
    if tunnel:
        body -= _tunnel(sizes)
    screw = sizes.edge_mount_screw if edge else 0.0
    for y in (-sizes.tunnel_screw, sizes.tunnel_screw) if tunnel else (screw,):
        body -= rod(0, y, low - 1, low + deep, sizes.insert)
    return bd.Part(body.wrapped)


def _tunnel(sizes: Dimensions) -> bd.Part:
    """Return the tunnel: its roof slopes at 45 degrees at both ends, so that a short bridge is left
    to print."""
    width, height = sizes.tunnel
    half, low, slope = width / 2, sizes.floor, height / 2
    face = bd.make_face(
        bd.Polyline(
            (-half, low - 1),
            (-half, low + height - slope),
            (slope - half, low + height),
            (half - slope, low + height),
            (half, low + height - slope),
            (half, low - 1),
            close=True,
        )
    )
    across = sizes.mount_width + 2
    return bd.Pos(across / 2, 0, 0) * bd.extrude(bd.Plane.YZ * face, -across)
