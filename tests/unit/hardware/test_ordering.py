"""The numbers in ORDERING.md and GUIDE.md of the hardware, against the lists that are computed."""

from __future__ import annotations

import csv
import re
import tomllib

from hardware import geometry
from hardware.electronics.design.components import OTHERS_AT_LCSC
from hardware.electronics.fabrication import bom
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import SIZES, printed
from hardware.mechanics.fabrication import cut_sheets, fasteners, parts_page
from hardware.paths import HARDWARE
from kamiboard import config

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
    highest = table.pop("with the dearer sensors")
    assert len(table) == 7
    assert [sum(column) for column in zip(*table.values(), strict=True)] == total
    sums = {
        begin: [int(usd) for usd in re.findall(r"(\d+) USD", row)]
        for begin in ("| all of it", "| at the higher price")
        for row in BOM.splitlines()
        if row.startswith(begin)
    }
    (trial, eight, nine), dearer = sums.values()
    assert table["electronics (BOM.md)"][1:] == [trial, eight, eight, nine]
    more = [high - low for high, low in zip(dearer, (trial, eight, nine), strict=True)]
    assert [high - low for high, low in zip(highest[1:], total[1:], strict=True)] == [
        more[0], more[1], more[1], more[2]
    ]  # fmt: skip
    assert highest[0] == total[0]  # on perfboard there are other sensors
    assert f"**a board of 8x8 costs {total[3]} to {highest[3]}.**" in ORDERING
    assert all(high > low for high, low in zip(dearer, sums["| all of it"], strict=True))


def test_the_parts_to_look_up_before_are_those_of_the_boards() -> None:
    """Each for two strips of the trial and for those that are assembled afterwards."""
    section = ORDERING.split("## 0. Stock and pre-order")[1].split("## Two orders")[0]
    listed = re.findall(
        r"^\| ([A-Z]+\d+)[^|]*, ([\w/-]+) \| (C\d+) \| (\d+) \((\d+)\) \| (\d+) \((\d+)\) "
        r"\| (\d+) \((\d+)\)",
        section,
        re.M,
    )
    assert len(listed) == 4
    for first, order, lcsc, *numbers in listed:
        for column, (board, later) in enumerate((("strip8", 6), ("strip9", 7))):
            with BoardFiles(board).bom.open(encoding="utf-8") as file:
                row = next(row for row in csv.DictReader(file) if row["MPN"] == order)
            assert first in row["References"].split(",")
            assert row["LCSC"] == lcsc
            each = int(row["Quantity"])
            assert [int(n) for n in numbers[column::2]] == [each, 2 * each, later * each]


def test_the_second_source_has_the_sensitivity_of_the_firmware_and_the_geometry() -> None:
    table = dict(re.findall(r"^\| (DRV5055\w+)[^|]* \| ([^|]+) \|", ORDERING, re.M))
    assert table["DRV5055A2QDBZR"].startswith(f"{config.SENSITIVITY_MV_PER_MT} mV/mT")
    assert table["DRV5055Z2QDBZR"] == "the same"
    half = config.SENSITIVITY_MV_PER_MT // 2
    assert table["DRV5055A3QDBZR"].startswith(f"{half} mV/mT")
    sensor = tomllib.loads(geometry.SOURCE.read_text("utf-8"))["sensor"]
    assert sensor["mv_per_mt"] == config.SENSITIVITY_MV_PER_MT
    assert f"`SENSITIVITY_MV_PER_MT = {half}`" in ORDERING
    assert f"`mv_per_mt = {half}.0`" in ORDERING


def test_the_hours_of_the_sections_add_up() -> None:
    heading = "## How long it takes"
    table = GUIDE.split(heading)[1].split("## Safety")[0]
    listed = [(int(n), int(hours)) for n, hours in re.findall(r"\[(\d)\. .*\| (\d+) hours", table)]
    total = re.search(r"\*\*(\d+) hours\*\*", table)
    assert total is not None
    assert sum(hours for _, hours in listed) == int(total[1])
    told = re.findall(r"^## (\d)\. .*\n\n\*About (\d+) hours of work\.\*$", GUIDE, re.M)
    assert [(int(n), int(hours)) for n, hours in told] == listed
    first = re.search(r"\*\*(\d+) to (\d+) hours of work\*\*", ORDERING)
    assert first is not None
    assert int(first[1]) <= int(total[1]) <= int(first[2])
    printing = re.search(r"That is about (\d+) and", (HARDWARE / "PARTS.md").read_text("utf-8"))
    assert printing is not None
    for page in (GUIDE, ORDERING):
        assert f"{printing[1]} hours" in page


def test_every_line_that_is_assembled_has_an_lcsc_number() -> None:
    for name, lines in (("strip8", 11), ("strip9", 11), ("controller", 15)):
        with BoardFiles(name).assembly_bom.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert all(row["JLCPCB Part #"] for row in rows)
        assert len(rows) == lines
    assert "all 11 lines have LCSC numbers" in ORDERING
    with BoardFiles("controller").bom.open(encoding="utf-8") as file:
        parts = sum(int(row["Quantity"]) for row in csv.DictReader(file))
    assert f"{parts} parts, most of them large" in ORDERING


