"""The bill of materials: hardware/BOM.md against what KiCad counts in the schematics."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping

from hardware.electronics.fabrication import bom


def faults(page: str, counted: Mapping[str, str]) -> list[str]:
    """Where the page is wrong.

    Args:
        page: the text of hardware/BOM.md.
        counted: KiCad's own bill of every board, as CSV, by the board's name.
    """
    listed = bom.read(page)
    found = []
    for index, size in enumerate(bom.SIZES):
        wanted: Counter[str] = Counter()
        for name, boards in bom.composition(size).items():
            for row in csv.DictReader(counted[name].splitlines()):
                if not row["MPN"]:
                    found.append(f"{name}: {row['References']} has no order number")
                wanted[row["MPN"]] += boards * int(row["Quantity"])
        beside = {line.order for line in bom.BESIDE}
        for order in sorted((wanted.keys() | listed.keys()) - beside):
            said = listed[order].counts[index] if order in listed else 0
            if said != wanted[order]:
                found.append(
                    f"BOM.md says {said} of {order!r} for {size}x{size}; KiCad counts "
                    f"{wanted[order]}"
                )
    found += [f"BOM.md: {order!r} has no price" for order, line in listed.items() if line.usd <= 0]
    if page != bom.page():
        found.append("BOM.md is not what hardware.electronics makes: make it again")
    return found
