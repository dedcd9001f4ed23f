"""The catalogue: every printed part, how many a board needs, and what its file must look like."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.symbols import colours
from hardware.paths import HARDWARE

PARTS = HARDWARE / "mechanics" / "parts"
"""The committed files."""
SURFACE = "surface.svg"
"""The film with the coloured squares, of a board for Kamisado."""
KAMISADO = 8
"""Squares on a side of such a board."""
SIZES = (8, 9)
"""Squares on a side of the boards whose files are committed."""
RINGS = 8
"""Sumo rings for each side: enough for so many rounds won."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A part from the printer.

    Attributes:
        name: of its files.
        quantity: for one board.
        holes: ways through it, its genus.
        plastic: what to print it in.
        upside_down: its file lies on its head, compared with how it is mounted.
        own_size: differs between boards of different sizes.
    """

    name: str
    quantity: int
    holes: int
    plastic: str
    upside_down: bool = False
    own_size: bool = False

    def path(self, sizes: Dimensions, kind: str, parts: Path = PARTS) -> Path:
        """Its file of a kind: "stl" or "step"."""
        folder = f"{sizes.squares}x{sizes.squares}" if self.own_size else "any"
        return parts / folder / f"{self.name}.{kind}"


def printed(sizes: Dimensions) -> list[Printed]:
    """All printed parts of a board, in the order of printing: what is tried first comes first."""
    towers = max(sizes.squares, len(colours()))
    mounted = [kind for kind, _, _ in sizes.mounts()]
    mounts = [Printed(kind, mounted.count(kind), 0, "any") for kind in dict.fromkeys(mounted)]
    tiles = (sizes.squares // sizes.tile_squares) ** 2
    return [
        Printed("tower_base_white", towers, 1, "white"),
        Printed("tower_base_black", towers, 1, "black"),
        Printed("tower_ring", 2 * RINGS, 1, "half white, half black"),
        *(Printed(f"tower_cap_{colour}", 2, 0, colour) for colour in colours()),
        Printed("grid_tile", tiles, sizes.tile_squares**2, "white", True, True),
        *mounts,
        Printed("frame_corner", 4, 0, "any", own_size=True),
        Printed("frame_straight", 3, 0, "any", own_size=True),
        Printed("frame_cable", 1, 0, "any", own_size=True),
        Printed("case", 1, 3, "any"),
        Printed("case_lid", 1, 9, "any"),
    ]
