"""Drawings of the places at which a meter measures: on the controller and on a strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.geometry import Box, Point
from hardware.soldering.sheet import GREY, INK, PALE, RED, SCALE, Sheet, draw

_LETTERS_MM = 2.6


@dataclass(frozen=True, slots=True)
class Probe:
    """A place for a probe of the meter.

    Attributes:
        ref: reference of the part.
        pad: number of its pad.
        text: name of the place, as in the guide.
        away: millimetres from the pad to the middle of the text, right and down.
    """

    ref: str
    pad: str
    text: str
    away: Point

    @property
    def is_ground(self) -> bool:
        """True for the place of the black probe."""
        return "GND" in self.text


CONTROLLER = (
    Probe("U1", "40", "VBUS (pin 40)", (8, -6.5)),
    Probe("U1", "38", "GND (pin 38): black probe", (40, -11.5)),
    Probe("U1", "36", "3V3 (pin 36)", (12, 3)),
    Probe("JP1", "2", "middle pin of JP1", (42, 0)),
    Probe("J3", "1", "+ of J3", (16, 0)),
    Probe("J2", "1", "+ of J2", (26, -4)),
    Probe("J2", "2", "- of J2 (GND)", (26, 1)),
)
STRIP = (
    Probe("C11", "1", "left end of C11: VSENS", (-1, 24)),
    Probe("C11", "2", "right end of C11: GND", (2, -14)),
    Probe("J3", "1", "+ of 5 V IN", (-8, 12)),
    Probe("J1", "2", "pin 2 of RIBBON IN: 3V3", (4, 18)),
)
_CONTROLLER_NAMES = {"U1": ("Pico", (0.0, 0.0)), "J1": ("J1 STRIPS", (0.0, 6.0))}
_STRIP_NAMES = {
    "J1": ("RIBBON IN", (-6.0, 6.2)),
    "J2": ("RIBBON OUT", (-24.0, 0.0)),
    "J3": ("5 V IN", (0.0, -4.6)),
}
"""Names by reference, with their places from the part's middle."""


def measure_controller(boards: Path = FOLDER) -> str:
    """Return the controller from above as SVG, with the places to measure at.

    Args:
        boards: folder of the boards.
    """
    pcb = pcb_file.read(BoardFiles("controller", boards).pcb)
    board = (0.0, 0.0, *pcb.size)
    sheet = Sheet((-1.0, -6.0, board[2] + 24.0, board[3] + 1.0), board)
    return _drawn(
        sheet, pcb.footprints, CONTROLLER, _CONTROLLER_NAMES, "The controller, from above"
    )


def measure_strip(boards: Path = FOLDER) -> str:
    """Return the left half of a strip from above as SVG, with the places to measure at.

    The connectors are below it; their pins come through.

    Args:
        boards: folder of the boards.
    """
    pcb = pcb_file.read(BoardFiles("strip8", boards).pcb)
    board = (0.0, 0.0, 180.0, pcb.size[1])
    sheet = Sheet((-1.0, -9.0, 196.0, board[3] + 13.0), board)
    sheet.text((90.0, board[3] + 3.0), "White's side", _LETTERS_MM)
    sheet.text((181.0, board[3] / 2), "to file h", _LETTERS_MM, anchor="start")
    parts = [part for part in pcb.footprints if part.origin[0] < board[2]]
    sheet.text((140.0, -5.2), "connectors: below, their pins come through", _LETTERS_MM, GREY)
    return _drawn(sheet, parts, STRIP, _STRIP_NAMES, "A strip, from above")


def _drawn(
    sheet: Sheet,
    parts: Sequence[pcb_file.Footprint],
    probes: Sequence[Probe],
    names: Mapping[str, tuple[str, Point]],
    title: str,
) -> str:
    """Return a board with its parts, and with the probes' places and names."""
    sheet.rectangle(sheet.board, PALE, INK)
    places: dict[tuple[str, str], Point] = {}
    for part in parts:
        draw(sheet, part, mark=False)
        places |= {(part.reference, pad.number): pad.place for pad in part.pads}
        if part.reference in names and part.courtyard is not None:
            (x, y), (name, (right, down)) = _middle(part.courtyard), names[part.reference]
            sheet.text((x + right, y + down), name, 2.2)
    for probe in probes:
        x, y = places[probe.ref, probe.pad]
        end = (x + probe.away[0], y + probe.away[1])
        colour = INK if probe.is_ground else RED
        sheet.line((x, y), end, colour, 0.25 * SCALE, dashed=False)
        sheet.circle((x, y), 0.9, colour)
        half = len(probe.text) * _LETTERS_MM * 0.27
        sheet.rectangle((end[0] - half, end[1] - 1.7, end[0] + half, end[1] + 1.7), "white")
        sheet.text(end, probe.text, _LETTERS_MM, colour)
    return sheet.svg(f"{title}: places to measure at")


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
