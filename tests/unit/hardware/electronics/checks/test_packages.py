"""The check of footprints against the packages of what is ordered, on boards with one mistake."""

from __future__ import annotations

import pytest

from hardware.electronics.checks import packages
from hardware.electronics.design import boards
from tests.unit.hardware.electronics.edits import (
    Change,
    committed,
    replaced,
    scaled,
    with_footprint,
)

BAND = "(start {0} -1.65)\n\t\t\t(end {0} 1.65)"
PEG = '(pad "" np_thru_hole circle (at 3 3) (size 2 2) (drill 2) (layers "*.Cu"))\n\t\t(pad '

MISTAKES = {
    "1206": ("controller", "F1", scaled(0.69), "its pads are not those of 1812 fuse"),
    "SC-70": ("controller", "U2", scaled(0.83, 0.68), "its pads are not those of SOT-23-5"),
    "pads 0.15 too far": ("controller", "U3", scaled(1.13), "its pads are not those of SOT-23-5"),
    "PH": ("controller", "J2", scaled(0.8), "its pads are not those of XH 2"),
    "PH below": ("strip8", "J3", scaled(0.8), "its pads are not those of XH 2"),
    "2.0 mm": ("strip8", "J1", scaled(0.79, 0.79), "its pads are not those of box header"),
    "1.27 mm": ("controller", "JP1", scaled(1.0, 0.5), "its pads are not those of header 1 x 3"),
    "3.5 mm": ("controller", "J3", scaled(0.69), "its pads are not those of screw terminal"),
    "narrower module": ("controller", "U1", scaled(0.857), "its pads are not those of Pico"),
    "TSSOP": ("strip8", "U1", scaled(0.77), "its pads are not those of SSOP-24"),
    "SOIC": ("strip8", "U1", scaled(1.0, 1.95), "its pads are not those of SSOP-24"),
    "3535": ("strip8", "D3", scaled(0.7, 0.7), "its pads are not those of PLCC4"),
    "0603": ("strip8", "R1", scaled(0.8), "its pads are not those of 0805 resistor"),
    "0805": ("strip8", "C4", scaled(0.64), "its pads are not those of 1206 capacitor"),
    "SMB": ("controller", "D1", scaled(1.15), "its pads are not those of SMA"),
    "can of 8 mm": ("controller", "C2", scaled(1.3), "its pads are not those of can 6.3"),
    "sensor mirrored": ("strip8", "U13", scaled(-1.0), "its pads are not those of SOT-23"),
    "header mirrored": ("strip8", "J1", scaled(1.0, -1.0), "its pads are not those of box"),
    "numbers": ("strip8", "U13", replaced('(pad "3"', '(pad "2"'), "its pads are not those of"),
    "pads short": ("strip8", "D3", replaced("(size 1.5 ", "(size 1 "), "pad 1 is 1 x 0.9 mm"),
    "thin pin": ("strip8", "J3", replaced("(drill 1)", "(drill 0.7)"), "pad 1 has a hole of 0.7"),
    "not plated": ("strip8", "J3", replaced("thru_", "np_thru_"), "pad 1 is np_thru_hole on"),
    "no paste": ("strip8", "R1", replaced("F.Paste", "F.Adhes"), "pad 1 is not on F.Paste"),
    "masked": ("controller", "C2", replaced("F.Mask", "F.Adhes"), "pad 1 is not on F.Mask"),
    "TO-92": ("strip8", "U13", replaced("DBZR", "LPG"), "has no package of 'DRV5055A2QLPG'"),
    "hole for M2": ("strip8", "H3", replaced("3.2", "2.2"), "H3 has a hole of 2.2 mm, not 3.2"),
    "hole plated": ("controller", "H1", replaced("np_thru", "thru"), "H1 is thru_hole"),
    "peg": ("controller", "SW1", replaced("(pad ", PEG, 1), "there is a hole of 2 mm"),
    "fiducial": ("controller", "FID2", replaced("(size 1 1)", "(size 2 2)"), "FID2 is 2 mm wide"),
    "pin 24": ("strip8", "U1", replaced("-3.5 -4.04", "3.5 -4.04"), "its mark (dot) is not"),
    "no mark": ("controller", "U2", replaced("fp_poly", "fp_none"), "its mark (dot) is not"),
    "band": (
        "controller",
        "D1",
        replaced(BAND.format("-3.51"), BAND.format("3.51")),
        "its mark (band) is not printed",
    ),
    "plus": ("controller", "C2", replaced("-4.", "4."), "its mark (plus) is not"),
    "band at both": (
        "controller",
        "D1",
        replaced("(start -3.51 -1.65)\n\t\t\t(end 2 -1.65)", BAND.format("3.51")),
        "its mark (band) is printed at 71.51, 23.00, opposite",
    ),
    "slots": (
        "strip8",
        "J3",
        replaced("(start 0.75 2.45)", "(start 0.75 -2.45)"),
        "its mark (slots) is",
    ),
    "key": ("controller", "J1", replaced("9.38)", "3.38)"), "its mark (key) is not"),
    "body": ("controller", "J2", replaced('"F.Fab"', '"F.Adhes"'), "its body is drawn at nowhere"),
}


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_footprints_take_what_is_ordered(board: str) -> None:
    assert packages.faults(board, committed(board)[1]) == []


@pytest.mark.parametrize(("board", "ref", "change", "fault"), MISTAKES.values(), ids=MISTAKES)
def test_a_footprint_of_another_part_is_found(
    board: str, ref: str, change: Change, fault: str
) -> None:
    found = packages.faults(board, with_footprint(board, ref, change))
    assert fault in " | ".join(found)
    assert all(each.startswith(f"{board}: {ref}") for each in found)


@pytest.mark.parametrize("package", packages.by_order().values(), ids=packages.by_order())
def test_every_pad_of_the_table_takes_its_lead(package: packages.Package) -> None:
    """The foot of a lead stands on its pad; a pin has 0.05 to 0.5 mm of room in its hole."""
    for land in packages.lands(package):
        if land.drill:
            assert 0.05 <= land.drill - package["pin"] <= 0.5
            assert min(land.size) - land.drill >= 0.3  # the ring around the hole
            continue
        lead = package["lead"]
        tip, heel = lead["tips"] / 2, lead["tips"] / 2 - lead["foot"]
        middle, half = abs(land.place[0]), land.size[0] / 2
        assert middle - half <= heel
        assert tip <= middle + half
        assert lead["width"] <= land.size[1]
