"""The check of connections, on copies of the committed boards in which something is exchanged.

KiCad exports the netlists; nothing is imitated.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import firmware_config, pinmap
from hardware.electronics.checks import connectivity
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import netlist
from tests.unit.hardware.electronics.edits import rewrite

PINS = pinmap.load()


def exchange_labels(schematic: Path, one: str, other: str) -> None:
    """Exchange the first label of each of two nets; the others stay."""
    rewrite(schematic, (f'(label "{one}"', "(label ?"), (f'(label "{other}"', f'(label "{one}"'))
    rewrite(schematic, ("(label ?", f'(label "{other}"'))


def strip_faults(folder: Path, squares: int = 8) -> list[str]:
    schematic = BoardFiles(f"strip{squares}", folder).schematic
    return connectivity.strip_faults("strip", squares, netlist.read(schematic), PINS)


def controller_faults(folder: Path) -> list[str]:
    schematic = BoardFiles("controller", folder).schematic
    return connectivity.controller_faults(netlist.read(schematic), PINS)


@pytest.mark.usefixtures("kicad")
@pytest.mark.slow
def test_the_committed_boards_are_wired_as_the_pin_map_says() -> None:
    assert strip_faults(FOLDER, 8) == []
    assert strip_faults(FOLDER, 9) == []
    assert controller_faults(FOLDER) == []


@pytest.mark.usefixtures("kicad")
def test_two_rows_exchanged_at_the_controller_are_found(copies: Path) -> None:
    exchange_labels(BoardFiles("controller", copies).schematic, "ROW3", "ROW4")
    faults = controller_faults(copies)
    assert len(faults) == 2
    assert "ROW3" in faults[0] + faults[1]
    assert "ROW4" in faults[0] + faults[1]


@pytest.mark.usefixtures("kicad")
def test_two_rows_exchanged_on_a_strip_s_ribbon_are_found(copies: Path) -> None:
    exchange_labels(BoardFiles("strip8", copies).schematic, "ROW3", "ROW4")
    assert any("ribbon pin" in fault and "ROW4" in fault for fault in strip_faults(copies))


@pytest.mark.usefixtures("kicad")
def test_two_columns_exchanged_are_found(copies: Path) -> None:
    exchange_labels(BoardFiles("strip8", copies).schematic, "S2", "S3")
    faults = strip_faults(copies)
    assert [re.findall(r"column (\d)", fault) for fault in faults] == [["1"], ["2"]]


@pytest.mark.usefixtures("kicad")
def test_two_address_lines_exchanged_are_found(copies: Path) -> None:
    schematic = BoardFiles("strip9", copies).schematic
    labels = [match.start() for match in re.finditer(r'\(label "SEL[01]"', schematic.read_text())]
    assert len(labels) == 6  # of both ribbon connectors and the multiplexer
    text = schematic.read_text("utf-8")
    tail = text[labels[4] :]  # the multiplexer's come last
    tail = tail.replace('"SEL0"', '"?"').replace('"SEL1"', '"SEL0"').replace('"?"', '"SEL1"')
    schematic.write_text(text[: labels[4]] + tail, "utf-8")
    assert any("address line 0" in fault for fault in strip_faults(copies, 9))


@pytest.mark.usefixtures("kicad")
def test_a_chain_of_pixels_with_a_gap_is_found(copies: Path) -> None:
    schematic = BoardFiles("strip8", copies).schematic
    tree = schematic.read_text("utf-8")
    label = re.search(r'\t\(label "LD5"\n(?:\t\t.*\n)*?\t\)\n', tree)
    assert label
    x, y = re.findall(r"\(at ([\d.]+) ([\d.]+)", label[0])[0]
    wire = [
        piece
        for piece in re.findall(r"\t\(wire\n(?:\t\t.*\n)*?\t\)\n", tree)
        if f" {y})" in piece and len(re.findall(rf" {re.escape(y)}\)", piece)) == 2
    ]
    across = next(
        piece
        for piece in wire
        if (ends := sorted(float(end) for end in re.findall(r"\(xy ([\d.]+) ", piece)))
        and ends[0] <= float(x) <= ends[1]
    )
    schematic.write_text(tree.replace(across, "").replace(label[0], ""), "utf-8")
    assert "strip: the chain of pixels is broken before D5" in strip_faults(copies)


@pytest.mark.usefixtures("kicad")
def test_a_pin_map_that_no_board_was_made_from_is_found() -> None:
    signals = {**PINS.signals, "ROW3": PINS.signals["ROW4"], "ROW4": PINS.signals["ROW3"]}
    channels = (0, 2, 1, *PINS.column_channel[3:])
    controller = netlist.read(BoardFiles("controller").schematic)
    strip = netlist.read(BoardFiles("strip8").schematic)
    assert len(connectivity.controller_faults(controller, replace(PINS, signals=signals))) == 2
    assert (
        len(connectivity.strip_faults("strip", 8, strip, replace(PINS, column_channel=channels)))
        == 2
    )
    assert connectivity.strip_faults("strip", 8, strip, replace(PINS, ground=PINS.supply))


def test_the_firmware_has_the_pin_map_s_constants() -> None:
    assert connectivity.firmware_faults(PINS) == []


@pytest.mark.parametrize(
    ("before", "after", "constant"),
    [
        ('"ROW3": "GP8"', '"ROW3": "GP9"', "PINS"),
        ("COLUMN_CHANNEL = (0, 1, 2, 3, 4, 8", "COLUMN_CHANNEL = (0, 1, 2, 3, 4, 5", "COLUMN"),
        ("REFERENCE_CHANNEL = 15", "REFERENCE_CHANNEL = 13", "REFERENCE"),
        ("SUPPLY_CHANNEL = 13", "SUPPLY_CHANNEL = 14", "SUPPLY"),
    ],
)
def test_a_stale_constant_of_the_firmware_is_found(
    tmp_path: Path, before: str, after: str, constant: str
) -> None:
    stale = tmp_path / "config.py"
    stale.write_text(firmware_config.SOURCE.read_text("utf-8"), "utf-8")
    rewrite(stale, (before, after))
    (fault,) = connectivity.firmware_faults(PINS, stale)
    assert constant in fault
