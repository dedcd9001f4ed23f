"""CAD model of a colour's symbol as it is felt: a face to extrude."""

from __future__ import annotations

import build123d as bd
import manifold3d as m3d
import numpy as np
from numpy.typing import NDArray

from hardware.mechanics.design.symbols import OPEN_SYMBOLS, outlines

_FINEST_MM = 0.03
"""Largest distance of the outline from the page's curves: what the export allows triangles."""


def face(colour: str, size: float, line: float) -> bd.Sketch:
    """Return the raised face of a colour's symbol.

    Args:
        colour: one of `hardware.mechanics.design.symbols.colours()`.
        size: side of the symbol's box.
        line: width of the line of a symbol that is open inside.
    """
    area = m3d.CrossSection(outlines(colour, size), m3d.FillRule.EvenOdd)
    area = area.simplify(_FINEST_MM)
    if colour in OPEN_SYMBOLS:
        # build123d's own offset fails in the notch of the heart.
        area -= area.offset(-line, m3d.JoinType.Miter)
    outer, *holes = sorted(area.to_polygons(), key=_width, reverse=True)
    made = bd.make_face(bd.Polyline(*outer, close=True))
    for hole in holes:
        made -= bd.make_face(bd.Polyline(*hole, close=True))
    return made


def _width(polygon: NDArray[np.float64]) -> float:
    return float(np.ptp(polygon[:, 0]))
