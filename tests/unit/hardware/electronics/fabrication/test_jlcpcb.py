"""The files for JLCPCB's assembly, from KiCad's."""

from __future__ import annotations

import csv

import pytest

from hardware.electronics.design import boards
from hardware.electronics.fabrication import jlcpcb
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file

BILL = """\
"References","Quantity","Value","Footprint","MPN","LCSC"
"J1,J2","2","RIBBON IN,RIBBON OUT","Connector_IDC:IDC-Header_2x10","302-S201",""
"R2,R3","2","4k7","Resistor_SMD:R_0805_2012Metric","0805W8F4701T5E","C17673"
"""
POSITIONS = """\
Ref,Val,Package,PosX,PosY,Rot,Side
"U11","DRV5055A2","SOT-23",50.0,-42.0,270.0,top
"R2","4k7","R_0805_2012Metric",50.0,-42.0,180.0,top
"U1","CD74HC4067SM","SSOP-24_5.3x8.2mm_P0.65mm",50.0,-42.0,0.0,top
"J1","RIBBON IN","IDC-Header_2x10",50.0,-42.0,0.0,top
"""


def test_the_bill_has_only_the_parts_that_a_machine_places() -> None:
    assert jlcpcb.bom(BILL, {"R2", "R3"}).splitlines() == [
        "Comment,Designator,Footprint,JLCPCB Part #,MPN",
        '4k7,"R2,R3",R_0805_2012Metric,C17673,0805W8F4701T5E',
    ]


def test_parts_are_turned_as_the_assembler_s_library_has_them() -> None:
    rows = jlcpcb.placements(POSITIONS, {"U11", "R2", "U1"}).splitlines()
    assert [row.split(",")[0::4] for row in rows[1:]] == [
        ["U11", "90"],
        ["R2", "180"],
        ["U1", "270"],
    ]


def test_every_part_of_a_strip_that_a_machine_places_has_a_catalogue_number() -> None:
    for name in ("strip8", "strip9"):
        files = BoardFiles(name)
        rows = list(csv.DictReader(files.assembly_bom.read_text("utf-8").splitlines()))
        assert all(row["JLCPCB Part #"].startswith("C") for row in rows)
        placed = csv.DictReader(files.placements.read_text("utf-8").splitlines())
        listed = {ref for row in rows for ref in row["Designator"].split(",")}
        assert {row["Designator"] for row in placed} == listed
        assert not [ref for ref in listed if ref.startswith("J")]  # soldered by hand, from below


@pytest.mark.parametrize("name", boards.NAMES)
def test_every_board_has_three_fiducials_on_top_that_are_not_in_one_line(name: str) -> None:
    marks = [
        part
        for part in pcb_file.read(BoardFiles(name).pcb).footprints
        if part.library.startswith("Fiducial:")
    ]
    assert len(marks) == 3
    assert not any(part.bottom for part in marks)
    (x1, y1), (x2, y2), (x3, y3) = (part.origin for part in marks)
    assert abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) > 100
