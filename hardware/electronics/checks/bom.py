"""Check of hardware/BOM.md against the bills of materials that KiCad exports."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping

from hardware.electronics.fabrication import bom


def faults(page: str, counted: Mapping[str, str]) -> list[str]:
    """Return the faults of a page.

    Args:
        page: text of hardware/BOM.md.
        counted: KiCad's bill of every board, as CSV, by the board's name.
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
    if page != bom.page():
        found.append("BOM.md is not what hardware.electronics makes: make it again")
    return found
