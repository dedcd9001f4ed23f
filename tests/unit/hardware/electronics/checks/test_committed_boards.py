"""The checks of files and of KiCad's rules, on copies of the committed boards that were spoilt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware import geometry
from hardware.electronics.checks import bom as bom_check
from hardware.electronics.checks import generated_files, placement
from hardware.electronics.fabrication import bom, build, exports
from hardware.electronics.kicad import kicad_cli
from tests.unit.hardware.electronics.checks.test_connectivity import rewrite

PLACES = geometry.load()
COUNTED = {name: build.files(name).bill.read_text("utf-8") for name in build.NAMES}


def kinds(faults: list[str]) -> set[str]:
    """The names of KiCad's rules that were broken."""
    return {fault.split(": ")[1] for fault in faults}


def move(pcb: Path, ref: str, by_mm: float) -> None:
    """Move a part to the right."""
    text = pcb.read_text("utf-8")
    end = text.index(f'(property "Reference" "{ref}"')
    begin = text.rindex("\n\t(footprint ", 0, end)
    moved = re.sub(
        r"\n\t\t\(at ([\d.]+)",
        lambda match: f"\n\t\t(at {float(match[1]) + by_mm:g}",
        text[begin:end],
        count=1,
    )
    assert moved != text[begin:end]
    pcb.write_text(text[:begin] + moved + text[end:], "utf-8")


@pytest.mark.usefixtures("kicad")
def test_the_controller_breaks_no_rule_of_kicad() -> None:
    assert kicad_cli.violations("sch", build.files("controller").schematic) == []
    assert kicad_cli.violations("pcb", build.files("controller").pcb) == []


@pytest.mark.usefixtures("kicad")
def test_a_net_that_was_renamed_at_one_end_breaks_a_rule(copies: Path) -> None:
    made = build.files("strip8", copies)
    rewrite(made.schematic, ('(label "REF"', '(label "RFE"'))
    assert kicad_cli.violations("sch", made.schematic)
    assert "net_conflict" in kinds(kicad_cli.violations("pcb", made.pcb))  # parity with the board


@pytest.mark.usefixtures("kicad")
def test_a_pin_that_was_forgotten_breaks_a_rule(copies: Path) -> None:
    made = build.files("controller", copies)
    text = made.schematic.read_text("utf-8")
    spoilt, count = re.subn(r"\t\(no_connect\n(?:\t\t.*\n)*?\t\)\n", "", text, count=1)
    assert count == 1
    made.schematic.write_text(spoilt, "utf-8")
    assert "pin_not_connected" in kinds(kicad_cli.violations("sch", made.schematic))


@pytest.mark.usefixtures("kicad")
def test_a_track_that_was_cut_and_a_part_that_was_moved_break_rules(copies: Path) -> None:
    made = build.files("controller", copies)
    text = made.pcb.read_text("utf-8")
    net = re.search(r'\(net (\d+) "/SCL"\)', text)
    assert net
    tracks = rf"\t\(segment\n(?:\t\t.*\n)*?\t\t\(net {net[1]}\)\n(?:\t\t.*\n)*?\t\)\n"
    spoilt, count = re.subn(tracks, "", text)
    assert count
    made.pcb.write_text(spoilt, "utf-8")
    move(made.pcb, "R8", 4.0)
    assert {"unconnected_items", "shorting_items"} <= kinds(kicad_cli.violations("pcb", made.pcb))


def test_parts_and_holes_are_where_the_printed_parts_expect_them() -> None:
    for squares in bom.SIZES:
        placed = placement.read(build.files(f"strip{squares}").pcb)
        assert placement.strip_faults("strip", squares, placed, PLACES) == []
    placed = placement.read(build.files("controller").pcb)
    assert placement.controller_faults(placed, PLACES) == []


@pytest.mark.parametrize("ref", ["U13", "D4", "H2"])
def test_a_part_that_was_moved_by_a_millimetre_is_found(copies: Path, ref: str) -> None:
    pcb = build.files("strip8", copies).pcb
    move(pcb, ref, 1.0)
    (fault,) = placement.strip_faults("strip", 8, placement.read(pcb), PLACES)
    assert ref in fault or "hole" in fault


