"""Drawing of the connectors below a strip, with pin 1, keys and cables."""

from __future__ import annotations

from pathlib import Path

from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint
from hardware.geometry import Point
from hardware.soldering.sheet import GREY, INK, PALE, RED, SCALE, Sheet, body, draw, segments

_PLUGS = ("J1", "J2", "J3", "J4")


def plugs_below(boards: Path = FOLDER) -> str:
    """Return the strips' connectors from below as SVG, with pin 1, keys and cables.

    Args:
        boards: folder of the boards.
    """
    pcb = pcb_file.read(BoardFiles("strip8", boards).pcb)
    parts = {part.reference: part for part in pcb.footprints if part.reference in _PLUGS}
    xs = [x for part in parts.values() for x in (part.courtyard or (0, 0, 0, 0))[::2]]
    west, east, width = min(xs) - 14, max(xs) + 14, pcb.size[1]
    board = (west, 0.0, east, width)
    sheet = Sheet((west, -15.0, east, width + 15.0), board, mirrored=True)
    sheet.rectangle(board, PALE, INK)
    for ref, name in (("J1", "RIBBON IN"), ("J2", "RIBBON OUT")):
        _ribbon(sheet, parts[ref], name, ref == "J1", width)
    for ref in _PLUGS:
        draw(sheet, parts[ref], mark=True)
    for ref, name in (("J3", "5 V IN"), ("J4", "5 V OUT")):
        _power(sheet, parts[ref], name)
    middle = (west + east) / 2
    sheet.text((middle, width + 13.0), "White's side, ranks before", 2.2)
    sheet.text((middle, -13.0), "Black's side, ranks after", 2.2)
    sheet.text((west + 1, width / 2), "file a", 2.2, anchor="end")
    sheet.text((east - 1, width / 2), "file h", 2.2, anchor="start")
    return sheet.svg("The connectors below a strip, seen from below")


def _ribbon(sheet: Sheet, part: Footprint, name: str, entering: bool, width: float) -> None:
    """Draw a ribbon from its plug to the strip's edge and beyond, its red edge at pin 1."""
    pads = {pad.number: pad.place for pad in part.pads}
    (first, row), (last, _) = pads["1"], pads["19"]
    towards_pin_1 = 1 if first > last else -1
    wire = 1.27
    middle = (first + last) / 2
    half = 10 * wire
    end = width + 10 if entering else -10.0
    low, high = sorted((row, end))
    sheet.rectangle((middle - half, low, middle + half, high), "#b8c2d0", GREY, 0.55)
    edge = middle + towards_pin_1 * half
    red = sorted((edge, edge - towards_pin_1 * wire))
    sheet.rectangle((red[0], low, red[1], high), RED, opacity=0.8)
    sheet.text((middle, end - 2.5 if entering else end + 2.5), f"{part.reference} {name}", 2.2)
    key = _key(part)
    sheet.text((key[0], key[1] + 1.4), "key", 1.6, RED)
    sheet.text((first, row + 2.9), "1", 1.8, RED)


def _key(part: Footprint) -> Point:
    """Return the middle of the gap in a box header's wall, which takes the plug's key.

    Its footprint draws the wall as two collinear lines with a gap, on the side of the odd pins.
    """
    pads = {pad.number: pad.place for pad in part.pads}
    (x1, odd), (x2, _), (_, even) = pads["1"], pads["19"], pads["2"]
    return (x1 + x2) / 2, odd + (1 if odd > even else -1) * 2.6


def draw_slots(sheet: Sheet, part: Footprint) -> list[Point]:
    """Draw the two slots of an XH header's wall, for the ribs of its plug; return their middles.

    They are in the wall that is nearer to the pins, at the pins' places (JST's drawing).
    """
    places = [pad.place for pad in part.pads]
    walls = [y for item in body(part) for line in segments(part, item) for _, y in line]
    wall = min((min(walls), max(walls)), key=lambda each: abs(each - places[0][1]))
    for x, _ in places:
        sheet.rectangle((x - 0.7, wall - 0.4, x + 0.7, wall + 0.4), "white", RED)
    return [(x, wall) for x, _ in places]


def _power(sheet: Sheet, part: Footprint, name: str) -> None:
    """Draw the two wires of a plug, and the two slots of its header."""
    pads = {pad.number: pad.place for pad in part.pads}
    (x1, y), (x2, _) = pads["1"], pads["2"]
    for x, colour in ((x1, RED), (x2, INK)):
        sheet.line((x, y), (x, y + 13), colour, 0.8 * SCALE, dashed=False)
    wall = draw_slots(sheet, part)[0][1]
    sheet.text(((x1 + x2) / 2, y - 5.6), f"{part.reference} {name}", 1.8)
    sheet.text((x1, y - 2.2), "1 +", 1.6, RED)
    sheet.text((x2, y - 2.2), "-", 1.8)
    if part.reference == "J3":
        sheet.text((x1 - 2.6, wall), "slots", 1.6, RED, "start")
