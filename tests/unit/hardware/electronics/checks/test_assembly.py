"""The check of the assembler's files, on copies with one mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hardware.electronics.checks import assembly, packages
from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import BoardFiles
from tests.unit.hardware.electronics.edits import committed, replaced, with_footprint

LINE = r"^{},([\d.]+),(-[\d.]+),top,(\d+)$"


def faults(board: str, **changed: str) -> list[str]:
    """Return the faults of a board's files, of which some have another text."""
    files = assembly.read(BoardFiles(board))
    return assembly.faults(board, committed(board)[1], replace(files, **changed))


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_files_have_every_part_as_the_board_has_it(board: str) -> None:
    assert faults(board) == []


def placed(board: str) -> Iterator[tuple[str, str]]:
    """Yield a board and a reference for every package that a machine places there."""
    seen = set()
    for part in committed(board)[1].footprints:
        package = packages.by_order().get(part.field("MPN") or "", {})
        if "jlc" in package and package["name"] not in seen:
            seen.add(package["name"])
            yield board, part.reference


@pytest.mark.parametrize(
    ("board", "ref"), [*placed("strip8"), *placed("controller")], ids=lambda each: each
)
def test_another_angle_of_any_package_is_found(board: str, ref: str) -> None:
    text = BoardFiles(board).placements.read_text("utf-8")
    row = re.search(LINE.format(ref), text, re.M)
    assert row is not None
    x, y, angle = row.groups()
    for turn in (90, 180, 270):
        other = (int(angle) + turn) % 360
        turned = text.replace(row[0], f"{ref},{x},{y},top,{other}")
        assert faults(board, placements=turned) == [
            f"{board}: {ref} is placed at {other} degrees, not at {angle}"
        ]


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (r"^(U13),([\d.]+),(.*)$", r"\1,131.0,\3", "U13 is placed at 101.00, 12.00, not at 100"),
        (r"^(U13),([\d.]+),-(.*)$", r"\1,\2,\3", "U13 is placed at 100.00, -72.00"),
        (r"^(U13,.*),top,", r"\1,bottom,", "U13 is placed on the bottom"),
        (r"^U13,.*\n", "", "U13 is missing in the placements"),
        (r"^(U13),(.*)$", r"\1,\2\nJ1,1,1,top,0", "J1 is too many in the placements"),
        (r"^(U13,.*)$", r"\1\n\1", "U13 is in the placements twice"),
        (r"^(U13),(.*)$", r"\1,50mm,-42mm,top,0", "U13 is placed at '50mm', '-42mm', '0'"),
        (r"Rotation", "Angle", "the placements have no column Rotation"),
    ],
)
def test_other_placements_are_found(before: str, after: str, fault: str) -> None:
    text = BoardFiles("strip8").placements.read_text("utf-8")
    changed = re.sub(before, after, text, flags=re.M)
    assert changed != text
    assert fault in " | ".join(faults("strip8", placements=changed))


@pytest.mark.parametrize(
    ("board", "before", "after", "fault"),
    [
        ("strip8", "C266131", "C266132", "U11 has the JLCPCB Part # 'C266132' in the bill, not"),
        ("strip8", "CL31B475K", "CL31A475K", "C4 has the MPN 'CL31A475KBHNNNE' in the bill"),
        ("strip8", "U11,U12", "U11", "U12 is missing in the bill"),
        ("strip8", "Q1,SOT-23", '"Q1,J1",SOT-23', "J1 is too many in the bill"),
        ("strip8", "R5,R_0805", '"R5,R1",R_0805', "R1 is in the bill twice"),
        ("strip8", "330R,R5", "33R,R5", "R5 has the Comment '33R' in the bill, not '330R'"),
        ("strip8", "SSOP-24_", "SSOP-28_", "U1 has the Footprint 'SSOP-28_5.3x8.2mm_P0.65mm'"),
        ("strip8", "JLCPCB Part #", "LCSC", "the bill has no column JLCPCB Part #"),
        ("controller", "AP2191WG-7", "AP2171WG-7", "'AP2171WG-7' in the bill, not 'AP2191WG-7'"),
        ("controller", "MF-MSMF200-2", "MF-MSMF050-2", "F1 has the MPN 'MF-MSMF050-2' in the bill"),
    ],
)
def test_another_bill_is_found(board: str, before: str, after: str, fault: str) -> None:
    text = BoardFiles(board).assembly_bom.read_text("utf-8")
    assert before in text
    assert fault in " | ".join(faults(board, bill=text.replace(before, after, 1)))


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("302-S201", "302-S161", "J1 has the MPN '302-S161' in the list of parts, not '302-S201'"),
        ('"J1",', '"",', "J1 is missing in the list of parts"),
        ("TPS2069CDBVR", "TPS2065CDBVR", "U3 has the MPN 'TPS2065CDBVR' in the list of parts"),
        ("B2B-XH-A_1x02", "B2B-PH-K_1x02", "J2 has the Footprint 'JST_XH_B2B-PH-K_1x02_P2.50mm"),
    ],
)
def test_another_list_of_parts_is_found(before: str, after: str, fault: str) -> None:
    text = BoardFiles("controller").bom.read_text("utf-8")
    assert before in text
    assert fault in " | ".join(faults("controller", parts=text.replace(before, after, 1)))


def test_a_part_on_pads_of_another_package_is_found() -> None:
    files = assembly.read(BoardFiles("strip8"))
    other = with_footprint("strip8", "U13", replaced('(pad "3"', '(pad "2"'))
    assert assembly.faults("strip8", other, files) == [
        "strip8: U13 is placed on pads that are not its own"
    ]


@pytest.mark.parametrize("which", ["parts", "bill", "placements"])
def test_a_list_that_is_cut_off_is_told_wherever_that_is(which: str) -> None:
    text = getattr(assembly.read(BoardFiles("controller")), which)
    for length in range(0, len(text) - 1, 29):
        assert faults("controller", **{which: text[:length]}), text[:length][-60:]
