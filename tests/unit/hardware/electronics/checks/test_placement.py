"""The check of positions, on committed boards and on copies with a part moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import geometry
from hardware.electronics.checks import placement
from hardware.electronics.fabrication import bom
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from tests.unit.hardware.electronics.edits import move

PLACES = geometry.load()


def test_parts_and_holes_are_where_the_printed_parts_expect_them() -> None:
    for squares in bom.SIZES:
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
