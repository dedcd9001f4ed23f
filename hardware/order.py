"""Bundle of all files that are uploaded or handed to somebody for a board: `hardware-order.zip`.

`python3 -m hardware.order` writes it to build/ and reads it back: the circuit boards in it are
checked as a board maker's program reads them, and places, angles and numbers of all parts against
tables that are written by hand.  The same files give the same bytes.  It needs no KiCad: all of it
is made of committed files.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware import geometry
from hardware.electronics.checks import assembly
from hardware.electronics.checks.archives import archive, order_files
from hardware.electronics.design import boards
from hardware.electronics.design.components import OTHERS_AT_LCSC
from hardware.electronics.fabrication import archive_pictures, bom, exports
from hardware.electronics.fabrication.files import FOLDER, BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import PARTS, SIZES, printed
from hardware.mechanics.fabrication import fasteners
from hardware.paths import ROOT

FILE = ROOT / "build" / "hardware-order.zip"
README = "README.txt"
_DRAWINGS = (".dxf", ".svg")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Number of boards that are ordered, and of those that the maker assembles."""

    boards: int
    assembled: int = 0

    def __str__(self) -> str:
        if not self.boards:
            return "-"
        return f"{self.boards}, {self.assembled or 'none'} assembled"


TRIAL, REST = "trial", "afterwards"
ORDERS = {
    "strip8": {TRIAL: Quantity(5, 2), REST: Quantity(10, 6)},
    "strip9": {TRIAL: Quantity(5, 2), REST: Quantity(10, 7)},
    "controller": {TRIAL: Quantity(5), REST: Quantity(0)},
}
"""Circuit boards of the two orders; a board of 8x8 has strips of 8, one of 9x9 strips of 9."""


def contents(folder: Path = FOLDER, parts: Path = PARTS) -> dict[str, bytes]:
    """Return the files of the bundle by name.

    Args:
        folder: the circuit boards of the repository, or a copy of them.
        parts: the printed parts and sheets, or a copy of them.
    """
    files = {README: _readme().encode(), "electronic-parts.csv": _electronic_parts().encode()}
    files |= {"printed-parts.csv": _printed_parts().encode(), "screws.csv": _screws().encode()}
    for name in boards.NAMES:
        board = BoardFiles(name, folder)
        paths = [board.gerbers, board.assembly_bom, board.placements, board.bom]
        paths += [board.assembly(bottom=False), board.assembly(bottom=True)]
        paths += archive_pictures.paths(board).values()
        files |= {f"boards/{name}/{path.name}": path.read_bytes() for path in paths}
    for path in sorted(parts.rglob("*")):
        size = path.parent.name
        if path.suffix == ".stl":
            files[f"print/{size}/{path.name}"] = path.read_bytes()
        elif path.suffix in _DRAWINGS:
            files[f"cut/{size}/{path.name}"] = path.read_bytes()
    return files


def faults(data: bytes, folder: Path = FOLDER, parts: Path = PARTS) -> list[str]:
    """Return what is wrong with a bundle: its circuit boards, and files that are not as they are.

    Args:
        data: the bundle.
        folder: the circuit boards that it should hold.
        parts: the printed parts that it should hold.
    """
    files, found = archive.unpack(data)
    if not files:
        return found
    for name in boards.NAMES:
        begin = f"boards/{name}/{name}"
        upload = [files.get(f"{begin}-{end}", b"") for end in _UPLOADED]
        if all(upload):
            gerbers, bill, placements = upload
            pcb = BoardFiles(name, folder).pcb
            found += order_files.upload_faults(name, gerbers, bill, placements, pcb)
            lists = (files.get(f"{begin}-bom.csv", b""), bill, placements)
            found += assembly.faults(name, pcb_file.read(pcb), assembly.decoded(*lists))
    wanted = contents(folder, parts)
    found += [f"{name} is missing" for name in sorted(wanted.keys() - files.keys())]
    found += [f"{name} does not belong there" for name in sorted(files.keys() - wanted.keys())]
    found += [
        f"{name} is not as it is in the repository"
        for name in sorted(wanted.keys() & files.keys())
        if wanted[name] != files[name]
    ]
    return found


_ASSEMBLED = ", strips assembled"
_UPLOADED = ("gerbers.zip", "jlcpcb-bom.csv", "jlcpcb-placements.csv")


