"""The numbers in ORDERING.md and GUIDE.md of the hardware, against the lists that are computed."""

from __future__ import annotations

import re

from hardware.electronics.fabrication import bom
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.fabrication import fasteners
from hardware.paths import HARDWARE

ORDERING = (HARDWARE / "ORDERING.md").read_text("utf-8")
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
    last = bom.FILE.read_text("utf-8").rstrip().splitlines()[-1]
    eight, nine = (int(usd) for usd in re.findall(r"(\d+) USD", last))
    assert table["electronics (BOM.md)"][1:] == [eight, eight, nine]


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
        ordered = {line.name: line.counts[bom.SIZES.index(squares)] for line in bom.UNSOLDERED}
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
