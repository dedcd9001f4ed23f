"""Drawing of the controller with the order in which its parts are soldered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.electronics.kicad.pcb_file import Footprint
from hardware.geometry import Box
from hardware.soldering.labels import free, width
from hardware.soldering.plugs import draw_slots
from hardware.soldering.sheet import INK, PALE, RED, Sheet, draw

STEPS: Sequence[tuple[str, ...]] = (
    ("U2", "U3", "Q1"),
    ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "C1", "C3", "C4"),
    ("D1", "F1"),
    ("SW1",),
    ("C2",),
    ("JP1", "J5", "J6"),
    ("J1", "J2"),
    ("U1",),
    ("J3",),
)
"""Parts of the controller in the order in which they are soldered: flat ones first."""
OPTIONAL = frozenset({"J3", "F1", "Q1", "D1", "R1", "R8", "J5", "J6"})
"""Parts of the controller that may be left out."""
MARKS = {
    "U2": "dot",
    "U3": "dot",
    "D1": "band",
    "C2": "+",
    "J1": "1",
    "J2": "+ red",
    "J3": "+",
    "U1": "1",
}
"""Meaning of pad 1 of the parts that have a way round; the three legs of Q1 fit one way only."""
JUMPER = {"1": "USB", "3": "EXT"}
"""Supply that the shunt of JP1 selects on its middle pin and this one."""
_LEGEND = "Number: step. Red: pad 1, with what is there on the part. Dashed: may be left out."
_USES = {
    "J1": "STRIPS",
    "J2": "PIXELS",
    "J3": "5 V",
    "J5": "I2C",
    "J6": "BUTTONS",
    "SW1": "RESET",
}
"""Names of connectors, as they are printed on the board."""


def controller(boards: Path = FOLDER) -> str:
    """Return the controller from above as SVG: each part with its step, reference and value.

    Args:
        boards: folder of the boards.
    """
    pcb = pcb_file.read(BoardFiles("controller", boards).pcb)
    board = (0.0, 0.0, *pcb.size)
    sheet = Sheet((-1.0, -1.0, board[2] + 1.0, board[3] + 5.0), board)
    sheet.rectangle(board, PALE, INK)
    steps = {ref: number for number, refs in enumerate(STEPS, 1) for ref in refs}
    parts = [part for part in pcb.footprints if part.reference in steps]
    taken = [box for part in parts if (box := part.courtyard) is not None]
    for part in pcb.footprints:
        if part.is_hole:
            sheet.circle(part.origin, 1.6, "white", INK)
    for part in parts:
        draw(sheet, part, part.reference in MARKS, part.reference in OPTIONAL)
    for part in sorted(parts, key=lambda part: steps[part.reference]):
        mark = MARKS.get(part.reference)
        if mark is not None:
            _mark(sheet, part, "1", mark, taken)
        if part.reference == "JP1":
            for number, supply in JUMPER.items():
                _mark(sheet, part, number, supply, taken, INK)
        if part.reference == "J2":
            (left, wall), (right, _) = draw_slots(sheet, part)
            _write(sheet, (left, wall - 0.4, right, wall + 0.4), "slots", taken)
    for part in sorted(parts, key=_size):
        _label(sheet, part, steps[part.reference], taken)
    sheet.text((0.0, board[3] + 2.5), _LEGEND, 1.6, anchor="start")
    return sheet.svg("The controller from above: parts with the number of their step")


def _size(part: Footprint) -> float:
    """Return the area of a part: labels of small parts have to be near."""
    left, upper, right, lower = part.courtyard or (0.0, 0.0, 0.0, 0.0)
    return (right - left) * (lower - upper)


def _mark(
    sheet: Sheet, part: Footprint, number: str, mark: str, taken: list[Box], colour: str = RED
) -> None:
    """Write the meaning of a pad at the nearest free place."""
    x, y = next(pad.place for pad in part.pads if pad.number == number)
    _write(sheet, (x - 0.6, y - 0.6, x + 0.6, y + 0.6), mark, taken, colour)


def _write(sheet: Sheet, box: Box, text: str, taken: list[Box], colour: str = RED) -> None:
    """Write a text at the free place that is nearest to a box."""
    wide, high = width(text, 1.4), 1.5
    px, py = free(box, (wide, high), sheet, taken)
    taken.append((px, py, px + wide, py + high))
    sheet.text((px + wide / 2, py + high / 2), text, 1.4, colour)


def _label(sheet: Sheet, part: Footprint, step: int, taken: list[Box]) -> None:
    """Write step, reference and value of a part into it, else at the nearest free place.

    Raises:
        ValueError: if there is none.
    """
    left, upper, right, lower = part.courtyard or (*part.origin, *part.origin)
    words = f"{part.reference} {_USES.get(part.reference) or part.field('Value')}"
    wide, high = 2.5 + width(words, 1.4), 2.3
    middle = ((left + right) / 2, (upper + lower) / 2)
    if right - left > wide and lower - upper > 8:
        px, py = middle[0] - wide / 2, middle[1] - high / 2
    else:
        px, py = free((left, upper, right, lower), (wide, high), sheet, taken)
        near = (min(max(middle[0], px), px + wide), min(max(middle[1], py), py + high))
        edge = (min(max(near[0], left), right), min(max(near[1], upper), lower))
        sheet.line(edge, near, INK, 1.2, dashed=False)
    taken.append((px, py, px + wide, py + high))
    sheet.rectangle(taken[-1], "white", opacity=0.7)
    sheet.circle((px + 1.1, py + high / 2), 1.05, INK)
    sheet.text((px + 1.1, py + high / 2), str(step), 1.5, "white")
    sheet.text((px + 2.4, py + high / 2), words, 1.4, INK, "start")
