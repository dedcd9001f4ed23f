"""Bill of materials of a trial and of whole boards, 8x8 and 9x9: hardware/BOM.md.

Soldered components are counted from the boards; all others are listed here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from hardware.electronics.design import boards
from hardware.electronics.design.board import Item, Part
from hardware.electronics.design.components import OTHERS_AT_LCSC
from hardware.electronics.design.prices import highest_price_of, price_of, written
from hardware.paths import HARDWARE

FILE = HARDWARE / "BOM.md"
SPARE_MAGNETS = 4
BARE_STRIP = "stripN-gerbers.zip"
"""Order number of the strips' boards, which an assembler has in his price."""


@dataclass(frozen=True, slots=True)
class Build:
    """An amount to build: strips of a kind with one controller, and towers.

    Attributes:
        name: heading of its column in BOM.md.
        strip: name of the strips' circuit board.
        strips: number of strips.
        towers: number of towers of both sides.
    """

    name: str
    strip: str
    strips: int
    towers: int

    @property
    def boards(self) -> Counter[str]:
        """Number of each circuit board, by name."""
        return Counter({self.strip: self.strips, "controller": 1})


BUILDS = (
    Build("trial", "strip8", 1, 2),
    Build("8x8", "strip8", 8, 16),
    Build("9x9", "strip9", 9, 18),
)
"""The trial is one strip with the cables from the controller, and a tower of each side."""
_HEADINGS = ("what", "order number", *(build.name for build in BUILDS), "USD each", "shops")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the bill: quantity for each of `BUILDS`, and estimated price of one.

    Attributes:
        highest: the price of one that somebody paid, if it is higher; else as `usd`.
    """

    name: str
    order: str
    counts: tuple[int, ...]
    usd: float
    highest: float
    lcsc: str = ""


def _unsoldered(name: str, order: str, count: Callable[[int], int]) -> Line:
    counts = tuple(count(build.strips) for build in BUILDS)
    return Line(name, order, counts, price_of(name), highest_price_of(name))


_MAGNET = "magnet, NdFeB disc 10 x 3 mm, N35; four are spare"

UNSOLDERED = (
    _unsoldered("strip, bare board, 2 layers, 1.6 mm", BARE_STRIP, lambda n: n),
    _unsoldered("controller, bare board", "controller-gerbers.zip", lambda _: 1),
    _unsoldered("20-way flat cable, 1.27 mm, 50 mm each", "3365/20", lambda n: n - 1),
    _unsoldered("the same cable, 500 mm, to the controller's case", "3365/20", lambda _: 1),
    _unsoldered(
        "20-way socket for it, 2.54 mm, without strain relief", "89120-0101", lambda n: 2 * n
    ),
    _unsoldered("JST XH housing, 2 ways", "XHP-2", lambda n: 2 * n),
    _unsoldered("JST XH crimp contact, AWG 22 to 28", "SXH-001T-P0.6", lambda n: 4 * n),
    _unsoldered(
        "wire AWG 22, red and black, 100 mm each",
        "stranded, AWG 22, 300 V",
        lambda n: 2 * (n - 1),
    ),
    _unsoldered(
        "the same wire, 500 mm, to the controller's case", "stranded, AWG 22, 300 V", lambda _: 2
    ),
    _unsoldered("pin header 1 x 20, 2.54 mm, for the Pico", "61302011121", lambda _: 2),
    _unsoldered("shunt 2.54 mm, for JP1", "QPC02SXGN-RC", lambda _: 1),
    Line(
        _MAGNET,
        "disc 10x3 N35",
        tuple(build.towers + SPARE_MAGNETS for build in BUILDS),
        price_of(_MAGNET),
        highest_price_of(_MAGNET),
    ),
    _unsoldered("USB cable, as the Pico's socket", "USB 2.0, with data lines", lambda _: 1),
)
"""Components that are on no circuit board.  Where any maker will do, `order` describes the kind.
Printed parts, screws and the diffuser are in the guide to the mechanics."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a board works without: its name, order number, quantity and use."""

    name: str
    order: str
    count: int
    use: str


OPTIONS = (
    Option(
        "socket 1 x 20, 2.54 mm, 8.5 mm high",
        "PPTC201LFBN-RC",
        2,
        "the Pico can be taken out again: solder these into the controller, and the pin headers "
        "into the Pico",
    ),
    Option(
        "supply of 5 V, 3 A, with a plug of 5.5 x 2.1 mm, plus inside",
        "GST18E05-P1J",
        1,
        "more light, at J3: 1000 mA for the LEDs instead of 300. This one is for European outlets, "
        "GST18A05-P1J takes a mains cable",
    ),
    Option(
        "socket of 5.5 x 2.1 mm with two screw terminals",
        "DC 5.5 x 2.1 to terminal block",
        1,
        "between the supply's plug and the wires to J3",
    ),
    Option(
        "wire of 0.5 to 0.75 mm2 (AWG 20 to 18), red and black, 300 mm each",
        "stranded, AWG 20, 300 V",
        2,
        "from there to J3",
    ),
)
"""Components that are not counted in the sums."""


def lines() -> list[Line]:
    """Return all lines: soldered components, the most expensive first, then all others."""
    return _soldered(lambda _: True) + list(UNSOLDERED)


def by_hand() -> list[Line]:
    """Return the components that are soldered by hand if the maker assembles the strips.

    They are those of the controller, and those below the strips.
    """
    return _soldered(lambda part: part.placement.bottom)


