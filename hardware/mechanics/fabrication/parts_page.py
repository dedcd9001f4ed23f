"""hardware/PARTS.md: parts to print, cut and buy for the mechanics."""

from __future__ import annotations

from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import PARTS, SIZES, printed
from hardware.mechanics.fabrication import cut_sheets, fasteners
from hardware.mechanics.fabrication.manifest import volumes
from hardware.paths import HARDWARE

FILE = HARDWARE / "PARTS.md"
DENSITY_G_CM3 = 1.24
"""Of PLA; PETG has 1.27."""
GRAMS_AN_HOUR = 12.0
"""Throughput of a small printer with a nozzle of 0.4 mm: an estimate."""
HEAD = """\
# Printed, cut and mechanical parts

Made by `python -m hardware.mechanics make`; the checks compare it with the files. What is soldered
and plugged is in [BOM.md](BOM.md). Grams are of solid plastic, so they are the most; hours are an
estimate (12 g an hour).

## To print

The files are in `hardware/mechanics/parts/`: STL to print, STEP to change. They lie as they are to
be printed; none needs supports.
"""

TOUCH = """\
### The overlay, for players who read the board with their fingers

Optional: ridges between the squares, for Kamisado with the sign of every square's colour. What it
is for: [Playing without sight](../docs/without-sight.md).
"""
SHEETS = """
Behind each size stands the smallest paper (A2: 420 x 594 mm) that takes the drawing at 100 %, and
the smallest plate to cut it from: none fits on A3. Screws, inserts and feet get lost: order a few
more of each."""
PAPERS = {"A3": (297.0, 420.0), "A2": (420.0, 594.0), "A1": (594.0, 841.0)}
"""Sizes of paper (ISO 216), the smallest first."""


def paper(across: float, along: float) -> str:
    """Return the smallest paper on which a drawing of this size fits."""
    short, long = sorted((across, along))
    return next(name for name, (a, b) in PAPERS.items() if short <= a and long <= b)


def page(parts: Path = PARTS) -> str:
    """Return the text of hardware/PARTS.md."""
    boards = [load(squares) for squares in SIZES]
    names = [f"{sizes.squares}x{sizes.squares}" for sizes in boards]
    head = [f"| part | colour | {' | '.join(names)} | g each |", "|---|---|---|---|---|"]
    rows, totals = _rows(boards, parts, optional=False)
    whole = " | ".join(f"{total:.0f} g" for total in totals)
    lines = [HEAD, *head, *rows, f"| **all of it** | | {whole} | |", "", _filament(boards, parts)]
    hours = " and ".join(f"{total / GRAMS_AN_HOUR:.0f}" for total in totals)
    lines.append(f"\nThat is about {hours} hours of printing.\n")
    rows, _ = _rows(boards, parts, optional=True)
    lines += [TOUCH, *head, *rows, "\n## To cut\n"]
    lines += [f"| sheet | {' | '.join(names)} |", "|---|---|---|"]
    for name, material in (("diffuser", "opal acrylic"), ("base", "plywood or acrylic")):
        sizes_mm = []
        for sizes in boards:
            drawing = cut_sheets.diffuser(sizes) if name == "diffuser" else cut_sheets.base(sizes)
            west, south, east, north = drawing.box()
            thick = sizes.diffuser if name == "diffuser" else sizes.base_sheet
            across, along = east - west, north - south
            sizes_mm.append(f"{across:.1f} x {along:.1f} x {thick:g} mm, {paper(across, along)}")
        lines.append(f"| `{name}.svg`, `{name}.dxf`: {material} | {' | '.join(sizes_mm)} |")
    lines.append(SHEETS)
    lines += ["\n## To buy\n", f"| what | {' | '.join(names)} |", "|---|---|---|"]
    bought = [fasteners.to_buy(sizes) for sizes in boards]
    for what in bought[0]:
        lines.append(f"| {what} | {' | '.join(str(counts[what]) for counts in bought)} |")
    return "\n".join(lines) + "\n"


def _rows(boards: list[Dimensions], parts: Path, optional: bool) -> tuple[list[str], list[float]]:
    """Return the rows of the required or of the optional parts, and the grams of each board."""
    cad = volumes(parts)
    totals = [0.0 for _ in boards]
    lines: dict[str, str] = {}
    counts: dict[str, list[int]] = {}
    grams: dict[str, list[str]] = {}
    for index, sizes in enumerate(boards):
        for part in printed(sizes):
            if part.optional != optional:
                continue
            volume = cad[part.path(sizes, "stl", parts).relative_to(parts).as_posix()]
            each = volume / 1000 * DENSITY_G_CM3
            totals[index] += part.quantity * each
            counts.setdefault(part.name, [0 for _ in boards])[index] = part.quantity
            grams.setdefault(part.name, []).append(f"{each:.1f}")
            lines[part.name] = f"| `{part.name}` | {part.plastic}"
    rows = [
        f"{line} | {' | '.join(map(str, counts[name]))} | "
        f"{' / '.join(dict.fromkeys(grams[name]))} |"
        for name, line in lines.items()
    ]
    return rows, totals


def _filament(boards: list[Dimensions], parts: Path) -> str:
    """Return a sentence with the grams of each colour; a part of two colours is half of each."""
    cad = volumes(parts)
    needed: dict[str, list[float]] = {}
    for index, sizes in enumerate(boards):
        for part in printed(sizes):
            if part.optional:
                continue
            volume = cad[part.path(sizes, "stl", parts).relative_to(parts).as_posix()]
            colours = [name.removeprefix("half ") for name in part.plastic.split(", ")]
            for colour in colours:
                grams = needed.setdefault(colour, [0.0 for _ in boards])
                grams[index] += part.quantity * volume / 1000 * DENSITY_G_CM3 / len(colours)
    listed = ", ".join(
        f"{colour} {' / '.join(dict.fromkeys(f'{gram:.0f}' for gram in grams))}"
        for colour, grams in needed.items()
    )
    return (
        f"Filament in grams, 8x8 / 9x9: {listed}. *Any* is one colour of your choice, black or "
        "white for example. PLA or PETG, 1.75 mm, or what your printer takes."
    )
