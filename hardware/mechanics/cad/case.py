"""CAD model of the controller's case: walls on the base sheet beside the frame, and a lid."""

from __future__ import annotations

import build123d as bd

from hardware.mechanics.cad.primitives import box, rod
from hardware.mechanics.design.dimensions import Dimensions


def case(sizes: Dimensions) -> bd.Part:
    """Return the walls, in their place; the base sheet is the bottom.

    The window for the USB plug is in the wall away from the frame, up to the lid; the slot for the
    ribbon in the wall at the frame, the window for a supply of 5 V in the wall towards Black.
    """
    x, y = sizes.case_middle
    low, high = sizes.floor, sizes.floor + sizes.case_height
    (out_x, out_y), (in_x, in_y) = sizes.case_outside, sizes.case_inside
    body = box((x - out_x / 2, y - out_y / 2, low), (x + out_x / 2, y + out_y / 2, high))
    body = bd.chamfer(body.edges().filter_by(bd.Axis.Z), 2.0)
    body -= box((x - in_x / 2, y - in_y / 2, low - 1), (x + in_x / 2, y + in_y / 2, high + 1))
    half = sizes.case_post / 2 + 0.2  # into the walls
    for post_x, post_y in sizes.case_posts():
        body += box((post_x - half, post_y - half, low), (post_x + half, post_y + half, high))
        body -= rod(post_x, post_y, low - 1, low + sizes.insert_depth, sizes.insert)
        body -= rod(post_x, post_y, high - sizes.insert_depth, high + 1, sizes.insert)
    begin, end = sizes.usb_window
    west, south = sizes.on_controller(0, 0)
    board = low + sizes.standoff
    body -= box(
        (x - out_x / 2 - 1, south + begin, board), (x - in_x / 2 + 1, south + end, high + 1)
    )
    begin, end = sizes.supply_window
    body -= box((west + begin, y + in_y / 2 - 1, board), (west + end, y + out_y / 2 + 1, high - 2))
    width, height = sizes.case_slot
    front, back = sizes.cable_y - width / 2, sizes.cable_y + width / 2
    body -= box((x + in_x / 2 - 1, front, low - 1), (x + out_x / 2 + 1, back, low + height))
    return bd.Part(body.wrapped)


def lid(sizes: Dimensions) -> bd.Part:
    """Return the lid, as it lies on the case: with a hole for a pin to the reset button, and slots
    that let warm air out."""
    x, y = sizes.case_middle
    low = sizes.floor + sizes.case_height
    out_x, out_y = sizes.case_outside
    body = box((x - out_x / 2, y - out_y / 2, low), (x + out_x / 2, y + out_y / 2, low + sizes.lid))
    body = bd.chamfer(body.edges().filter_by(bd.Axis.Z), 2.0)
    for post_x, post_y in sizes.case_posts():
        body -= rod(post_x, post_y, low - 1, low + sizes.lid + 1, sizes.screw)
    reset_x, reset_y = sizes.on_controller(*sizes.reset)
    body -= rod(reset_x, reset_y, low - 1, low + sizes.lid + 1, sizes.reset_hole)
    for number in range(LID_SLOTS):
        south = y + (number - (LID_SLOTS - 1) / 2) * 6
        body -= box((x - 15, south - 1.2, low - 1), (x + 15, south + 1.2, low + sizes.lid + 1))
    return bd.Part(body.wrapped)


LID_SLOTS = 5
