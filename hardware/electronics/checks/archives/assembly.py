"""Check of an assembler's files against the board, the archive and each other."""

from __future__ import annotations

import csv
import io

from hardware.electronics.checks.archives.archive import Archive
from hardware.electronics.checks.archives.places import Places
from hardware.electronics.checks.archives.shapes import box_around
from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.geometry import Box, Point

_BILL = ("Comment", "Designator", "Footprint", "JLCPCB Part #")
_PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")


def faults(archive: Archive, bill: str, placements: str, pcb: PcbFile) -> list[str]:  # noqa: PLR0912 (one for each thing that may be wrong)
    """Return where bill and placements do not fit each other, the pads of the archive or the board.

    The board says which of LCSC's parts is ordered for a part.
    """
    ordered, found = _rows(bill, _BILL, "bill")
    placed, more = _rows(placements, _PLACES, "placements")
    found += more
    if found:
        return found
    refs = [ref for row in ordered for ref in row["Designator"].split(",")]
    numbers = {part.reference: part.field("LCSC") for part in pcb.footprints}
    for row in ordered:
        for ref in row["Designator"].split(","):
            if not row["JLCPCB Part #"] or row["JLCPCB Part #"] != numbers.get(ref):
                found.append(
                    f"{ref} is ordered as {row['JLCPCB Part #']!r}, not as {numbers.get(ref)!r}"
                )
    rows = {row["Designator"]: row for row in placed}
    for ref in sorted({ref for ref in refs if refs.count(ref) > 1}):
        found.append(f"the bill has {ref} twice")
    if len(rows) < len(placed):
        found.append("the placements have a part twice")
    for ref in sorted(rows.keys() ^ set(refs)):
        found.append(f"{ref} is in the {'placements' if ref in rows else 'bill'} only")
    pads = _pads(archive)
    paste = Places(item.path[0] for item in archive.layers["F_Paste"].flashes())
    pasted = {ref for ref, each in pads.items() if any(middle in paste for _, middle in each)}
    for ref in sorted(pasted):
        if bare := sum(middle not in paste for _, middle in pads[ref]):
            found.append(f"{ref} gets paste, but {bare} of its {len(pads[ref])} pads none")
    found += [f"{ref} gets paste, but no machine places it" for ref in sorted(pasted - rows.keys())]
    for ref, row in rows.items():
        if row["Layer"] != "top":
            found.append(f"{ref} is to be placed on {row['Layer']!r}: the files are for the top")
        try:
            place, degrees = (float(row["Mid X"]), float(row["Mid Y"])), float(row["Rotation"])
        except ValueError:
            found.append(f"{ref} is to be placed at {row['Mid X']!r}, {row['Mid Y']!r}: no numbers")
            continue
        if not 0 <= degrees < 360:
            found.append(f"{ref} is turned by {degrees:g} degrees")
        if ref not in pads:
            found.append(f"{ref} is to be placed, but has no pads")
            continue
        if not _inside(place, box_around(box for box, _ in pads[ref])):
            found.append(f"{ref} is to be placed at {place[0]:g}, {place[1]:g}, beside its pads")
        if ref not in pasted:
            found.append(f"{ref} is to be placed, but F_Paste has no paste on its pads")
    return found + _turn_faults(placements, pcb)


def _turn_faults(placements: str, pcb: PcbFile) -> list[str]:
    """Return parts that are turned otherwise than others of their footprint.

    An assembler's library has each part turned by some right angles against the board's, all parts
    of a footprint by the same.
    """
    rows, _ = _rows(placements, _PLACES, "placements")
    parts = {part.reference: part for part in pcb.footprints}
    turns: dict[str, dict[float, list[str]]] = {}
    for row in rows:
        if part := parts.get(row["Designator"]):
            try:
                turn = (float(row["Rotation"]) - part.rotation) % 360
            except ValueError:
                continue  # told by `faults`
            turns.setdefault(part.library, {}).setdefault(turn, []).append(part.reference)
    found = []
    for footprint, by_turn in turns.items():
        common = max(by_turn, key=lambda turn: len(by_turn[turn]))
        for turn, refs in by_turn.items():
            if turn != common:
                others = ", ".join(sorted(refs))
                found.append(f"{others}: turned by {turn:g} degrees, other {footprint} {common:g}")
            elif turn % 90:
                found.append(f"{footprint} is turned by {turn:g} degrees against the board")
    return found


def _pads(archive: Archive) -> dict[str, list[tuple[Box, Point]]]:
    """Return boxes and middles of the pads of each part on top."""
    pads: dict[str, list[tuple[Box, Point]]] = {}
    for item in archive.layers["F_Cu"].flashes():
        ref, number = item.part
        if number:
            pads.setdefault(ref, []).append((item.box, item.path[0]))
    return pads


def _rows(text: str, head: tuple[str, ...], name: str) -> tuple[list[dict[str, str]], list[str]]:
    reader = csv.DictReader(io.StringIO(text), restval="")
    missing = [column for column in head if column not in (reader.fieldnames or ())]
    if missing:
        return [], [f"the {name} has no column {', '.join(missing)}"]
    rows = list(reader)
    return rows, [] if rows else [f"the {name} is empty"]


def _inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
