"""All checks of the committed boards, one after another, each under its name."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics import bill, boards, geometry, kicad, pinmap, power, switch_on
from hardware.electronics.checks import bill as bill_check
from hardware.electronics.checks import files, placement, wiring

README = Path(__file__).resolve().parents[2] / "README.md"
_STRIPS = {f"strip{squares}": squares for squares in bill.SIZES}


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold, and how to find what is wrong with it."""

    title: str
    faults: Callable[[], list[str]]


def checks(folder: Path = boards.FOLDER, regenerate: bool = True) -> list[Check]:
    """The checks of the boards in a folder.

    Args:
        folder: where the boards lie: the repository's, or a copy of them.
        regenerate: whether to lay the boards out again and compare, which takes a minute.
    """
    made = [boards.files(name, folder) for name in boards.NAMES]
    listed = [
        Check(
            "schematics are what the generator draws",
            lambda: [fault for each in made for fault in files.schematic_faults(each)],
        ),
        Check(
            "KiCad's electrical rules, nothing ignored",
            lambda: [f for each in made for f in kicad.violations("sch", each.schematic)],
        ),
        Check(
            "KiCad's layout rules, unconnected pins, parity, nothing ignored",
            lambda: [fault for each in made for fault in kicad.violations("pcb", each.pcb)],
        ),
        Check("netlists, pin map and firmware agree", lambda: list(_wiring(folder))),
        Check("parts and holes lie where printed parts expect them", lambda: list(_places(folder))),
        Check(
            "files to order belong to the boards and are complete",
            lambda: [fault for each in made for fault in files.export_faults(each)],
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
    netlists = {n: kicad.netlist(boards.files(n, folder).schematic) for n in boards.NAMES}
    yield from wiring.controller_faults(netlists["controller"], pin_map)
    for name, squares in _STRIPS.items():
        yield from wiring.strip_faults(name, squares, netlists[name], pin_map)
    yield from wiring.firmware_faults(pin_map)


def _places(folder: Path) -> Iterator[str]:
    places = geometry.load()
    for name, squares in _STRIPS.items():
        placed = placement.read(boards.files(name, folder).pcb)
        yield from placement.strip_faults(name, squares, placed, places)
    yield from placement.controller_faults(
        placement.read(boards.files("controller", folder).pcb), places
    )


def _bill(folder: Path) -> list[str]:
    counted = {n: boards.files(n, folder).bill.read_text("utf-8") for n in boards.NAMES}
    return bill_check.faults(bill.FILE.read_text("utf-8"), counted)


def _power() -> Iterator[str]:
    table = readme_table("Power")
    for column, squares in enumerate(bill.SIZES, 1):
        said = {row[0]: int(row[column]) for row in table}
        yield from power.faults(power.budget(squares), said)


def _switch_on() -> Iterator[str]:
    for squares in bill.SIZES:
        yield from switch_on.faults(switch_on.simulate_strip(squares))


def _again(folder: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        again = Path(name)
        boards.remake(boards.NAMES, again)
        for board in boards.NAMES:
            yield from files.pcb_faults(boards.files(board, folder), again)


def readme_table(heading: str, text: str | None = None) -> list[list[str]]:
    """The rows of the first table under a heading of hardware/README.md, without its head."""
    page = README.read_text("utf-8") if text is None else text
    section = re.split(r"\n## ", page.split(f"\n## {heading}\n", 1)[1], maxsplit=1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
