"""KiCad's project file of a board, with the design rules, and its library tables."""

from __future__ import annotations

import json
from pathlib import Path

from hardware.electronics.design.board import Board

RULES = {
    "min_clearance": 0.15,
    "min_track_width": 0.2,
    "min_via_diameter": 0.5,
    "min_via_annular_width": 0.13,
    "min_hole_to_hole": 0.25,
    "min_hole_clearance": 0.2,
    "min_copper_edge_clearance": 0.3,
    "min_through_hole_diameter": 0.3,
    "min_silk_clearance": 0.0,
    "min_text_height": 0.8,
    "min_text_thickness": 0.1,
    "solder_mask_to_copper_clearance": 0.0,
}
"""Millimetres; within the cheap pools of all board makers known to us."""


def project(board: Board) -> str:
    """Return the text of `.kicad_pro`."""
    content = {
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "board": {"design_settings": {"rules": RULES, "rule_severities": {}}},
        "erc": {"rule_severities": {}},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": 0.15,
                    "track_width": 0.25,
                    "via_diameter": 0.6,
                    "via_drill": 0.3,
                    "priority": 2147483647,
                    "wire_width": 6,
                    "bus_width": 12,
                    "line_style": 0,
                    "schematic_color": "rgba(0, 0, 0, 0.000)",
                    "pcb_color": "rgba(0, 0, 0, 0.000)",
                    "microvia_diameter": 0.3,
                    "microvia_drill": 0.1,
                    "diff_pair_gap": 0.25,
                    "diff_pair_width": 0.2,
                }
            ],
            "meta": {"version": 4},
        },
    }
    return json.dumps(content, indent=2) + "\n"


def write(board: Board, folder: Path) -> None:
    """Write `.kicad_pro` and the library tables.

    KiCad overwrites the project file when it saves a board: call this afterwards.
    """
    (folder / f"{board.name}.kicad_pro").write_text(project(board), "utf-8")
    symbols = {part.item.symbol.split(":")[0] for part in board.parts} | {"power"}
    footprints = {part.item.footprint.split(":")[0] for part in board.parts} | {
        "Fiducial",
        "MountingHole",
    }
    _table(folder / "sym-lib-table", "sym_lib_table", symbols, "${KICAD9_SYMBOL_DIR}/%s.kicad_sym")
    _table(folder / "fp-lib-table", "fp_lib_table", footprints, "${KICAD9_FOOTPRINT_DIR}/%s.pretty")


def _table(path: Path, kind: str, names: set[str], place: str) -> None:
    lines = [
        f'  (lib (name "{name}")(type "KiCad")(uri "{place % name}")(options "")(descr ""))'
        for name in sorted(names)
    ]
    path.write_text("\n".join([f"({kind}", "  (version 7)", *lines, ")"]) + "\n", "utf-8")