def _soldered(wanted: Callable[[Part], bool]) -> list[Line]:
    """Return the lines of soldered components, the most expensive first.

    Args:
        wanted: True for the components of a strip that are counted; the controller's all are.
    """
    items: dict[str, Item] = {}
    counts = [Counter[str]() for _ in BUILDS]
    for build, counted in zip(BUILDS, counts, strict=True):
        for name, quantity in build.boards.items():
            for part in boards.load(name).parts:
                if name == "controller" or wanted(part):
                    items[part.item.mpn] = part.item
                    counted[part.item.mpn] += quantity
    listed = [
        Line(
            item.name,
            mpn,
            tuple(counted[mpn] for counted in counts),
            price_of(item.name),
            highest_price_of(item.name),
            item.lcsc,
        )
        for mpn, item in items.items()
    ]
    listed.sort(key=lambda line: (-line.counts[1] * line.usd, line.order))
    return listed


def page() -> str:
    """Return the text of hardware/BOM.md."""
    listed = lines()
    rows = [_HEADINGS, ("---",) * len(_HEADINGS)]
    for line in listed:
        usd = f"{line.usd:.3f}"
        if line.highest > line.usd:
            usd += f" to {line.highest:.3f}"
        rows.append((line.name, line.order, *map(str, line.counts), usd, _shops(line)))
    for name, prices in (
        ("all of it", [line.usd for line in listed]),
        ("at the higher price", [line.highest for line in listed]),
    ):
        pairs = list(zip(listed, prices, strict=True))
        sums = [
            sum(line.counts[build] * usd for line, usd in pairs) for build in range(len(BUILDS))
        ]
        rows.append((name, "", *(f"{usd:.0f} USD" for usd in sums), "", ""))
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    few = [_HEADINGS[:-2], ("---",) * (len(_HEADINGS) - 2)]
    few += [(line.name, line.order, *map(str, line.counts)) for line in by_hand()]
    fewer = "\n".join(f"| {' | '.join(row)} |" for row in few)
    introduction = _INTRODUCTION.format(written=written())
    return f"{introduction}\n{table}\n\n{_BY_HAND}\n{fewer}\n\n{_OPTIONAL}\n{_options()}\n"


def _options() -> str:
    """Return the table of what a board works without."""
    rows = [
        "| what | order number | quantity | USD each | for |",
        "| --- | --- | --- | --- | --- |",
    ]
    for option in OPTIONS:
        cells = (option.name, option.order, str(option.count), f"{price_of(option.name):.2f}")
        rows.append(f"| {' | '.join(cells)} | {option.use} |")
    return "\n".join(rows)


def _shops(line: Line) -> str:
    """Return links to the line in two shops, "" for what any shop has under no order number.

    The first is to LCSC's part if its number is known, the others search for the order number.
    """
    if " " in line.order or line.order.endswith(".zip"):
        return ""
    wanted = quote(line.order, safe="")
    other = OTHERS_AT_LCSC.get(line.lcsc)
    found = (
        f"[LCSC {line.lcsc}](https://www.lcsc.com/product-detail/{line.lcsc}.html)"
        if line.lcsc
        else f"[LCSC](https://www.lcsc.com/search?q={wanted})"
    )
    mouser = f"[Mouser](https://www.mouser.com/c/?q={wanted})"
    return f"{found}{f' ({other})' if other else ''}, {mouser}"


def parse(text: str) -> list[Line]:
    """Return the lines of a page; cables of two lengths have the same order number."""
    found = []
    for name, order, *counts, usd, shops in _table(text.split(_BY_HAND)[0]):
        low, _, high = usd.partition(" to ")
        number = re.search(r"\[LCSC (C\d+)\]", shops)
        quantities = tuple(int(count) for count in counts)
        lcsc = number[1] if number else ""
        found.append(Line(name, order, quantities, float(low), float(high or low), lcsc))
    return found


def parse_by_hand(text: str) -> dict[str, tuple[int, ...]]:
    """Return the quantities, by order number, of a page's list for strips that are assembled."""
    section = text.split(_BY_HAND)[1].split(_OPTIONAL)[0]
    return {order: tuple(int(count) for count in counts) for _, order, *counts in _table(section)}


def _table(text: str) -> Iterator[list[str]]:
    """Yield the cells of the rows that have a quantity in their third column."""
    for row in text.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if row.startswith("|") and cells[2].isdigit():
            yield cells


_BY_HAND = """## If the maker assembles the strips

Then buy of the soldered parts only these: the controller's, and the connectors below the strips.
What is not soldered, from the cables on, is bought as above; the bare strips are in the maker's
price.
"""
_OPTIONAL = """## If you want them

A board works without these; the sums above leave them out. Order numbers are examples, from memory.
"""
_INTRODUCTION = """# Bill of materials

What one board of 8x8 squares and one of 9x9 is made of, and what a trial takes: one strip of eight
squares, the controller, the two cables between them, and magnets for a tower of each side. Its
printed parts, felt and acrylic are in [ORDERING.md](ORDERING.md). Made by `hardware/electronics`,
checked against what KiCad counts in the schematics.

**Prices are estimates** for single pieces, written down from memory in {written}: no shop could
be asked. Of two prices the higher is what others paid
([ORDERING.md](ORDERING.md#0-stock-and-pre-order)). LCSC's numbers were found in other projects'
published lists; behind three of them is another part that does as well, named in brackets
([ORDERING.md](ORDERING.md#three-other-parts)). Links without a number search the shop for the order
number. Compare each part with its data sheet before you order. Which reference is which part is in
the `-bom.csv` of each board, beside its Gerber files. Strips of 8 and of 9 squares differ in length
only; order those that you build. Most board makers sell five or more at a time. Of the resistors
and the ceramic capacitors any maker's will do, of the same value and size.
"""
