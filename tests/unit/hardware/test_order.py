"""The bundle to order: what it holds, against what the pages tell, and bundles with a mistake."""

from __future__ import annotations

import csv
import io
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from hardware import order
from hardware.electronics.checks.archives import archive
from hardware.electronics.design.boards import NAMES
from hardware.electronics.fabrication import exports
from hardware.electronics.fabrication.files import FOLDER
from hardware.mechanics.design.printed_parts import PARTS
from hardware.paths import HARDWARE

ORDERING = (HARDWARE / "ORDERING.md").read_text("utf-8")


@cache
def bundle() -> dict[str, bytes]:
    """Return the files of the bundle."""
    return order.contents()


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a list in the bundle."""
    return list(csv.DictReader(io.StringIO(bundle()[name].decode())))


@pytest.mark.slow
def test_the_command_writes_a_bundle_without_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new" / "order.zip"
    assert order.main(["--into", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: {len(bundle())} files, 0 faults\n"
    assert file.read_bytes() == exports.zipped(bundle())


def test_a_place_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert order.main(["--into", str(tmp_path)]) == 2
    assert f"{tmp_path}: Is a directory" in capsys.readouterr().err


def test_it_holds_every_file_that_the_ordering_page_uploads() -> None:
    named = set(re.findall(r"`(?:[\w/]+/)?((?:strip8|controller)-[\w-]+\.(?:zip|csv))`", ORDERING))
    assert {"strip8-gerbers.zip", "strip8-jlcpcb-bom.csv", "controller-gerbers.zip"} <= named
    for name in named:
        board = name.split("-")[0]
        assert f"boards/{board}/{name}" in bundle()
        assert f"boards/strip9/{name.replace(board, 'strip9')}" in bundle() or board != "strip8"
    cut = set(re.findall(r"`((?:diffuser|base|surface)\.\w+)`", ORDERING))
    assert cut == {"diffuser.dxf", "base.dxf", "surface.svg"}
    assert {f"cut/8x8/{name}" for name in cut} <= bundle().keys()


def test_it_orders_as_many_boards_as_the_page() -> None:
    strip8, strip9, controller = order.ORDERS.values()
    first = re.search(r"\| (\d+) boards, (\d+) of them assembled: the least", ORDERING)
    assert first is not None
    for strip in (strip8, strip9):
        assert strip[order.TRIAL] == order.Quantity(*map(int, first.groups()))
    rest = re.findall(r"(10) boards, (\d+) of them assembled", ORDERING)
    assert [order.Quantity(int(n), int(m)) for n, m in rest] == [
        strip8[order.REST],
        strip9[order.REST],
    ]
    assert "| controller (section 1) | 5 boards, not assembled | - | - |" in ORDERING
    assert controller == {order.TRIAL: order.Quantity(5), order.REST: order.Quantity(0)}
    readme = bundle()[order.README].decode()
    assert "strip8      320 x 24 mm  5, 2 assembled     10, 6 assembled" in readme


def test_its_lists_name_files_that_are_in_it_and_count_as_the_pages() -> None:
    prints = rows("printed-parts.csv")
    assert {row["file"] for row in prints} == {n for n in bundle() if n.startswith("print/")}
    towers = next(row for row in prints if "base_white" in row["file"] and row["size"] == "9x9")
    assert towers["quantity"] == "9"
    page = (HARDWARE / "PARTS.md").read_text("utf-8")
    for row in rows("screws.csv"):
        assert f"| {row['what']} | {row['8x8']} | {row['9x9']} |" in page
    sensor = next(row for row in rows("electronic-parts.csv") if "Hall" in row["part"])
    assert (sensor["LCSC"], sensor["trial"], sensor["8x8"]) == ("C266131", "8", "64")


def test_its_list_of_parts_has_every_line_of_the_bill_and_what_is_left_to_buy() -> None:
    """Cables of two lengths have the same order number; three parts are others at LCSC."""
    page = (HARDWARE / "BOM.md").read_text("utf-8")
    builds = ("trial", "8x8", "9x9")
    line = r"^\| ([^|]+) \| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|"
    whole = re.findall(f"{line} \\d+\\.\\d{{3}}", page, re.M)
    by_hand = {order: counts for _, order, *counts in re.findall(f"{line}$", page, re.M)}
    parts = rows("electronic-parts.csv")
    assert [tuple(r[n] for n in ("part", "order number", *builds)) for r in parts] == whole
    cables = [row["8x8"] for row in parts if row["order number"] == "3365/20"]
    assert cables == ["7", "1"]
    begin = next(i for i, row in enumerate(parts) if row["part"].startswith("strip, bare"))
    for number, row in enumerate(parts):
        left = [row[f"{name}, strips assembled"] for name in builds]
        if number <= begin:
            assert left == list(by_hand.get(row["order number"], "000"))
        else:
            assert left == [row[name] for name in builds]
        other = re.search(rf"\[LCSC {row['LCSC'] or None}\]\(\S+\) \(([^)]+)\)", page)
        named = other[1] if other else row["order number"] if row["LCSC"] else ""
        assert row["part at LCSC"] == named


def test_its_page_says_of_what_the_sheets_are_cut() -> None:
    page = (HARDWARE / "PARTS.md").read_text("utf-8")
    readme = " ".join(bundle()[order.README].decode().split())
    sheets = re.findall(r"^\| `(\w+)\.svg`, `\1\.dxf`: ([\w ]+) \| [\d. x]+ x (\d) mm", page, re.M)
    assert len(sheets) == 2
    for name, material, thick in sheets:
        assert f"{name} of {material}, {thick} mm" in readme


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("missing", "boards/strip9/strip9-gerbers.zip is missing"),
        ("exchanged", "strip8: strip9-B_Cu.gbl does not belong there"),
        ("more", "notes.txt does not belong there"),
        ("stale", "cut/9x9/base.dxf is not as it is in the repository"),
        ("outline", "controller: Edge_Cuts is"),
    ],
)
@pytest.mark.slow
def test_a_bundle_with_a_mistake_is_found(change: str, fault: str) -> None:
    files = dict(bundle())
    one, other = "boards/strip8/strip8-gerbers.zip", "boards/strip9/strip9-gerbers.zip"
    if change == "missing":
        del files[other]
    elif change == "exchanged":
        files[one], files[other] = files[other], files[one]
    elif change == "more":
        files["notes.txt"] = b""
    elif change == "stale":
        files["cut/9x9/base.dxf"] += b"\n"
    else:
        name = "boards/controller/controller-gerbers.zip"
        packed, _ = archive.unpack(files[name])
        edge = packed["controller-Edge_Cuts.gm1"]
        packed["controller-Edge_Cuts.gm1"] = edge.replace(b"MOMM", b"MOIN")
        files[name] = exports.zipped(packed)
    assert fault in " | ".join(order.faults(exports.zipped(files)))


@pytest.mark.slow
def test_a_bundle_that_is_older_than_the_boards_is_found(tmp_path: Path) -> None:
    copies = shutil.copytree(FOLDER, tmp_path / "boards")
    old = exports.zipped(order.contents(copies, PARTS))
    target = copies / "strip8" / "fab" / "strip8-bom.csv"
    target.write_text(target.read_text("utf-8") + "\n", "utf-8")
    assert order.faults(old, copies) == [
        "boards/strip8/strip8-bom.csv is not as it is in the repository"
    ]
    assert order.faults(b"<html>") == ["it is no zip file: File is not a zip file"]


@pytest.mark.slow
def test_lists_of_the_assembler_that_are_wrong_in_the_repository_are_found(tmp_path: Path) -> None:
    """A list that was edited by hand is packed as it is: the bundle agrees with it."""
    copies = shutil.copytree(FOLDER, tmp_path / "boards")
    for end, before, after in (
        ("placements", "top,270", "top,0"),
        ("placements", "U14,170.0", "U14,171.0"),
        ("bom", "CL31B475KBHNNNE", "CL21B104KBCNNNC"),
    ):
        target = copies / "strip8" / "fab" / f"strip8-jlcpcb-{end}.csv"
        text = target.read_text("utf-8")
        assert before in text
        target.write_text(text.replace(before, after), "utf-8")
    assert order.faults(exports.zipped(order.contents(copies, PARTS)), copies) == [
        "strip8: C4 has the MPN 'CL21B104KBCNNNC' in the bill, not 'CL31B475KBHNNNE'",
        "strip8: U1 is placed at 0 degrees, not at 270",
        "strip8: U14 is placed at 141.00, 12.00, not at 140.00, 12.00",
    ]


def test_every_board_is_in_it() -> None:
    assert order.ORDERS.keys() == set(NAMES)
