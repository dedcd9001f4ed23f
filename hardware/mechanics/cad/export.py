"""Export of all files of the mechanics: STL and STEP, cut sheets, manifest and hardware/PARTS.md.

Checks and pictures read the exported files, and so need no build123d.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import build123d as bd

from hardware.mechanics.cad import case, frame, grid, mounts, overlay, tower
from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import (
    KAMISADO,
    PARTS,
    SIDES,
    SIZES,
    SURFACE,
    Place,
    PrintedPart,
    cap_name,
    overlay_tiles,
    printed,
)
from hardware.mechanics.design.symbols import colours
from hardware.mechanics.fabrication import cut_sheets, film, parts_page
from hardware.mechanics.fabrication.manifest import MANIFEST, sources_digest
from hardware.mechanics.mesh.assembly import origin
from host.engine.kamisado.board import COLOURS, FILES, SQUARE_COLOURS

TOLERANCE_MM = 0.03
"""Largest distance of triangles from the true surface: less than a tenth of a nozzle's line."""
ANGLE = 0.25
"""Largest angle between neighbouring triangles of a curve, in radians."""
STAMP = "2026-01-01T00:00:00"
"""Time in the STEP files, fixed so that they are reproducible."""


def make(parts: Path = PARTS) -> None:
    """Write all files; parts that both boards share are written once."""
    exported: dict[str, dict[str, float]] = {}
    for squares in SIZES:
        sizes = load(squares)
        builders = _builders(sizes)
        for part in printed(sizes):
            stl = part.path(sizes, "stl", parts)
            key = stl.relative_to(parts).as_posix()
            if key not in exported:
                solid = _lying(sizes, part, builders[part.name]())
                _write(solid, stl, part.path(sizes, "step", parts))
                exported[key] = {"volume_mm3": round(solid.volume, 1)}
        sheets = cut_sheets.files(sizes)
        if squares == KAMISADO:
            sheets[SURFACE] = film.svg(sizes)
        for name, text in sheets.items():
            path = parts / f"{squares}x{squares}" / name
            path.write_text(text, encoding="utf-8", newline="\n")
    manifest = {"sources": sources_digest(), "parts": exported}
    (parts / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    if parts == PARTS:
        parts_page.FILE.write_text(parts_page.page(), encoding="utf-8", newline="\n")


def _builders(sizes: Dimensions) -> dict[str, Callable[[], bd.Part]]:
    """Return the function that models each part, by its name."""
    towers = sizes.tower
    caps = {
        cap_name(side, colour): partial(tower.cap, towers, colour, line=side == "black")
        for side in SIDES
        for colour in colours()
    }
    overlays = {
        name: partial(overlay.tile, sizes, _signs(sizes, places[0]))
        for name, places in overlay_tiles(sizes).items()
    }
    return {
        "tower_base_white": lambda: tower.base(towers, "N"),
        "tower_base_black": lambda: tower.base(towers, "S"),
        "tower_ring": lambda: tower.ring(towers),
        **caps,
        "grid_tile": lambda: grid.tile(sizes),
        "mount_peg": lambda: mounts.mount(sizes, screws=False),
        "mount_peg_edge": lambda: mounts.mount(sizes, screws=False, edge=True),
        "mount_screw": lambda: mounts.mount(sizes, screws=True),
        "mount_peg_tunnel": lambda: mounts.mount(sizes, screws=False, tunnel=True),
        "mount_screw_tunnel": lambda: mounts.mount(sizes, screws=True, tunnel=True),
        "mount_screw_edge": lambda: mounts.mount(sizes, screws=True, edge=True),
        "frame_corner": lambda: frame.corner(sizes),
        "frame_straight": lambda: frame.straight(sizes, cable=False),
        "frame_cable": lambda: frame.straight(sizes, cable=True),
        "case": lambda: case.case(sizes),
        "case_lid": lambda: case.lid(sizes),
        **overlays,
    }


def _signs(sizes: Dimensions, start: Place) -> dict[Place, str]:
    """Return the colours of a tile's squares; none on boards that are not Kamisado's.

    Args:
        sizes: dimensions of the board.
        start: square of the tile's corner towards a1.
    """
    if sizes.squares != KAMISADO:
        return {}
    span = range(sizes.tile_squares)
    return {
        (file, rank): COLOURS[SQUARE_COLOURS[(start[1] + rank) * FILES + start[0] + file]]
        for rank in span
        for file in span
    }


def _lying(sizes: Dimensions, part: PrintedPart, solid: bd.Part) -> bd.Part:
    """Return a part as it lies on the printer's bed: z = 0, its origin near the middle."""
    x, y, z = origin(sizes, part.name)
    moved = bd.Pos(-x, -y, -z) * solid
    return bd.Rot(180, 0, 0) * moved if part.upside_down else moved


def _write(solid: bd.Part, stl: Path, step: Path) -> None:
    stl.parent.mkdir(parents=True, exist_ok=True)
    if not solid.is_valid or len(solid.solids()) != 1:
        raise ValueError(f"{stl.stem} is {len(solid.solids())} solids, valid: {solid.is_valid}")
    bd.export_stl(solid, stl, tolerance=TOLERANCE_MM, angular_tolerance=ANGLE)
    bd.export_step(solid, step, timestamp=STAMP, write_pcurves=False)
