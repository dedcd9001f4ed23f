"""Check of the assembler's files against the tables of the data sheets and packages.

The list of parts must have every part with its order number, the bill those that the machine
places with their numbers in LCSC's catalogue; the placements must have the middle and the angle of
each, computed from the pads on the board and the angle of JLCPCB's library in packages.toml.
"""

from __future__ import annotations

import csv
import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.checks import data_sheets, packages
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad.pcb_file import Footprint, PcbFile
from hardware.geometry import Point

PLACE_MM = 0.05
_PARTS = ("References", "LCSC", "MPN", "Value", "Footprint")
_BILL = ("Designator", "JLCPCB Part #", "MPN", "Comment", "Footprint")
_PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")


@dataclass(frozen=True, slots=True)
class Files:
    """The texts of a board's files: KiCad's list of parts, JLCPCB's bill and placements."""

    parts: str
    bill: str
    placements: str


def read(files: BoardFiles) -> Files:
    """Read the files of a board."""
    paths = (files.bom, files.assembly_bom, files.placements)
    return decoded(*(path.read_bytes() for path in paths))


def decoded(*lists: bytes) -> Files:
    """Decode parts, bill and placements; what is no UTF-8 is told as a value that is wrong."""
    return Files(*(data.decode("utf-8", "replace") for data in lists))


def faults(board: str, pcb: PcbFile, files: Files, table: Path = data_sheets.TABLE) -> list[str]:
    """Return what a buyer or an assembler would do otherwise than the board wants."""
    parts = {part.reference: part for part in pcb.footprints if not part.board_only}
    machine = {
        ref: part
        for ref, part in parts.items()
        if "jlc" in packages.by_order().get(part.field("MPN") or "", {})
    }
    data = tomllib.loads(table.read_text("utf-8"))
    numbers, others = data["lcsc"], data["others"]
    found = list(_bill("list of parts", files.parts, _PARTS, parts, numbers, {}))
    found += _bill("bill", files.bill, _BILL, machine, numbers, others)
    found += _placements(files.placements, machine, pcb.corner)
    return [f"{board}: {fault}" for fault in found]


def _bill(
    name: str,
    text: str,
    columns: Sequence[str],
    parts: Mapping[str, Footprint],
    numbers: Mapping[str, str],
    others: Mapping[str, str],
) -> Iterator[str]:
    """Check that a bill has every part, with its numbers, value and footprint.

    Args:
        name: of the bill.
        text: its CSV.
        columns: names of references, LCSC's number, order number, value and footprint.
        parts: those that it must have.
        numbers: LCSC's number by order number.
        others: order number of another part behind a number of LCSC's.
    """
    listed: dict[str, dict[str, str]] = {}
    reader = csv.DictReader(text.splitlines(), restval="")
    if missing := [column for column in columns if column not in (reader.fieldnames or ())]:
        yield f"the {name} has no column {', '.join(missing)}"
        return
    for row in reader:
        for ref in row[columns[0]].split(","):
            if ref in listed:
                yield f"{ref} is in the {name} twice"
            listed[ref] = row
    for ref in sorted(parts.keys() ^ listed.keys()):
        yield f"{ref} is {'missing in' if ref in parts else 'too many in'} the {name}"
    for ref in sorted(parts.keys() & listed.keys()):
        order, row = parts[ref].field("MPN") or "", listed[ref]
        number = numbers.get(order, "")
        values = row[columns[3]].split(",")  # of connectors alike, each has its own
        wanted = {
            columns[1]: number,
            columns[2]: others.get(number, order),
            columns[3]: (value := parts[ref].field("Value") or ""),
            columns[4]: parts[ref].library.split(":")[-1],
        }
        written = {column: row[column].split(":")[-1] for column in columns[1:]}
        written[columns[3]] = value if value in values else row[columns[3]]
        for column, should in wanted.items():
            if written[column] != should:
                yield f"{ref} has the {column} {written[column]!r} in the {name}, not {should!r}"


def _placements(text: str, machine: Mapping[str, Footprint], corner: Point) -> Iterator[str]:
    reader = csv.DictReader(text.splitlines(), restval="")
    if missing := [column for column in _PLACES if column not in (reader.fieldnames or ())]:
        yield f"the placements have no column {', '.join(missing)}"
        return
    rows = list(reader)
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
        try:
            x, y, turned = (float(row[column]) for column in ("Mid X", "Mid Y", "Rotation"))
        except ValueError:
            yield f"{ref} is placed at {row['Mid X']!r}, {row['Mid Y']!r}, {row['Rotation']!r}"
            continue
        place = (x - corner[0], -y - corner[1])
        if math.dist(place, at.origin) > PLACE_MM:
            yield f"{ref} is placed at {place[0]:.2f}, {place[1]:.2f}, not at " + (
                f"{at.origin[0]:.2f}, {at.origin[1]:.2f}"
            )
        angle = (at.turn + package["jlc"]) % 360
        if turned % 360 != angle:
            yield f"{ref} is placed at {turned:g} degrees, not at {angle}"
        if row["Layer"] != ("bottom" if at.below else "top"):
            yield f"{ref} is placed on the {row['Layer']}"
