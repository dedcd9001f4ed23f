"""The check against the data sheets, on copies of the boards with one fault of the design each.

Every one of these would give boards that agree with their schematics, and do not work.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.electronics.checks import data_sheets
from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file
from tests.unit.hardware.electronics import edits


def faults(board: str, folder: Path) -> list[str]:
    return data_sheets.faults(board, pcb_file.read(BoardFiles(board, folder).pcb))


def exchange(pcb: Path, ref: str, one: str, other: str) -> None:
    """Exchange the nets of two pads."""
    part = next(part for part in pcb_file.read(pcb).footprints if part.reference == ref)
    nets = {pad.number: pad.net or "" for pad in part.pads}
    edits.set_net(pcb, ref, one, nets[other])
    edits.set_net(pcb, ref, other, nets[one])


def exchange_all_pixels(pcb: Path) -> None:
    for number in range(1, 9):
        exchange(pcb, f"D{number}", "1", "3")


def change_order(ref: str, order: str) -> Callable[[Path], None]:
    return lambda pcb: edits.set_field(pcb, ref, "MPN", order)


FAULTS = [
    pytest.param(
        "strip8",
        exchange_all_pixels,
        "D8, pad 3 is on '+5V', not on 'GND'",
        id="pixels",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "strip8", lambda pcb: exchange(pcb, "J4", "1", "2"), "J4, pad 1 is on 'GND'", id="5 V out"
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_net(pcb, "U2", "5", "+3V3"),
        "U2, pad 5 is on '+3V3', not on '+5V'",
        id="level shifter",
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_field(pcb, "R9", "Value", "100k"),
        "R9 is 100k, not 15k",
        id="divider",
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.set_net(pcb, "R2", "2", "+3V3"),
        "R2, pad 2 is on '+3V3', not on 'GND'",
        id="LED_EN pulled up",
    ),
    pytest.param(
        "controller",
        lambda pcb: exchange(pcb, "C2", "1", "2"),
        "C2, pad 1 is on 'GND', not on '+5V'",
        id="electrolytic",
    ),
    pytest.param("strip8", lambda pcb: edits.remove(pcb, "C13"), "C13 is missing", id="C13"),
    pytest.param(
        "strip8",
        lambda pcb: edits.move(pcb, "C13", 5.0),
        "C13 is 5.8 mm from U13, pad 1",
        id="capacitor away",
    ),
    pytest.param(
        "strip8",
        lambda pcb: edits.set_field(pcb, "U13", "LCSC", "C98457"),
        "U13 has LCSC's number 'C98457', not 'C266131'",
        id="number of another part",
    ),
    pytest.param(
        "strip8",
        change_order("U13", "DRV5055A1QDBZR"),
        "U13 is ordered as 'DRV5055A1QDBZR'",
        id="sensor of another range",
    ),
    pytest.param(
        "strip8", change_order("Q1", "AO3400A"), "Q1 is ordered as 'AO3400A'", id="N-channel"
    ),
    pytest.param(
        "controller",
        change_order("C2", "EEE-FK0G101P"),
        "C2 is ordered as 'EEE-FK0G101P'",
        id="4 V",
    ),
    pytest.param("strip8", lambda pcb: edits.turn(pcb, "J2"), "J2, pad 20 is at", id="J2 turned"),
    pytest.param(
        "controller", lambda pcb: edits.move(pcb, "J1", 30.0), "J1, pad 1 is at 70", id="J1 moved"
    ),
    pytest.param(
        "controller", lambda pcb: edits.move(pcb, "U1", 10.0), "U1, pad 1 is at 22", id="Pico moved"
    ),
    pytest.param(
        "controller",
        lambda pcb: edits.turn(pcb, "J3"),
        "J3 opens towards the left edge, not the right one",
        id="J3 turned",
    ),
    pytest.param(
        "strip8",
        lambda pcb: edits.set_net(pcb, "R3", "1", "GND"),
        "R3, pad 1 is on 'GND', not on '+3V3'",
        id="row line pulled down",
    ),
    pytest.param(
        "controller", lambda pcb: exchange(pcb, "Q1", "2", "3"), "Q1, pad 2 is on", id="reverse FET"
    ),
    pytest.param(
        "controller", lambda pcb: exchange(pcb, "D1", "1", "2"), "D1, pad 1 is on", id="surge diode"
    ),
]


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_boards_are_as_their_data_sheets_want_them(board: str) -> None:
    assert faults(board, FOLDER) == []


@pytest.mark.parametrize(("board", "spoil", "fault"), FAULTS)
def test_a_fault_of_the_design_is_found(
    copies: Path, board: str, spoil: Callable[[Path], None], fault: str
) -> None:
    spoil(BoardFiles(board, copies).pcb)
    assert fault in " | ".join(faults(board, copies))


def test_the_table_shares_nothing_with_the_generator() -> None:
    design = Path(boards.__file__).parent
    for module in (design / "strip.py", design / "controller.py", design / "components.py"):
        assert "data_sheets" not in module.read_text("utf-8")
    imports = re.findall(r"^from (hardware\S+)", Path(data_sheets.__file__).read_text(), re.M)
    assert imports == ["hardware.electronics.design.boards", "hardware.electronics.kicad.pcb_file"]
