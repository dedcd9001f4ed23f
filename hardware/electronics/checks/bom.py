"""Check of hardware/BOM.md against the bills of materials that KiCad exports.

The names of the parts are compared with those in data_sheets.toml, which is written by hand: what
the page calls a capacitor of 25 V must be one.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from hardware.electronics.checks import data_sheets
from hardware.electronics.fabrication import bom


def faults(page: str, counted: Mapping[str, str], table: Path = data_sheets.TABLE) -> list[str]:
    """Return the faults of a page.

    Args:
        page: text of hardware/BOM.md.
        counted: KiCad's bill of every board, as CSV, by the board's name.
        table: the names of parts by order number.
    """
    lines = bom.parse(page)
    listed = {line.order: line for line in lines}
    found = []
    for index, build in enumerate(bom.BUILDS):
        wanted: Counter[str] = Counter()
        for name, boards in build.boards.items():
            for row in csv.DictReader(counted[name].splitlines()):
                if not row["MPN"]:
                    found.append(f"{name}: {row['References']} has no order number")
                wanted[row["MPN"]] += boards * int(row["Quantity"])
        unsoldered = {line.order for line in bom.UNSOLDERED}
        for order in sorted((wanted.keys() | listed.keys()) - unsoldered):
            count = listed[order].counts[index] if order in listed else 0
            if count != wanted[order]:
                found.append(
                    f"BOM.md says {count} of {order!r} for {build.name}; KiCad counts "
                    f"{wanted[order]}"
                )
    found += [f"BOM.md: {line.order!r} has no price" for line in lines if line.usd <= 0]
    found += _names(listed, table)
    if page != bom.page():
        found.append("BOM.md is not what hardware.electronics makes: make it again")
    return found


def _names(listed: Mapping[str, bom.Line], table: Path) -> Iterator[str]:
    names = tomllib.loads(table.read_text("utf-8"))["names"]
    unsoldered = {line.order for line in bom.UNSOLDERED}
    for order in sorted(listed.keys() - unsoldered):
        if order not in names:
            yield f"BOM.md: {table.name} has no name of {order!r}"
        elif listed[order].name != names[order]:
            yield f"BOM.md calls {order!r} {listed[order].name!r}, not {names[order]!r}"
