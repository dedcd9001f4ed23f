"""CAD model of the overlay: ridges between the squares, with the signs of their colours."""

from __future__ import annotations

from collections.abc import Mapping

import build123d as bd

from hardware.mechanics.cad.primitives import box
from hardware.mechanics.cad.raised_symbol import face
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import Place


def tile(sizes: Dimensions, signs: Mapping[Place, str]) -> bd.Part:
    """Return a tile, its corner at the origin, on z = 0.

    Args:
        sizes: dimensions of the board.
        signs: the colour of each square of the tile that gets a sign.
    """
    overlay, pitch, gap = sizes.overlay, sizes.pitch, sizes.tile_gap
    low, high = gap, sizes.tile - gap
    body = box((low, low, 0), (high, high, overlay.height))
    over = 0.1  # cuts begin outside of the solid, so that no coplanar faces remain
    opening = pitch - overlay.foot - 2 * over
    cut = bd.extrude(bd.Rectangle(opening, opening), overlay.height + 2 * over, taper=-45)
    for file in range(sizes.tile_squares):
        for rank in range(sizes.tile_squares):
            middle = ((file + 0.5) * pitch, (rank + 0.5) * pitch)
            body -= bd.Pos(*middle, -over) * cut
    raised = []
    for (file, rank), colour in signs.items():
        x, y, root = file * pitch, rank * pitch, overlay.ridge / 2
        end = overlay.plate_side
        raised.append(box((x + root, y + root, 0), (x + end, y + end, overlay.plate)))
        sign = bd.extrude(face(colour, overlay.sign, overlay.sign_line), overlay.height)
        raised.append(bd.Pos(x + overlay.sign_middle, y + overlay.sign_middle, 0) * sign)
    if raised:
        body += raised
    return bd.Part(body.wrapped)
