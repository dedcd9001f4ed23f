"""The boards of the reference build by name."""

from __future__ import annotations

from hardware import geometry, pinmap
from hardware.electronics.design.board import Board
from hardware.electronics.design.controller import controller
from hardware.electronics.design.strip import strip

STRIPS = {"strip8": 8, "strip9": 9}
"""Number of squares by name."""
NAMES = (*STRIPS, "controller")


def load(name: str) -> Board:
    """Return a board by its name.

    Raises:
        ValueError: if there is no such board.
    """
    if name not in NAMES:
        raise ValueError(f"there is no board {name!r}, only {', '.join(NAMES)}")
    if name == "controller":
        return controller(geometry.load(), pinmap.load())
    return strip(STRIPS[name], geometry.load(), pinmap.load())