def test_other_squares_and_a_longer_board_are_found() -> None:
    placed = placement.read(build.files("strip8").pcb)
    assert any("320 x 24" in fault for fault in placement.strip_faults("s", 9, placed, PLACES))


@pytest.mark.usefixtures("kicad")
def test_files_to_order_that_belong_to_another_board_are_found(copies: Path) -> None:
    made = build.files("controller", copies)
    assert generated_files.export_faults(made) == []
    move(made.pcb, "R8", 0.1)
    faults = generated_files.export_faults(made)
    assert any("gerbers" in fault and "F_Cu" in fault for fault in faults)
    assert any("positions" in fault for fault in faults)


@pytest.mark.usefixtures("kicad")
def test_a_missing_layer_is_found(copies: Path) -> None:
    made = build.files("controller", copies)
    packed = exports.unpack(made.gerbers)
    del packed["controller-B_Mask.gbs"]
    exports.pack(packed, made.gerbers)
    assert any("B_Mask" in fault for fault in generated_files.export_faults(made))


@pytest.mark.usefixtures("kicad")
def test_schematics_are_drawn_byte_for_byte_again(copies: Path) -> None:
    for name in build.NAMES:
        assert generated_files.schematic_faults(build.files(name, copies)) == []
    schematic = build.files("strip9", copies).schematic
    rewrite(schematic, ("Half the supply", "Half of the supply"))
    assert generated_files.schematic_faults(build.files("strip9", copies))


def test_a_board_that_is_not_as_laid_out_is_found(copies: Path) -> None:
    made = build.files("controller", copies)
    assert generated_files.pcb_faults(made, build.FOLDER) == []
    text = made.pcb.read_text("utf-8")
    fresh = re.sub(r'\(uuid "[0-9a-f]{8}', '(uuid "01234567', text)
    assert fresh != text
    made.pcb.write_text(fresh, "utf-8")
    assert generated_files.pcb_faults(made, build.FOLDER) == []  # identifiers do not count
    move(made.pcb, "U2", 0.05)
    assert generated_files.pcb_faults(made, build.FOLDER)


@pytest.mark.usefixtures("kicad")
def test_the_bill_of_materials_is_what_kicad_counts() -> None:
    assert bom_check.faults(bom.FILE.read_text("utf-8"), COUNTED) == []


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("| DRV5055A2QDBZR | 64 |", "| DRV5055A2QDBZR | 63 |", "63 of 'DRV5055A2QDBZR' for 8x8"),
        ("| 0805W8F4701T5E | 24 | 27 |", "| 0805W8F4701T5E | 24 | 24 |", "for 9x9"),
        ("| AO3401A | 9 | 10 | 0.050 |", "| AO3401A | 9 | 10 | 0.000 |", "has no price"),
    ],
)
def test_a_wrong_line_of_the_bill_is_found(before: str, after: str, fault: str) -> None:
    page = bom.FILE.read_text("utf-8")
    assert before in page
    assert any(fault in each for each in bom_check.faults(page.replace(before, after), COUNTED))


@pytest.mark.usefixtures("kicad")
def test_a_part_without_an_order_number_is_found() -> None:
    counted = {**COUNTED, "strip8": COUNTED["strip8"].replace('"AO3401A"\n', '""\n')}
    assert counted != COUNTED
    faults = bom_check.faults(bom.FILE.read_text("utf-8"), counted)
    assert any("Q1 has no order number" in fault for fault in faults)


@pytest.mark.usefixtures("kicad")
def test_the_drawing_is_compared_with_what_it_should_connect(copies: Path) -> None:
    schematic = build.files("strip8", copies).schematic
    wanted = build.intended(build.design("strip8"))
    assert kicad_cli.drawn_wrong(schematic, wanted) == []
    rewrite(schematic, ('(label "GATE"', '(label "COM"'))
    assert any("Q1.1" in fault for fault in kicad_cli.drawn_wrong(schematic, wanted))
