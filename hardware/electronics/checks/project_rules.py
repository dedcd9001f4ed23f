"""Check that a project's own settings do not silence KiCad's rules.

KiCad's command line obeys `.kicad_pro`: a severity that is set to `ignore` there hides a fault from
every check, and a violation that was excluded by hand as well.  So does a rule of one's own in
`.kicad_dru`, and a matrix of pins in which two outputs may be connected.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

MAKER_MM = {
    "min_clearance": 0.127,
    "min_track_width": 0.127,
    "min_via_diameter": 0.5,
    "min_via_annular_width": 0.13,
    "min_hole_to_hole": 0.25,
    "min_hole_clearance": 0.2,
    "min_copper_edge_clearance": 0.3,
    "min_through_hole_diameter": 0.3,
}
"""Minima of a cheap board maker: JLCPCB's page of capabilities, from memory."""
PIN_TYPES = {"output": 1, "power output": 8, "unconnected pin": 11}
"""Lines of KiCad's matrix of pins for which a second driver, or any connection, is a mistake."""


def faults(project: Path) -> list[str]:
    """Return the settings of a `.kicad_pro` that silence or loosen a rule, one line each."""
    found = list(_faults(json.loads(project.read_text("utf-8"))))
    if (own := project.with_suffix(".kicad_dru")).exists():
        found.append(f"{own.name} beside it can loosen every rule: delete it")
    return [f"{project.name}: {fault}" for fault in found]


def _faults(project: Any) -> Iterator[str]:
    settings = project["board"]["design_settings"]
    erc = project.get("erc", {})
    for what, severities in (
        ("layout", settings.get("rule_severities", {})),
        ("electrical", erc.get("rule_severities", {})),
    ):
        silenced = [rule for rule, severity in severities.items() if severity == "ignore"]
        if silenced:
            yield f"{what} rules are ignored: {', '.join(sorted(silenced))}"
    excluded = settings.get("drc_exclusions", []) + erc.get("erc_exclusions", [])
    if excluded:
        yield f"{len(excluded)} violations are excluded by hand"
    if matrix := erc.get("pin_map"):
        for (one, i), (other, j) in combinations_with_replacement(PIN_TYPES.items(), 2):
            if not (matrix[i][j] and matrix[j][i]):
                yield f"pin_map lets {one} and {other} be connected"
    for rule, least in MAKER_MM.items():
        value = settings["rules"].get(rule)
        if value is None or value < least:
            yield f"{rule} is {value} mm; board makers ask for {least}"