def main(arguments: Sequence[str]) -> int:
    """Write the bundle, read it back and check it; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m hardware.order",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--into", type=Path, default=FILE, metavar="FILE", help="another file")
    file: Path = parser.parse_args(arguments).into
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(exports.zipped(contents()))
        found = faults(file.read_bytes())
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 2
    count = len(zipfile.ZipFile(file).namelist())
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    sys.stdout.write(f"{file}: {count} files, {len(found)} faults\n")
    return 1 if found else 0


def _readme() -> str:
    """Return the page of the bundle: which file goes where, with the settings of the order."""
    places = geometry.load()
    rows = [("board", "size", "trial", "afterwards")]
    for name, orders in ORDERS.items():
        squares = boards.STRIPS.get(name)
        x, y = places.strip_size(squares) if squares else places.controller_size
        rows.append((name, f"{x:g} x {y:g} mm", str(orders[TRIAL]), str(orders[REST])))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    table = "\n".join("  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return _PAGE.format(table=table)


def _electronic_parts() -> str:
    """Return what is soldered and plugged: all of it, and what is left if strips are assembled."""
    page, builds = bom.FILE.read_text("utf-8"), [build.name for build in bom.BUILDS]
    left, plugged = bom.parse_by_hand(page), {line.name for line in bom.UNSOLDERED}
    none = (0,) * len(builds)

    def rows() -> Iterator[tuple[object, ...]]:
        for line in bom.parse(page):
            bought = line.counts if line.name in plugged else left.get(line.order, none)
            if line.order == bom.BARE_STRIP:
                bought = none
            at_lcsc = OTHERS_AT_LCSC.get(line.lcsc, line.order) if line.lcsc else ""
            usd = f"{line.usd:.3f}"
            yield (line.name, line.order, line.lcsc, at_lcsc, *line.counts, *bought, usd)

    head = ("part", "order number", "LCSC", "part at LCSC", *builds)
    return _csv((*head, *(f"{name}{_ASSEMBLED}" for name in builds), "USD each"), rows())


def _printed_parts() -> str:
    return _csv(("size", "file", "colour", "quantity", "optional"), _prints())


def _prints() -> Iterator[tuple[object, ...]]:
    for squares in SIZES:
        sizes = load(squares)
        for part in printed(sizes):
            path = part.path(sizes, "stl")
            file = f"print/{path.parent.name}/{path.name}"
            optional = "yes" if part.optional else ""
            yield f"{squares}x{squares}", file, part.plastic, part.quantity, optional


def _screws() -> str:
    lists = [fasteners.to_buy(load(squares)) for squares in SIZES]
    head = ("what", *(f"{squares}x{squares}" for squares in SIZES))
    return _csv(head, ((what, *(each[what] for each in lists)) for what in lists[0]))


def _csv(head: Sequence[str], rows: Iterator[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


_PAGE = """\
Kamisado board: files to order
==============================

Nobody has built this board yet.  Order the trial first: one strip and the controller.  What each
step asks, what it costs, and which parts to look up before: ORDERING.md in the project's folder
hardware.

Circuit boards: boards/
-----------------------

For 8x8 take strip8, for 9x9 strip9, and the controller.  A quantity is the number of boards.

{table}

1. Upload ...-gerbers.zip as it is.  The preview must show 2 layers and the size above, and look
   like ...-gerbers-top.png and ...-gerbers-bottom.png, without a frame around it.
2. FR-4, 1.6 mm, 1 oz copper, HASL lead-free, any colour; all else as it stands.
3. Assembly of strips: economic, top side, tooling holes added by the maker, confirm the placement
   of parts: yes.  Upload ...-jlcpcb-bom.csv as BOM and ...-jlcpcb-placements.csv as CPL.
4. Compare the preview of the parts with ...-assembly-top.pdf before you pay.

...-bom.csv has all parts of a board, also those that are soldered by hand.

Parts
-----

electronic-parts.csv   what is soldered and plugged, for the trial and for whole boards; what is
                       left to buy if the maker assembles the strips; three parts of the
                       controller are another maker's at LCSC, which do as well
printed-parts.csv      which file of print/ how often, in which colour
screws.csv             screws, inserts, feet, felt, magnets

print/   STL, to print as they lie, without supports, layers of 0.2 mm; any: for both sizes
cut/     one of each, red is cut, blue engraved: base of plywood or acrylic, 3 mm, and diffuser of
         opal acrylic, 2 mm, from plates of A2; surface.svg: the film of 8x8, printed at 100 %

Of prints, screws and sheets the lists have all; what the trial takes is in ORDERING.md.

Licence: CERN-OHL-P-2.0.
"""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
