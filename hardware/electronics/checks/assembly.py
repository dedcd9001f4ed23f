"""Check of the assembler's files against the tables of the data sheets and packages.

The bill must have every part that the machine places with its number in LCSC's catalogue; the
placements must have its middle and its angle, computed from the pads on the board and from the
angle of JLCPCB's library, which packages.toml has by hand.
"""

from __future__ import annotations

import csv
import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from hardware.electronics.checks import data_sheets, packages
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile
from hardware.geometry import Point

PLACE_MM = 0.05


def faults(
    board: str, pcb: PcbFile, bill: Path, placements: Path, table: Path = data_sheets.TABLE
) -> list[str]:
    """Return what an assembler would do otherwise than the board wants.

    Args:
        board: its name.
        pcb: its layout.
        bill: JLCPCB's bill of materials, as CSV.
        placements: JLCPCB's placements, as CSV.
        table: the data sheets.
    """
    machine = {
        part.reference: part
        for part in pcb.footprints
        if "jlc" in packages.by_order().get(part.field("MPN") or "", {})
    }
    found = [*_bill(bill, machine, table), *_placements(placements, machine, pcb.corner)]
    return [f"{board}: {fault}" for fault in found]


def _bill(file: Path, machine: Mapping[str, Footprint], table: Path) -> Iterator[str]:
    data = tomllib.loads(table.read_text("utf-8"))
    listed: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(file.read_text("utf-8").splitlines()):
        for ref in row["Designator"].split(","):
            if ref in listed:
                yield f"{ref} is in the bill twice"
            listed[ref] = row
    for ref in sorted(machine.keys() ^ listed.keys()):
        yield f"{ref} is {'missing in' if ref in machine else 'too many in'} the bill"
    for ref in sorted(machine.keys() & listed.keys()):
        order, row = machine[ref].field("MPN") or "", listed[ref]
        number = data["lcsc"].get(order)
        wanted = (number, data["others"].get(number, order), machine[ref].field("Value"))
        written = (row["JLCPCB Part #"], row["MPN"], row["Comment"])
        for what, is_, should in zip(
            ("LCSC's number", "order number", "value"), written, wanted, strict=True
        ):
            if is_ != should:
                yield f"{ref} has the {what} {is_!r} in the bill, not {should!r}"


def _placements(file: Path, machine: Mapping[str, Footprint], corner: Point) -> Iterator[str]:
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    for ref in sorted(machine.keys() ^ {row["Designator"] for row in rows}):
        yield f"{ref} is {'missing in' if ref in machine else 'too many in'} the placements"
    placed = Counter(row["Designator"] for row in rows)
    yield from (f"{ref} is in the placements twice" for ref, n in placed.items() if n > 1)
    for row in rows:
        ref = row["Designator"]
        if ref not in machine:
            continue
        package = packages.by_order()[machine[ref].field("MPN") or ""]
        at = packages.pose(machine[ref], package)
        if at is None:
            yield f"{ref} is placed on pads that are not its own"
            continue
        place = (float(row["Mid X"]) - corner[0], -float(row["Mid Y"]) - corner[1])
        if math.dist(place, at.origin) > PLACE_MM:
            yield f"{ref} is placed at {place[0]:.2f}, {place[1]:.2f}, not at " + (
                f"{at.origin[0]:.2f}, {at.origin[1]:.2f}"
            )
        angle = (at.turn + package["jlc"]) % 360
        if float(row["Rotation"]) % 360 != angle:
            yield f"{ref} is placed at {row['Rotation']} degrees, not at {angle}"
        if row["Layer"] != ("bottom" if at.below else "top"):
            yield f"{ref} is placed on the {row['Layer']}"
