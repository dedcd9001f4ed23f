"""CAD model of the frame: four corners and four straight pieces with dovetail joints.

In cross-section a side is a wall with a ledge on top for the diffuser; below the ledge it slopes at
45 degrees, so that it prints without supports.  The ends of all pieces are solid and take a screw
from the base sheet.  The straight pieces have a tail at each end, the corners a hollow that is open
below: they are lowered onto the tails, last, and no joint is visible from above.
"""

from __future__ import annotations

import build123d as bd

from hardware.mechanics.cad.primitives import box, rod
from hardware.mechanics.design.dimensions import Dimensions


def corner(sizes: Dimensions) -> bd.Part:
    """Return the corner at a1, in its place; the others are the same, turned."""
    low = _low(sizes)
    joint = low + sizes.frame_leg
    body = _whole(sizes) & box((low - 1, low - 1, sizes.floor - 1), (joint, joint, sizes.top + 1))
    body += _block(sizes, joint - sizes.block, joint, along_x=True)
    body += _block(sizes, joint - sizes.block, joint, along_x=False)
    body -= _hollow(sizes, joint, -1)
    # The leg along y is drawn where the corner at h1 has it, on White's side.
    body -= _turned(sizes, _hollow(sizes, sizes.side - joint, 1), 3)
    body -= _insert(sizes, joint - sizes.block_screw)
    body -= _turned(sizes, _insert(sizes, sizes.side - joint + sizes.block_screw), 3)
    return bd.Part(body.wrapped)


def straight(sizes: Dimensions, cable: bool) -> bd.Part:
    """Return the piece between two corners on White's side, in its place; the others are turned.

    Args:
        sizes: dimensions of the board.
        cable: with a slot for the ribbon and the supply from the controller.
    """
    low = _low(sizes)
    west = low + sizes.frame_leg
    east = west + sizes.frame_middle
    body = _whole(sizes) & box((west, low - 1, sizes.floor - 1), (east, sizes.pitch, sizes.top + 1))
    body += _block(sizes, west, west + sizes.block, along_x=True)
    body += _block(sizes, east - sizes.block, east, along_x=True)
    body += _tail(sizes, west, -1)
    body += _tail(sizes, east, 1)
    for x in (west + sizes.block_screw, east - sizes.block_screw):
        body -= _insert(sizes, x)
    if cable:
        width, height = sizes.frame_slot
        middle = sizes.side - sizes.cable_y  # the piece is turned to the side of file a
        body -= box(
            (middle - width / 2, low - 1, sizes.floor - 1),
            (middle + width / 2, 0, sizes.floor + height),
        )
    return bd.Part(body.wrapped)


def _low(sizes: Dimensions) -> float:
    """Return x and y of the frame's outer faces towards a1."""
    return -sizes.frame_gap - sizes.rim


def _turned(sizes: Dimensions, solid: bd.Part, quarters: int) -> bd.Part:
    """Return a solid turned about the board's middle by quarter turns, counterclockwise."""
    middle = sizes.side / 2
    return bd.Pos(middle, middle) * bd.Rot(0, 0, 90 * quarters) * bd.Pos(-middle, -middle) * solid


def _whole(sizes: Dimensions) -> bd.Part:
    """Return the whole frame, without blocks and joints."""
    middle = sizes.side / 2
    inside = sizes.side + 2 * sizes.frame_gap
    place = bd.Pos(middle, middle, 0)
    outer = bd.extrude(bd.Rectangle(sizes.frame_side, sizes.frame_side), sizes.top - sizes.floor)
    outer = bd.chamfer(outer.edges().filter_by(bd.Axis.Z), 4.0)
    outer = bd.chamfer(outer.edges().group_by(bd.Axis.Z)[-1], 1.0)
    body = place * bd.Pos(0, 0, sizes.floor) * outer
    body -= (
        place
        * bd.Pos(0, 0, sizes.floor - 1)
        * bd.extrude(bd.Rectangle(inside, inside), sizes.top - sizes.floor + 2)
    )
    rebate = inside + 2 * sizes.ledge
    body -= place * bd.Pos(0, 0, sizes.walls) * bd.extrude(bd.Rectangle(rebate, rebate), 10)
    deep = sizes.rim - sizes.outer_wall
    slope = sizes.walls - 2 - deep
    wide = inside + 2 * deep
    hollow = (
        place
        * bd.Pos(0, 0, sizes.floor - 1)
        * bd.extrude(bd.Rectangle(wide, wide), slope - sizes.floor + 1)
    )
    roof = place * bd.Pos(0, 0, slope) * bd.extrude(bd.Rectangle(wide, wide), deep, taper=45)
    return body - hollow - roof


def _block(sizes: Dimensions, begin: float, end: float, along_x: bool) -> bd.Part:
    """Return the solid end of a piece, below its ledge."""
    low, inside = _low(sizes) + 1.0, -sizes.frame_gap
    corners = ((begin, low, sizes.floor), (end, inside, sizes.walls - 1))
    if along_x:
        return box(*corners)
    (x1, y1, z1), (x2, y2, z2) = corners
    return box((y1, x1, z1), (y2, x2, z2))


def _tail_face(sizes: Dimensions, joint: float, way: int, gap: float) -> bd.Sketch:
    middle = _low(sizes) + sizes.rim / 2
    neck, head = sizes.tail_neck / 2 + gap, sizes.tail_head / 2 + gap
    back = 1.0 if gap == 0 else 0.0  # a tail is rooted in its block
    slope = (head - neck) / sizes.tail_length
    end = sizes.tail_length + gap
    return bd.make_face(
        bd.Polyline(
            (joint - way * back, middle - neck + slope * back),
            (joint + way * end, middle - head),
            (joint + way * end, middle + head),
            (joint - way * back, middle + neck - slope * back),
            close=True,
        )
    )


def _tail(sizes: Dimensions, joint: float, way: int) -> bd.Part:
    """Return a tail that points east (1) or west (-1) from a joint on White's side."""
    height = sizes.walls - 2 - sizes.floor
    return bd.Pos(0, 0, sizes.floor) * bd.extrude(_tail_face(sizes, joint, way, 0), height)


def _hollow(sizes: Dimensions, joint: float, way: int) -> bd.Part:
    """Return the hollow for a tail, open below."""
    height = sizes.walls - 2 + sizes.tail_gap - sizes.floor + 1
    face = _tail_face(sizes, joint, way, sizes.tail_gap)
    return bd.Pos(0, 0, sizes.floor - 1) * bd.extrude(face, height)


def _insert(sizes: Dimensions, x: float) -> bd.Part:
    """Return a hole for an insert, from below, on White's side."""
    y = _low(sizes) + sizes.rim / 2
    return rod(x, y, sizes.floor - 1, sizes.floor + sizes.insert_depth, sizes.insert)
