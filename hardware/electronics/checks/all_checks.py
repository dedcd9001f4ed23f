"""List of all checks of the committed boards."""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware import geometry, pinmap
from hardware.electronics.checks import (
    assembly,
    connectivity,
    currents,
    data_sheets,
    directions,
    generated_files,
    inrush,
    packages,
    placement,
    power_budget,
    power_up,
    project_rules,
    silkscreen,
)
from hardware.electronics.checks import bom as bom_check
from hardware.electronics.checks.archives import order_files
from hardware.electronics.design import boards
from hardware.electronics.fabrication import bom, build, layout_record
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import kicad_cli, netlist, pcb_file
from hardware.electronics.kicad.pcb_file import PcbFile
from hardware.paths import HARDWARE

README = HARDWARE / "README.md"


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its title, and functions that return its faults and what else it has to say."""

    title: str
    faults: Callable[[], list[str]]
    notes: Callable[[], list[str]] = list


def checks(
    folder: Path = FOLDER, rebuild: bool = True, edited: bool = False, anew: bool = False
) -> list[Check]:
    """Return the checks of the boards in a folder.

    Args:
        folder: the repository's boards, or a copy of them.
        rebuild: compare the boards with what the generator lays out.
        edited: leave out what compares the boards with those of the generator.
        anew: lay out also the boards of which the record says that this generator did.
    """
    files = [BoardFiles(name, folder) for name in boards.NAMES]
    drawn = [
        Check(
            "schematics and projects are what the generator draws",
            lambda: [
                fault
                for each in files
                for check in (generated_files.schematic_faults, generated_files.project_faults)
                for fault in check(each)
            ],
        )
    ]
    listed = [
        *([] if edited else drawn),
        Check(
            "no rule of KiCad is silenced in a project",
            lambda: [f for each in files for f in project_rules.faults(each.project)],
        ),
        Check(
            "KiCad's electrical rules, nothing ignored",
            lambda: [f for each in files for f in kicad_cli.rule_violations("sch", each.schematic)],
        ),
        Check(
            "KiCad's layout rules, unconnected pins, parity, nothing ignored",
            lambda: [f for each in files for f in kicad_cli.rule_violations("pcb", each.pcb)],
        ),
        *_sheets(folder),
        Check("netlists, pin map and firmware agree", lambda: list(_connectivity(folder))),
        Check(
            "parts and holes lie where printed parts expect them", lambda: list(_placement(folder))
        ),
        Check(
            "files to order belong to the boards and are complete",
            lambda: [fault for each in files for fault in generated_files.export_faults(each)],
        ),
        Check(
            "archives to order, read without KiCad, are the boards",
            lambda: [fault for each in files for fault in order_files.faults(each)],
        ),
        Check("the bill of materials is what KiCad counts", lambda: _bom(folder)),
        Check("the power budget holds", lambda: list(_power_budget())),
        Check("USB carries the inrush of the LEDs' supply", lambda: list(_inrush())),
        Check(
            "the firmware waits long enough for the last strip",
            lambda: list(_power_up()),
            lambda: [
                f"{squares}x{squares}: {margin}"
                for squares in boards.STRIPS.values()
                for margin in power_up.margins(power_up.simulate_strip(squares))
            ],
        ),
    ]
    if rebuild:
        listed.append(
            Check("boards are what the generator lays out", lambda: list(_rebuilt(folder, anew)))
        )
    return listed


def _connectivity(folder: Path) -> Iterator[str]:
    pin_map = pinmap.load()
    netlists = {name: netlist.read(BoardFiles(name, folder).schematic) for name in boards.NAMES}
    yield from connectivity.controller_faults(netlists["controller"], pin_map)
    for name, squares in boards.STRIPS.items():
        yield from connectivity.strip_faults(name, squares, netlists[name], pin_map)
    yield from connectivity.firmware_faults(pin_map)


def _sheets(folder: Path) -> list[Check]:
    """Return the checks against the tables that are written by hand."""

    def each(faults: Callable[[str, PcbFile], list[str]]) -> list[str]:
        return [
            fault
            for name in boards.NAMES
            for fault in faults(name, pcb_file.read(BoardFiles(name, folder).pcb))
        ]

    def assembled(name: str, pcb: PcbFile) -> list[str]:
        return assembly.faults(name, pcb, assembly.read(BoardFiles(name, folder)))

    return [
        Check(
            "boards are as the data sheets want them",
            lambda: each(data_sheets.faults) + data_sheets.figure_faults(),
        ),
        Check("footprints take the parts that are ordered", lambda: each(packages.faults)),
        Check("the assembler gets every part, place and angle", lambda: each(assembled)),
        Check("copper is wide enough for its current", lambda: each(currents.faults)),
        Check("what is printed is right and beside its part", lambda: each(silkscreen.faults)),
        Check("the pages say directions as the boards have them", lambda: _directions(folder)),
    ]


def _directions(folder: Path) -> list[str]:
    pcbs = {name: pcb_file.read(BoardFiles(name, folder).pcb) for name in boards.NAMES}
    return directions.board_faults(pcbs) + directions.page_faults()


def _placement(folder: Path) -> Iterator[str]:
    expected = geometry.load()
    pcbs = {name: pcb_file.read(BoardFiles(name, folder).pcb) for name in boards.NAMES}
    for name, squares in boards.STRIPS.items():
        yield from placement.strip_faults(name, squares, pcbs[name], expected)
    yield from placement.controller_faults(pcbs["controller"], expected)


def _bom(folder: Path) -> list[str]:
    counted = {n: BoardFiles(n, folder).bom.read_text("utf-8") for n in boards.NAMES}
    return bom_check.faults(bom.FILE.read_text("utf-8"), counted)


def _power_budget() -> Iterator[str]:
    table = readme_table("Power")
    for column, squares in enumerate(boards.STRIPS.values(), 1):
        documented = {row[0]: int(row[column]) for row in table}
        yield from power_budget.faults(power_budget.budget(squares), documented)


def _inrush() -> Iterator[str]:
    for squares in boards.STRIPS.values():
        for rise in inrush.RISE_MS:
            yield from inrush.faults(inrush.simulate_board(squares, rise, inrush.PORT_OHM))


def _power_up() -> Iterator[str]:
    for squares in boards.STRIPS.values():
        yield from power_up.reset_faults(boards.load(f"strip{squares}"))
        yield from power_up.faults(power_up.simulate_strip(squares))


def _rebuilt(folder: Path, anew: bool) -> Iterator[str]:
    names = [name for name in boards.NAMES if anew or not layout_record.is_current(name, folder)]
    with tempfile.TemporaryDirectory() as temporary:
        fresh = Path(temporary)
        build.rebuild(names, fresh)
        for name in names:
            yield from generated_files.pcb_faults(BoardFiles(name, folder), fresh)


def readme_table(heading: str) -> list[list[str]]:
    """Return the rows, without the head, of the first table under a heading of the README."""
    page = README.read_text("utf-8")
    section = re.split(r"\n## ", page.split(f"\n## {heading}\n", 1)[1], maxsplit=1)[0]
    lines = itertools.dropwhile(lambda line: not line.startswith("|"), section.splitlines())
    rows = list(itertools.takewhile(lambda line: line.startswith("|"), lines))
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
