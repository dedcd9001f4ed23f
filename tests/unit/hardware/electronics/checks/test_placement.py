"""The check of positions, on committed boards and on copies with a part moved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware import geometry, pinmap
from hardware.electronics.checks import placement
from hardware.electronics.design import boards
from hardware.electronics.design.controller import controller
from hardware.electronics.design.strip import strip
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from tests.unit.hardware.electronics.edits import move

PLACES = geometry.load()


def test_parts_and_holes_are_where_the_printed_parts_expect_them() -> None:
    for squares in boards.STRIPS.values():
        placed = pcb_file.read(BoardFiles(f"strip{squares}").pcb)
        assert placement.strip_faults("strip", squares, placed, PLACES) == []
    placed = pcb_file.read(BoardFiles("controller").pcb)
    assert placement.controller_faults(placed, PLACES) == []


@pytest.mark.parametrize("ref", ["U13", "D4", "H2"])
def test_a_part_that_was_moved_by_a_millimetre_is_found(copies: Path, ref: str) -> None:
    pcb = BoardFiles("strip8", copies).pcb
    move(pcb, ref, 1.0)
    (fault,) = placement.strip_faults("strip", 8, pcb_file.read(pcb), PLACES)
    assert ref in fault or "hole" in fault


def test_other_squares_and_a_longer_board_are_found() -> None:
    placed = pcb_file.read(BoardFiles("strip8").pcb)
    assert any("320 x 24" in fault for fault in placement.strip_faults("s", 9, placed, PLACES))


@pytest.mark.parametrize(
    ("ref", "fault"),
    [("J1", "J1 is at x = 14"), ("J4", "J4 is at x = 13"), ("J3", "J3 is at x = 145")],
)
def test_a_connector_outside_its_room_below_a_strip_is_found(
    copies: Path, ref: str, fault: str
) -> None:
    pcb = BoardFiles("strip8", copies).pcb
    move(pcb, ref, 30.0 if ref == "J3" else 10.0)
    faults = placement.strip_faults("strip", 8, pcb_file.read(pcb), PLACES)
    assert fault in " | ".join(faults)


@pytest.mark.parametrize(
    ("ref", "fault"), [("J1", "J1 has its middle at x = 52.43, not 51.43"), ("SW1", "SW1 is at 56")]
)
def test_a_ribbon_or_reset_button_that_the_case_does_not_expect_there_is_found(
    copies: Path, ref: str, fault: str
) -> None:
    pcb = BoardFiles("controller", copies).pcb
    move(pcb, ref, 1.0)
    (found,) = placement.controller_faults(pcb_file.read(pcb), PLACES)
    assert fault in found


@pytest.mark.parametrize("name", ["strip8", "controller"])
def test_holes_of_another_diameter_than_the_screws_want_are_found(name: str) -> None:
    placed = pcb_file.read(BoardFiles(name).pcb)
    other = replace(PLACES, strip_hole=2.4, controller_hole=2.4)
    if name == "controller":
        faults = placement.controller_faults(placed, other)
    else:
        faults = placement.strip_faults(name, 8, placed, other)
    assert len(faults) == len([part for part in placed.footprints if part.is_hole])
    assert f"{name}: H2 has a diameter of 3.2 mm, not 2.4" in faults


@pytest.mark.usefixtures("kicad")
def test_the_generator_drills_the_holes_of_geometry() -> None:
    other = replace(PLACES, strip_hole=2.4, controller_hole=2.7)
    assert strip(8, other, pinmap.load()).hole == 2.4
    assert controller(other, pinmap.load()).hole == 2.7
