"""Connectors of the circuit boards, where the boards' own files have them."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile
from hardware.geometry import Box, Point
from hardware.mechanics.design.dimensions import Dimensions

PICO_SOCKETS = 17.0
"""Height of a Pico on sockets above the controller: 8.5 and 2.5 of socket and header, 1 of its
board, 3 of its USB socket, and 2 to spare."""
TERMINAL = 13.8
"""Height of the screw terminal, as in KiCad's model."""
OTHERS = 8.0
"""Height of all other parts of the controller: the electrolytic capacitor has 7.7."""


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector in the coordinates of the whole board.

    Attributes:
        ref: its reference, such as `J1`.
        box: west, south, east and north edge of what it needs.
        height: of connector and plug above, or below, its circuit board.
    """

    ref: str
    box: Box
    height: float

    @property
    def middle(self) -> Point:
        """Middle of the rectangle."""
        west, south, east, north = self.box
        return (west + east) / 2, (south + north) / 2


def on_strip(sizes: Dimensions, rank: int) -> dict[str, Connector]:
    """Return the connectors below a strip, by reference; ranks count from 0."""
    name = f"strip{sizes.squares}"
    north = sizes.strip_edge(rank) + _pcb(name).size[1]
    found = {}
    for part, (west, upper, east, lower) in _courtyards(name):
        if part.bottom:
            box = (west, north - lower, east, north - upper)
            height = _height(sizes, part.library)
            found[part.reference] = Connector(part.reference, box, height)
    return found


def on_controller(sizes: Dimensions) -> dict[str, Connector]:
    """Return the parts of the controller, by reference."""
    found = {}
    for part, (left, upper, right, lower) in _courtyards("controller"):
        if not part.board_only:
            west, south = sizes.on_controller(left, upper)
            east, north = sizes.on_controller(right, lower)
            height = _height(sizes, part.library)
            found[part.reference] = Connector(part.reference, (west, south, east, north), height)
    return found


def _height(sizes: Dimensions, library: str) -> float:
    heights = {
        "IDC-Header": sizes.cable.ribbon_plug,
        "JST_XH": sizes.cable.power_plug,
        "RaspberryPi_Pico": PICO_SOCKETS,
        "TerminalBlock": TERMINAL,
    }
    name = library.split(":")[1]
    return next((high for begin, high in heights.items() if name.startswith(begin)), OTHERS)


@functools.cache
def _pcb(name: str) -> PcbFile:
    return pcb_file.read(BoardFiles(name).pcb)


@functools.cache
def _courtyards(name: str) -> list[tuple[Footprint, Box]]:
    """Return the parts of a circuit board that have a courtyard, and that."""
    found = ((part, part.courtyard) for part in _pcb(name).footprints)
    return [(part, box) for part, box in found if box is not None]
