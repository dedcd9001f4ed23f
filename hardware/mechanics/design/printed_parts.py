"""List of all printed parts with their quantities and properties."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.symbols import colours
from hardware.paths import HARDWARE

PARTS = HARDWARE / "mechanics" / "parts"
"""Folder of the committed files."""
SURFACE = "surface.svg"
"""File of the film with the coloured squares, of a board for Kamisado."""
KAMISADO = 8
"""Squares on a side of a board for Kamisado."""
SIZES = (8, 9)
"""Squares on a side of the boards whose files are committed."""
RINGS = 8
"""Sumo rings for each side."""
SIDES = ("white", "black")
Place: TypeAlias = tuple[int, int]
"""File and rank of a square, from 0."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A printed part.

    Attributes:
        name: base name of its files.
        quantity: quantity for one board.
        holes: number of holes through it (its genus).
        plastic: colour to print it in.
        upside_down: printed upside down compared with its place in the board.
        own_size: differs between boards of different sizes.
        optional: left out unless somebody plays by touch.
    """

    name: str
    quantity: int
    holes: int
    plastic: str
    upside_down: bool = False
    own_size: bool = False
    optional: bool = False

    def path(self, sizes: Dimensions, kind: str, parts: Path = PARTS) -> Path:
        """Return its file of a kind: "stl" or "step"."""
        folder = f"{sizes.squares}x{sizes.squares}" if self.own_size else "any"
        return parts / folder / f"{self.name}.{kind}"


def printed(sizes: Dimensions) -> list[PrintedPart]:
    """Return all printed parts of a board in the order of printing, parts to try first."""
    towers = max(sizes.squares, len(colours()))
    mounted = [kind for kind, _, _ in sizes.mounts()]
    mounts = [PrintedPart(kind, mounted.count(kind), 0, "any") for kind in dict.fromkeys(mounted)]
    tiles = (sizes.squares // sizes.tile_squares) ** 2
    return [
        PrintedPart("tower_base_white", towers, 1, "white"),
        PrintedPart("tower_base_black", towers, 1, "black"),
        PrintedPart("tower_ring", 2 * RINGS, 1, "half white, half black"),
        *(
            PrintedPart(cap_name(side, colour), 1, 0, colour)
            for side in SIDES
            for colour in colours()
        ),
        PrintedPart("grid_tile", tiles, sizes.tile_squares**2, "white", True, True),
        *mounts,
        PrintedPart("frame_corner", 4, 0, "any", own_size=True),
        PrintedPart("frame_straight", 3, 0, "any", own_size=True),
        PrintedPart("frame_cable", 1, 0, "any", own_size=True),
        PrintedPart("case", 1, 2, "any"),
        PrintedPart("case_lid", 1, 10, "any"),
        *_overlay(sizes),
    ]


def cap_name(side: str, colour: str) -> str:
    """Return the name of a side's cap of a colour; Black's have a raised line along the edge."""
    return f"tower_cap_{side}_{colour}"


def overlay_tiles(sizes: Dimensions) -> dict[str, list[Place]]:
    """Return the tiles of the overlay by name, each with the squares of its corners towards a1.

    On a board for Kamisado each tile has the signs of its own squares and the name of that corner;
    other boards have no signs, and their tiles are alike.
    """
    starts = range(0, sizes.squares, sizes.tile_squares)
    places = [(file, rank) for rank in starts for file in starts]
    if sizes.squares != KAMISADO:
        return {"overlay": places}
    return {f"overlay_{'abcdefgh'[file]}{rank + 1}": [(file, rank)] for file, rank in places}


def _overlay(sizes: Dimensions) -> list[PrintedPart]:
    openings = sizes.tile_squares**2
    return [
        PrintedPart(name, len(places), openings, "clear", own_size=True, optional=True)
        for name, places in overlay_tiles(sizes).items()
    ]
