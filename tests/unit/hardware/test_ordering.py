"""The numbers in ORDERING.md and GUIDE.md of the hardware, against the lists that are computed."""

from __future__ import annotations

import csv
import re

from hardware.electronics.fabrication import bom
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import SIZES, printed
from hardware.mechanics.fabrication import cut_sheets, fasteners, parts_page
from hardware.paths import HARDWARE

ORDERING = (HARDWARE / "ORDERING.md").read_text("utf-8")
BOM = bom.FILE.read_text("utf-8")
GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")


def costs() -> dict[str, list[int]]:
    """Return the table of costs: the first column, and the numbers of each variant."""
    rows = re.findall(r"^\| (\D[^|]*) \| ((?:\**\d+\** \| ?)+)$", ORDERING, re.M)
    return {name: [int(n) for n in re.findall(r"\d+", numbers)] for name, numbers in rows}


def test_the_costs_add_up_and_the_electronics_are_those_of_the_bill() -> None:
    table = costs()
    total = table.pop("**all of it**")
    assert len(table) == 7
    assert [sum(column) for column in zip(*table.values(), strict=True)] == total
    last = next(row for row in BOM.splitlines() if row.startswith("| all of it"))
    trial, eight, nine = (int(usd) for usd in re.findall(r"(\d+) USD", last))
    assert table["electronics (BOM.md)"][1:] == [trial, eight, eight, nine]


def test_the_parts_without_an_lcsc_number_are_told_with_what_to_search_for() -> None:
    with BoardFiles("controller").assembly_bom.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    without = {row["Designator"]: row["MPN"] for row in rows if not row["JLCPCB Part #"]}
    told = dict(re.findall(r"^\| ([A-Z]+\d) \| ([\w/-]+)", ORDERING, re.M))
    assert {ref: mpn.replace("-", "") for ref, mpn in told.items()} == {
        ref: mpn.replace("-", "") for ref, mpn in without.items()
    }
    for name, lines in (("strip8", 11), ("strip9", 11)):
        with BoardFiles(name).assembly_bom.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert all(row["JLCPCB Part #"] for row in rows)
        assert f"all {lines} lines have LCSC numbers" in ORDERING
        assert len(rows) == lines
    with BoardFiles("controller").bom.open(encoding="utf-8") as file:
        parts = sum(int(row["Quantity"]) for row in csv.DictReader(file))
    assert f"{parts} parts, most of them large" in ORDERING


def test_the_second_list_of_the_bill_is_what_is_soldered_by_hand() -> None:
    """The page's second list has all of the controller and the connectors of the strips."""
    listed = {
        order: [int(count) for count in counts.split("|")]
        for order, counts in re.findall(
            r"^\| [^|]+ \| ([^|]+) \| (\d+ \| \d+ \| \d+) \|$", BOM, re.MULTILINE
        )
    }
    for column, build in enumerate(bom.BUILDS):
        left = {order: counts[column] for order, counts in listed.items()}
        for board, quantity in build.boards.items():
            with BoardFiles(board).bom.open(encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    if board == "controller" or row["References"].startswith("J"):
                        left[row["MPN"]] -= quantity * int(row["Quantity"])
        assert set(left.values()) == {0}, build.name


def test_the_trial_and_the_rest_make_a_board() -> None:
    """Two strips of the trial are assembled, so the second order has the others."""
    bought = dict(re.findall(r"(\d+) boards, (\d+) of them assembled", ORDERING))
    assert bought["5"] == "2"
    rest = [int(n) for n in re.findall(r"10 boards, (\d+) of them assembled", ORDERING)]
    assert [2 + n for n in rest] == [8, 9]
    trial = re.search(r"\| printed parts \| (.*?), one of each", ORDERING)
    assert trial is not None
    parts = {part.name for part in printed(load(8))}
    assert set(re.findall(r"`(\w+)`", trial[1])) <= parts


def test_the_pages_say_that_no_sheet_fits_on_a3() -> None:
    for squares in SIZES:
        sizes = load(squares)
        for drawing in (cut_sheets.base(sizes), cut_sheets.diffuser(sizes)):
            west, south, east, north = drawing.box()
            assert parts_page.paper(east - west, north - south) == "A2"
    assert parts_page.paper(load(8).side, load(8).side) == "A2"  # the film
    assert "**No sheet fits on A3**" in ORDERING


def test_the_files_that_are_named_to_order_are_there() -> None:
    for name in set(
        re.findall(
            r"`(?:hardware/electronics/boards/strip8/fab/)?([\w-]+\.zip|strip8-[\w-]+\.csv)`",
            ORDERING,
        )
    ):
        board = name.split("-")[0]
        assert (BoardFiles(board, FOLDER).folder / "fab" / name).exists(), name


def test_the_guide_counts_cables_inserts_and_towers_as_the_lists_do() -> None:
    for squares, text in ((8, "{}"), (9, "(9x9: {})")):
        ordered = {line.name: line.counts[squares - 7] for line in bom.UNSOLDERED}
        inserts = next(
            count for what, count in fasteners.to_buy(load(squares)).items() if "insert" in what
        )
        ribbons = ordered["20-way flat cable, 1.27 mm, 50 mm each"]
        assert f"| {ribbons} " in GUIDE or f"9x9: {ribbons}" in GUIDE
        assert text.format(inserts) in GUIDE
        assert text.format(ordered["JST XH housing, 2 ways"]) in GUIDE
    assert "18 towers and 18 magnets, but 16 caps" in GUIDE


def test_the_guide_gives_the_lengths_of_the_cables_as_geometry_does() -> None:
    cable = load(8).cable
    for length in (*cable.ribbon, *cable.power):
        assert f"{length:g} mm" in GUIDE
        assert any(f"{length:g} mm" in line.name for line in bom.UNSOLDERED)
    assert (
        f"17 mm high, without it {cable.ribbon_plug:g}; there are {load(8).under_boards:g}" in GUIDE
    )
