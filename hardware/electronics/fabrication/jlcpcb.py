"""Bill of materials and placements in the columns of JLCPCB's assembly service.

KiBot does the same, but 1.9.1 cannot read these schematics; the 40 lines below need no other tool.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from hardware.electronics.design.components import OTHERS_AT_LCSC

BOM_HEAD = ("Comment", "Designator", "Footprint", "JLCPCB Part #", "MPN")
PLACEMENTS_HEAD = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")

ROTATIONS = {
    r"SOT-23": 180,
    r"SSOP-": 270,
    r"CP_Elec_": 180,
    r"LED_WS2812B_PLCC4": 180,
}
"""Degrees that JLCPCB's library is turned against KiCad's, by the footprint's first letters.

From the table that KiBot 1.9 and JLCKicadTools share; the latter no longer turns the LED.  No order
has proved them: compare the preview with the drawing before you pay.
"""


def bom(kicad: str, assembled: set[str]) -> str:
    """Return the bill of the assembled parts as CSV, with the order numbers of LCSC's parts.

    Args:
        kicad: KiCad's bill of the whole board.
        assembled: references of the parts that the machine places.
    """
    rows = []
    for row in csv.DictReader(io.StringIO(kicad)):
        refs = [ref for ref in row["References"].split(",") if ref in assembled]
        if refs:
            footprint = row["Footprint"].split(":")[1]
            order = OTHERS_AT_LCSC.get(row["LCSC"], row["MPN"])
            rows.append((row["Value"], ",".join(refs), footprint, row["LCSC"], order))
    return _csv(BOM_HEAD, rows)


def placements(kicad: str, assembled: set[str]) -> str:
    """Return the placements of the assembled parts as CSV, from KiCad's positions."""
    rows = [
        (row["Ref"], row["PosX"], row["PosY"], row["Side"], f"{rotation(row):g}")
        for row in csv.DictReader(io.StringIO(kicad))
        if row["Ref"] in assembled
    ]
    return _csv(PLACEMENTS_HEAD, rows)


def rotation(row: Mapping[str, str]) -> float:
    """Return JLCPCB's rotation of a part, from its line in KiCad's positions."""
    turns = (turn for begin, turn in ROTATIONS.items() if re.match(begin, row["Package"]))
    return (float(row["Rot"]) + next(turns, 0)) % 360


def _csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
