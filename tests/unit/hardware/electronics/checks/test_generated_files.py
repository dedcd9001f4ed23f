"""The check of schematics, boards and exports, on copies with a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.electronics.checks import generated_files
from hardware.electronics.design import boards
from hardware.electronics.fabrication import exports
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from tests.unit.hardware.electronics.edits import move, rewrite


@pytest.mark.usefixtures("kicad")
@pytest.mark.slow
def test_files_to_order_that_belong_to_another_board_are_found(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    assert generated_files.export_faults(made) == []
    move(made.pcb, "R8", 0.1)
    faults = generated_files.export_faults(made)
    assert any("gerbers" in fault and "F_Cu" in fault for fault in faults)
    assert any("placements" in fault for fault in faults)
    assert any("assembly-top.pdf" in fault for fault in faults)
    assert any("pictures of controller show another" in fault for fault in faults)


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
def test_a_drawing_or_page_that_was_replaced_is_found(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    made.pdf.write_bytes(BoardFiles("strip8", copies).pdf.read_bytes())
    made.interactive_bom.write_bytes(b"")
    made.folder.joinpath("controller-top.png").write_bytes(
        made.folder.joinpath("controller-bottom.png").read_bytes()
    )
    faults = " | ".join(generated_files.export_faults(made))
    assert "controller.pdf does not belong to the KiCad files" in faults
    assert "controller-top.png is missing or is not the picture" in faults
    assert "controller-ibom.html is missing" in faults


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
def test_an_order_of_the_wrong_part_or_a_part_turned_by_the_assembler_is_found(
    copies: Path,
) -> None:
    made = BoardFiles("strip8", copies)
    rewrite(made.assembly_bom, ("C266131", "C266132"))
    rewrite(made.placements, ("U13,", "U12,"))
    faults = " | ".join(generated_files.export_faults(made))
    assert "strip8-jlcpcb-bom.csv does not belong" in faults
    assert "strip8-jlcpcb-placements.csv does not belong" in faults


@pytest.mark.usefixtures("kicad")
def test_a_project_with_another_rule_is_found(copies: Path) -> None:
    made = BoardFiles("strip9", copies)
    assert generated_files.project_faults(made) == []
    rewrite(made.project, ('"min_track_width": 0.2', '"min_track_width": 0.15'))
    assert generated_files.project_faults(made)


@pytest.mark.usefixtures("kicad")
@pytest.mark.slow
def test_a_missing_layer_is_found(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    packed = exports.unpack(made.gerbers)
    del packed["controller-B_Mask.gbs"]
    exports.pack(packed, made.gerbers)
    assert any("B_Mask" in fault for fault in generated_files.export_faults(made))


@pytest.mark.usefixtures("kicad")
def test_schematics_are_drawn_byte_for_byte_again(copies: Path) -> None:
    for name in boards.NAMES:
        assert generated_files.schematic_faults(BoardFiles(name, copies)) == []
    schematic = BoardFiles("strip9", copies).schematic
    rewrite(schematic, ("Half the supply", "Half of the supply"))
    assert generated_files.schematic_faults(BoardFiles("strip9", copies))


@pytest.mark.slow
def test_a_board_that_is_not_as_laid_out_is_found(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    assert generated_files.pcb_faults(made, FOLDER) == []
    text = made.pcb.read_text("utf-8")
    fresh = re.sub(r'\(uuid "[0-9a-f]{8}', '(uuid "01234567', text)
    assert fresh != text
    made.pcb.write_text(fresh, "utf-8")
    assert generated_files.pcb_faults(made, FOLDER) == []  # identifiers do not count
    move(made.pcb, "U2", 0.05)
    assert generated_files.pcb_faults(made, FOLDER)
