"""KiCad's Python library `pcbnew`, and the conversion of millimetres to its units.

Debian installs `pcbnew` for the system's Python only.
"""

from __future__ import annotations

import warnings

from hardware.geometry import Box

with warnings.catch_warnings():  # KiCad 9 deprecates this library; it has no other yet
    warnings.simplefilter("ignore", DeprecationWarning)
    import pcbnew

__all__ = ["LAYERS", "box_mm", "nanometres", "pcbnew", "point", "square"]

LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
ORIGIN_MM = 30.0
"""Position of the board's upper left corner on KiCad's page, in x and y."""


def nanometres(millimetres: float) -> int:
    """Return a length in KiCad's internal unit."""
    return int(pcbnew.FromMM(millimetres))


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    """Return a position on KiCad's page from a position on the board."""
    return pcbnew.VECTOR2I(nanometres(ORIGIN_MM + x), nanometres(ORIGIN_MM + y))


def square(millimetres: float) -> pcbnew.VECTOR2I:
    """Return a size with equal width and height."""
    return pcbnew.VECTOR2I(nanometres(millimetres), nanometres(millimetres))


def box_mm(bounds: pcbnew.BOX2I) -> Box:
    """Return a rectangle on the board from a rectangle on KiCad's page."""
    left, upper = pcbnew.ToMM(bounds.GetLeft()), pcbnew.ToMM(bounds.GetTop())
    right, lower = pcbnew.ToMM(bounds.GetRight()), pcbnew.ToMM(bounds.GetBottom())
    return left - ORIGIN_MM, upper - ORIGIN_MM, right - ORIGIN_MM, lower - ORIGIN_MM
