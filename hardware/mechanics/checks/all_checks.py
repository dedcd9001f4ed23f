"""All checks of the committed part files."""

from __future__ import annotations

from hardware.electronics.fabrication.files import BoardFiles
from hardware.mechanics.checks import (
    assembly_fit,
    component_clearance,
    generated_files,
    light_walls,
    printability,
    screw_stacks,
    touch,
    tower_fit,
)
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import KAMISADO, PARTS, SIZES, printed
from hardware.mechanics.fabrication.manifest import volumes
from hardware.mechanics.mesh import stl


def check_all() -> tuple[list[str], int]:
    """Run every check on the files of every board; return the faults and the number of checks."""
    faults = generated_files.source_faults(PARTS) + generated_files.page_faults()
    checked = 2
    expected = volumes(PARTS)
    for squares in SIZES:
        sizes = load(squares)
        meshes = stl.read_parts(sizes, PARTS)
        for part in printed(sizes):
            file = part.path(sizes, "stl", PARTS)
            volume = expected.get(file.relative_to(PARTS).as_posix())
            faults += printability.faults(part, meshes[part.name], sizes.bed, volume)
            faults += [] if part.path(sizes, "step", PARTS).exists() else [f"{file.stem}: no STEP"]
            checked += 1
        for check in (
            tower_fit.magnet_faults,
            tower_fit.pole_faults,
            tower_fit.ring_faults,
            tower_fit.cap_faults,
            assembly_fit.faults,
            light_walls.faults,
            touch.overlay_faults,
        ):
            faults += [f"{squares}x{squares}: {fault}" for fault in check(sizes, meshes)]
            checked += 1
        if squares == KAMISADO:
            faults += touch.cap_faults(sizes, meshes)
            checked += 1
        faults += screw_stacks.faults(sizes)
        components = component_clearance.read(BoardFiles(f"strip{squares}").pcb)
        faults += component_clearance.faults(sizes, components)
        faults += generated_files.cut_sheet_faults(sizes, PARTS)
        checked += 3
    return list(dict.fromkeys(faults)), checked