def test_every_part_that_may_be_turned_is_compared_in_the_preview() -> None:
    """They are chips, transistors, diodes and electrolytic capacitors."""
    steps = {
        "strip8": ORDERING.split("\n6. Placements:")[1].split("\n7. ")[0],
        "controller": ORDERING.split("\nIf you want the controller assembled")[1].split("\n")[0],
    }
    for board, step in steps.items():
        named = set(re.findall(r"\b[A-Z]\d+\b", step))
        for kind, first, last in re.findall(r"\b([A-Z])(\d+) to \1(\d+)\b", step):
            named |= {f"{kind}{number}" for number in range(int(first), int(last) + 1)}
        with BoardFiles(board).assembly_bom.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                refs = set(row["Designator"].split(","))
                if row["Designator"][0] in "UDQ" or row["Footprint"].startswith("CP_"):
                    assert refs <= named, (board, refs - named)


def test_the_parts_that_lcsc_has_instead_are_told_with_what_they_must_be() -> None:
    told = {
        ref: cells
        for ref, *cells in re.findall(
            r"^\| ([A-Z]+\d) \| ([\w/-]+)[^|]* \| (C\d+), ([\w-]+) \|", ORDERING, re.M
        )
    }
    with BoardFiles("controller").bom.open(encoding="utf-8") as file:
        designed = {row["References"]: row for row in csv.DictReader(file)}
    with BoardFiles("controller").assembly_bom.open(encoding="utf-8") as file:
        assembled = list(csv.DictReader(file))
    others = [row for row in assembled if row["JLCPCB Part #"] in OTHERS_AT_LCSC]
    assert told == {
        (ref := row["Designator"]): [designed[ref]["MPN"], row["JLCPCB Part #"], row["MPN"]]
        for row in others
    }
    assert len(told) == len(OTHERS_AT_LCSC) == 3
    for _, lcsc, other in told.values():
        assert OTHERS_AT_LCSC[lcsc] == other
        assert f"[LCSC {lcsc}](https://www.lcsc.com/product-detail/{lcsc}.html) ({other})" in BOM


def test_every_order_number_is_linked_to_two_shops() -> None:
    rows = [
        row.strip("| ").split(" | ") for row in BOM.splitlines() if re.search(r"\d\.\d{3} \|", row)
    ]
    linked = {row[1]: row[6] for row in rows if len(row) == 7}
    assert len(linked) > 30
    for order, shops in linked.items():
        assert re.search(
            r"\[LCSC.*https://www\.lcsc\.com/.*\[Mouser\]\(https://www\.mouser", shops
        ), order
    others = {row[1] for row in rows} - linked.keys()
    assert all(" " in order or order.endswith(".zip") for order in others), others


def test_a_metre_of_ribbon_is_enough() -> None:
    long, short = load(9).cable.ribbon
    assert "1 m of cable is enough" in ORDERING
    assert long + 8 * short <= 1000


def test_what_a_board_works_without_is_listed_with_its_use() -> None:
    section = BOM.split("## If you want them")[1]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d) \| \d+\.\d\d \| [^|]+ \|$", section, re.M)
    assert [(name, order, int(count)) for name, order, count in rows] == [
        (option.name, option.order, option.count) for option in bom.OPTIONS
    ]
    assert "1000 mA for the LEDs instead of 300" in section
    assert "allows the LEDs 1000 mA instead of 300" in GUIDE
    for page in (GUIDE, ORDERING):
        assert "(BOM.md#if-you-want-them)" in page
    assert not {option.order for option in bom.OPTIONS} & {line.order for line in bom.parse(BOM)}


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


def test_boards_soldered_by_hand_are_enough_for_a_board() -> None:
    row = re.search(r"\| or strips that you solder yourself \|.*", ORDERING)
    assert row is not None
    bare = [int(n) for n in re.findall(r"(\d+) boards, bare", row[0])]
    needed = [int(n) for n in re.findall(r"10 in all, (\d+) needed", row[0])]
    assert needed == list(SIZES)
    assert [bare[0] + later for later in bare[1:]] == [10, 10]
    assert max(needed) <= 10


def test_every_tower_of_the_trial_and_of_the_rest_has_its_felt() -> None:
    row = re.search(r"\| felt discs[^|]*\| (\d+)[^|]*\| (\d+) \| (\d+) \|", ORDERING)
    assert row is not None
    trial, *rest = (int(n) for n in row.groups())
    assert trial == bom.BUILDS[0].towers
    for squares, later in zip(SIZES, rest, strict=True):
        felt = next(n for what, n in fasteners.to_buy(load(squares)).items() if "felt" in what)
        assert trial + later == felt


def test_the_spare_boards_of_the_trial_carry_a_grid_tile() -> None:
    """A tile lies on as many strips as it has ranks: one is tested, the others are bare."""
    bought = re.search(r"\| (\d+) boards, (\d+) of them assembled: the least", ORDERING)
    assert bought is not None
    for squares in SIZES:
        assert load(squares).tile_squares <= int(bought[1]) - int(bought[2]) + 1


def test_the_filament_of_all_colours_is_that_of_all_parts() -> None:
    page = parts_page.page()
    (listed,) = re.findall(r"^Filament in grams, 8x8 / 9x9: (.*?)\. \*Any", page, re.M)
    whole = re.search(r"\*\*all of it\*\* \| \| (\d+) g \| (\d+) g", page)
    assert whole is not None
    colours = [re.findall(r"\d+", colour) for colour in listed.split(", ")]
    for column, total in enumerate(whole.groups()):
        grams = sum(int(each[min(column, len(each) - 1)]) for each in colours)
        assert abs(grams - int(total)) <= len(colours)  # each is rounded


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
