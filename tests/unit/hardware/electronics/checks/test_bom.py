"""The check of the bill of materials."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.electronics.checks import bom as bom_check
from hardware.electronics.design import boards, components
from hardware.electronics.fabrication import bom
from hardware.electronics.fabrication.files import BoardFiles

COUNTED = {name: BoardFiles(name).bom.read_text("utf-8") for name in boards.NAMES}


@pytest.mark.usefixtures("kicad")
def test_the_bill_of_materials_is_what_kicad_counts() -> None:
    assert bom_check.faults(bom.FILE.read_text("utf-8"), COUNTED) == []


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            "| DRV5055A2QDBZR | 8 | 64 |",
            "| DRV5055A2QDBZR | 8 | 63 |",
            "63 of 'DRV5055A2QDBZR' for 8x8",
        ),
        ("| 0805W8F4701T5E | 4 | 32 | 36 |", "| 0805W8F4701T5E | 4 | 32 | 32 |", "for 9x9"),
        ("| AO3401A | 2 | 9 |", "| AO3401A | 1 | 9 |", "1 of 'AO3401A' for trial"),
        ("| AO3401A | 2 | 9 | 10 | 0.050 |", "| AO3401A | 2 | 9 | 10 | 0.000 |", "has no price"),
    ],
)
def test_a_wrong_line_of_the_bill_is_found(before: str, after: str, fault: str) -> None:
    page = bom.FILE.read_text("utf-8")
    assert before in page
    assert any(fault in each for each in bom_check.faults(page.replace(before, after), COUNTED))


@pytest.mark.usefixtures("kicad")
def test_a_part_without_an_order_number_is_found() -> None:
    counted = {**COUNTED, "strip8": COUNTED["strip8"].replace('"AO3401A","C15127"', '"","C15127"')}
    assert counted != COUNTED
    faults = bom_check.faults(bom.FILE.read_text("utf-8"), counted)
    assert any("Q1 has no order number" in fault for fault in faults)


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("item", "before", "after"),
    [
        ("C_10U", "25 V", "6.3 V"),
        ("C_10U", "X5R", "Y5V"),
        ("C_100U", "16 V", "6.3 V"),
        ("R_4K7", "1 %", "5 %"),
        ("FUSE", "2 A", "3 A"),
        ("P_FET", "P-channel", "N-channel"),
        ("LED_SWITCH", "active high", "active low"),
        ("LEVEL_SHIFTER", "with level shift, 3.3 V to 5 V", "for 5 V"),
        ("HALL_SENSOR", "30 mV/mT", "60 mV/mT"),
        ("SURGE_DIODE", "one direction", "both directions"),
    ],
)
def test_a_part_that_the_bill_describes_as_another_is_found(
    item: str, before: str, after: str
) -> None:
    """Also where the generator's name has the mistake, and the page agrees with it."""
    part = getattr(components, item)
    wrong = replace(part, name=part.name.replace(before, after))
    assert wrong != part
    page = bom.FILE.read_text("utf-8").replace(f"| {part.name} |", f"| {wrong.name} |")
    faults = bom_check.faults(page, COUNTED)
    assert f"BOM.md calls {part.mpn!r} {wrong.name!r}, not {part.name!r}" in faults
