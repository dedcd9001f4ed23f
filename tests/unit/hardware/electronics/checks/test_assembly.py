"""The check of the assembler's files, on copies with one mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.electronics.checks import assembly, packages
from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import BoardFiles
from tests.unit.hardware.electronics.edits import committed, replaced, with_footprint

LINE = r"^{},([\d.]+),(-[\d.]+),top,(\d+)$"


def faults(board: str, folder: Path, bill: str = "", placements: str = "") -> list[str]:
    """Return the faults of a board's files, of which one may have another text."""
    files = BoardFiles(board)
    for name, text, own in (
        ("bill", bill, files.assembly_bom),
        ("placements", placements, files.placements),
    ):
        (folder / name).write_text(text or own.read_text("utf-8"), "utf-8")
    pcb = committed(board)[1]
    return assembly.faults(board, pcb, folder / "bill", folder / "placements")


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_files_place_every_part_as_the_board_has_it(
    board: str, tmp_path: Path
) -> None:
    assert faults(board, tmp_path) == []


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
def test_another_angle_of_any_package_is_found(board: str, ref: str, tmp_path: Path) -> None:
    text = BoardFiles(board).placements.read_text("utf-8")
    row = re.search(LINE.format(ref), text, re.M)
    assert row is not None
    x, y, angle = row.groups()
    for turn in (90, 180, 270):
        other = (int(angle) + turn) % 360
        turned = text.replace(row[0], f"{ref},{x},{y},top,{other}")
        assert faults(board, tmp_path, placements=turned) == [
            f"{board}: {ref} is placed at {other} degrees, not at {angle}"
        ]


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            r"^(U13),([\d.]+),(.*)$",
            r"\1,131.000000,\3",
            "U13 is placed at 101.00, 12.00, not at 100",
        ),
        (r"^(U13),([\d.]+),-(.*)$", r"\1,\2,\3", "U13 is placed at 100.00, -72.00"),
        (r"^(U13,.*),top,", r"\1,bottom,", "U13 is placed on the bottom"),
        (r"^U13,.*\n", "", "U13 is missing in the placements"),
        (r"^(U13),(.*)$", r"\1,\2\nJ1,1,1,top,0", "J1 is too many in the placements"),
        (r"^(U13,.*)$", r"\1\n\1", "U13 is in the placements twice"),
    ],
)
def test_another_place_is_found(before: str, after: str, fault: str, tmp_path: Path) -> None:
    text = BoardFiles("strip8").placements.read_text("utf-8")
    changed = re.sub(before, after, text, flags=re.M)
    assert changed != text
    assert fault in " | ".join(faults("strip8", tmp_path, placements=changed))


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("C266131", "C266132", "U11 has the LCSC's number 'C266132' in the bill, not 'C266131'"),
        ("CL31A226KAHNNNE", "CL31A106KAHNNNE", "C4 has the order number 'CL31A106KAHNNNE'"),
        ("U11,U12", "U11", "U12 is missing in the bill"),
        ("Q1,SOT-23", '"Q1,J1",SOT-23', "J1 is too many in the bill"),
        ("R5,R_0805", '"R5,R1",R_0805', "R1 is in the bill twice"),
        ("330R,R5", "33R,R5", "R5 has the value '33R' in the bill, not '330R'"),
    ],
)
def test_another_bill_is_found(before: str, after: str, fault: str, tmp_path: Path) -> None:
    text = BoardFiles("strip8").assembly_bom.read_text("utf-8")
    assert before in text
    found = faults("strip8", tmp_path, bill=text.replace(before, after, 1))
    assert fault in " | ".join(found)


def test_the_part_behind_another_number_is_told_by_its_own_order_number(tmp_path: Path) -> None:
    text = BoardFiles("controller").assembly_bom.read_text("utf-8")
    for number, other, wrong in (
        ("C141321", "AP2191WG-7", "TPS2065CDBVR"),
        ("C210837", "MF-MSMF200-2", "MF-MSMF050-2"),
    ):
        found = faults("controller", tmp_path, bill=text.replace(other, wrong))
        assert f"'{wrong}' in the bill, not '{other}'" in " | ".join(found), number


def test_a_part_on_pads_of_another_package_is_found(tmp_path: Path) -> None:
    files = BoardFiles("strip8")
    turned = with_footprint("strip8", "U13", replaced('(pad "3"', '(pad "2"'))
    found = assembly.faults("strip8", turned, files.assembly_bom, files.placements)
    assert found == ["strip8: U13 is placed on pads that are not its own"]
