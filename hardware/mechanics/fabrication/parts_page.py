"""hardware/PARTS.md: parts to print, cut and buy for the mechanics."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hardware.mechanics.design.dimensions import Dimensions, load
from hardware.mechanics.design.printed_parts import PARTS, SIZES, printed
from hardware.mechanics.fabrication import cut_sheets
from hardware.mechanics.fabrication.manifest import volumes
from hardware.paths import HARDWARE

FILE = HARDWARE / "PARTS.md"
DENSITY_G_CM3 = 1.24
"""Of PLA; PETG has 1.27."""
GRAMS_AN_HOUR = 12.0
"""Throughput of a small printer with a nozzle of 0.4 mm: an estimate."""
MOUNT_INSERTS = {
    "mount_screw": 3,
    "mount_screw_edge": 2,
    "mount_screw_tunnel": 4,
    "mount_peg": 1,
    "mount_peg_edge": 1,
    "mount_peg_tunnel": 2,
}
"""Brass inserts of each mount: below, one or two, and one for each screw of a strip."""

HEAD = """\
# Printed, cut and mechanical parts

Made by `python -m hardware.mechanics make`; the checks compare it with the files. What is soldered
and plugged is in [BOM.md](BOM.md). Grams are of solid plastic, so they are the most; hours are an
estimate (12 g an hour).

## To print

The files are in `hardware/mechanics/parts/`: STL to print, STEP to change. They lie as they are to
be printed; none needs supports.
"""


def page(parts: Path = PARTS) -> str:
    """Return the text of hardware/PARTS.md."""
    boards = [load(squares) for squares in SIZES]
    names = [f"{sizes.squares}x{sizes.squares}" for sizes in boards]
    lines = [HEAD, f"| part | colour | {' | '.join(names)} | g each |", "|---|---|---|---|---|"]
    cad = volumes(parts)
    totals = [0.0 for _ in boards]
    for row in zip(*(printed(sizes) for sizes in boards), strict=True):
        grams = [
            cad[part.path(sizes, "stl", parts).relative_to(parts).as_posix()] / 1000 * DENSITY_G_CM3
            for part, sizes in zip(row, boards, strict=True)
        ]
        totals = [
            total + part.quantity * each
            for total, part, each in zip(totals, row, grams, strict=True)
        ]
        each = " / ".join(dict.fromkeys(f"{gram:.1f}" for gram in grams))
        counts = " | ".join(str(part.quantity) for part in row)
        lines.append(f"| `{row[0].name}` | {row[0].plastic} | {counts} | {each} |")
    whole = " | ".join(f"{total:.0f} g" for total in totals)
    lines.append(f"| **all of it** | | {whole} | |")
    hours = " and ".join(f"{total / GRAMS_AN_HOUR:.0f}" for total in totals)
    lines += [f"\nThat is about {hours} hours of printing.\n", "## To cut\n"]
    lines += [f"| sheet | {' | '.join(names)} |", "|---|---|---|"]
    for name, material in (("diffuser", "opal acrylic"), ("base", "plywood or acrylic")):
        sizes_mm = []
        for sizes in boards:
            drawing = cut_sheets.diffuser(sizes) if name == "diffuser" else cut_sheets.base(sizes)
            west, south, east, north = drawing.box()
            thick = sizes.diffuser if name == "diffuser" else sizes.base_sheet
            sizes_mm.append(f"{east - west:.1f} x {north - south:.1f} x {thick:g} mm")
        lines.append(f"| `{name}.svg`, `{name}.dxf`: {material} | {' | '.join(sizes_mm)} |")
    lines += ["\n## To buy\n", f"| what | {' | '.join(names)} |", "|---|---|---|"]
    bought = [fasteners(sizes) for sizes in boards]
    for what in bought[0]:
        lines.append(f"| {what} | {' | '.join(str(counts[what]) for counts in bought)} |")
    return "\n".join(lines) + "\n"


def fasteners(sizes: Dimensions) -> Mapping[str, int]:
    """Return the quantities of screws, inserts and other bought parts."""
    mounts = [kind for kind, _, _ in sizes.mounts()]
    frame, posts = len(sizes.frame_screws()), len(sizes.case_posts())
    controller = len(sizes.controller_screws())
    tunnels = sum(kind.endswith("_tunnel") for kind in mounts)
    towers = sum(part.quantity for part in printed(sizes) if part.name.startswith("tower_base"))
    strip_screws = sizes.squares * len(sizes.screw_xs) * len(sizes.hole_across)
    return {
        "brass insert M3 x 5.7 for a hole of 4.0, such as ruthex RX-M3x5.7": sum(
            MOUNT_INSERTS[kind] for kind in mounts
        )
        + frame
        + 2 * posts,
        "screw M3 x 6, nylon or brass, for the strips": strip_screws,
        "screw M3 x 8, nylon or brass, through the base sheet": len(mounts)
        + tunnels
        + frame
        + posts,
        "screw M3 x 8, for the case's lid": posts,
        "spacer M3, 5 long, nylon, with two screws M3 x 6": controller,
        "felt disc 20 mm, 0.8 thick, self-adhesive": towers,
        "magnet, as in BOM.md, where four more are spare": towers,
    }
