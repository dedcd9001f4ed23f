"""Colours of the pictures: red, green and blue from 0 to 1."""

from __future__ import annotations

WHITE, BLACK = (0.93, 0.92, 0.88), (0.27, 0.28, 0.31)
GREY, STEEL, FELT = (0.62, 0.65, 0.69), (0.75, 0.77, 0.80), (0.36, 0.55, 0.42)
WOOD, BOARD, OPAL = (0.80, 0.66, 0.47), (0.16, 0.47, 0.32), (0.97, 0.97, 0.95)
PLUG = (0.22, 0.23, 0.25)
RIBBON, WIRE = (0.66, 0.70, 0.78), (0.80, 0.16, 0.14)
TINTS = {
    "brown": (0.52, 0.34, 0.20),
    "green": (0.14, 0.60, 0.40),
    "red": (0.83, 0.22, 0.20),
    "yellow": (0.96, 0.82, 0.24),
    "pink": (0.95, 0.60, 0.74),
    "purple": (0.52, 0.32, 0.68),
    "blue": (0.20, 0.42, 0.80),
    "orange": (0.95, 0.55, 0.16),
}
