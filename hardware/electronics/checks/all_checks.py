"""All checks of the committed boards, one after another, each under its name."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware import geometry, pinmap
from hardware.electronics.checks import bom as bom_check
from hardware.electronics.checks import (
    connectivity,
    generated_files,
    placement,
    power_budget,
    power_up,
)
from hardware.electronics.fabrication import bom, build
from hardware.electronics.kicad import kicad_cli
from hardware.paths import HARDWARE

README = HARDWARE / "README.md"
_STRIPS = {f"strip{squares}": squares for squares in bom.SIZES}


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold, and how to find what is wrong with it."""

    title: str
    faults: Callable[[], list[str]]


def checks(folder: Path = build.FOLDER, regenerate: bool = True) -> list[Check]:
    """The checks of the boards in a folder.

    Args:
        folder: where the boards lie: the repository's, or a copy of them.
        regenerate: whether to lay the boards out again and compare, which takes a minute.
    """
    made = [build.files(name, folder) for name in build.NAMES]
    listed = [
        Check(
            "schematics are what the generator draws",
            lambda: [fault for each in made for fault in generated_files.schematic_faults(each)],
        ),
        Check(
            "KiCad's electrical rules, nothing ignored",
            lambda: [f for each in made for f in kicad_cli.violations("sch", each.schematic)],
        ),
        Check(
            "KiCad's layout rules, unconnected pins, parity, nothing ignored",
            lambda: [fault for each in made for fault in kicad_cli.violations("pcb", each.pcb)],
        ),
        Check("netlists, pin map and firmware agree", lambda: list(_wiring(folder))),
        Check("parts and holes lie where printed parts expect them", lambda: list(_places(folder))),
        Check(
            "files to order belong to the boards and are complete",
            lambda: [fault for each in made for fault in generated_files.export_faults(each)],
        ),
        Check("the bill of materials is what KiCad counts", lambda: _bill(folder)),
        Check("the power budget holds", lambda: list(_power())),
        Check("the firmware waits long enough for a strip", lambda: list(_switch_on())),
    ]
    if regenerate:
        listed.append(Check("boards are what the generator lays out", lambda: list(_again(folder))))
    return listed


def _wiring(folder: Path) -> Iterator[str]:
    pin_map = pinmap.load()
    netlists = {n: kicad_cli.netlist(build.files(n, folder).schematic) for n in build.NAMES}
    yield from connectivity.controller_faults(netlists["controller"], pin_map)
    for name, squares in _STRIPS.items():
        yield from connectivity.strip_faults(name, squares, netlists[name], pin_map)
    yield from connectivity.firmware_faults(pin_map)


def _places(folder: Path) -> Iterator[str]:
    places = geometry.load()
    for name, squares in _STRIPS.items():
        placed = placement.read(build.files(name, folder).pcb)
        yield from placement.strip_faults(name, squares, placed, places)
    yield from placement.controller_faults(
        placement.read(build.files("controller", folder).pcb), places
    )


def _bill(folder: Path) -> list[str]:
    counted = {n: build.files(n, folder).bill.read_text("utf-8") for n in build.NAMES}
    return bom_check.faults(bom.FILE.read_text("utf-8"), counted)


def _power() -> Iterator[str]:
    table = readme_table("Power")
    for column, squares in enumerate(bom.SIZES, 1):
        said = {row[0]: int(row[column]) for row in table}
        yield from power_budget.faults(power_budget.budget(squares), said)


def _switch_on() -> Iterator[str]:
    for squares in bom.SIZES:
        yield from power_up.faults(power_up.simulate_strip(squares))


def _again(folder: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        again = Path(name)
        build.remake(build.NAMES, again)
        for board in build.NAMES:
            yield from generated_files.pcb_faults(build.files(board, folder), again)


def readme_table(heading: str, text: str | None = None) -> list[list[str]]:
    """The rows of the first table under a heading of hardware/README.md, without its head."""
    page = README.read_text("utf-8") if text is None else text
    section = re.split(r"\n## ", page.split(f"\n## {heading}\n", 1)[1], maxsplit=1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
