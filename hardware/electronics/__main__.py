"""Make, export or check the boards of the reference build.

`make` draws, routes and exports them; it needs a Python that has KiCad's `pcbnew`, on Debian
/usr/bin/python3.  `export` only makes the files to order, from boards as they are, also if they
were edited in KiCad.  `check` checks the committed files, with any Python.  All need what
hardware/electronics/install-kicad installs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from hardware.electronics.checks import all_checks
from hardware.electronics.design import boards
from hardware.electronics.fabrication import bom, build, layout_record
from hardware.electronics.fabrication.files import FOLDER
from hardware.electronics.kicad import kicad_cli


def main(arguments: list[str]) -> int:
    """Run a command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m hardware.electronics",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make schematics, boards and the files to order")
    make.add_argument("names", nargs="*", metavar="BOARD", help=", ".join(boards.NAMES))
    make.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER")
    make.add_argument("--bare", action="store_true", help="only the files that KiCad opens")
    export = commands.add_parser("export", help="make the files to order from the KiCad files")
    export.add_argument("names", nargs="*", metavar="BOARD", help=", ".join(boards.NAMES))
    export.add_argument("--folder", type=Path, default=FOLDER, help="or a copy of the boards")
    check = commands.add_parser("check", help="check the committed boards")
    check.add_argument("--folder", type=Path, default=FOLDER, help="or a copy of them")
    check.add_argument(
        "--edited",
        action="store_true",
        help="boards were edited in KiCad: do not compare them with the generator's",
    )
    check.add_argument("--quick", action="store_true", help="lay no board out again")
    check.add_argument(
        "--anew",
        action="store_true",
        help="lay all boards out again, also where neither they nor the generator have changed",
    )
    options = parser.parse_args(arguments)
    try:
        kicad_cli.require_version()
        if options.command == "make":
            return _make(options.names or list(boards.NAMES), options.into, options.bare)
        if options.command == "export":
            for name in options.names or boards.NAMES:
                build.export(name, options.folder)
            return 0
        rebuild = not (options.quick or options.edited)
        listed = all_checks.checks(options.folder, rebuild, options.edited, options.anew)
        return _check(listed)
    except kicad_cli.KicadError as error:
        print(error, file=sys.stderr)
        return 2


def _make(names: list[str], folder: Path, bare: bool) -> int:
    for name in names:
        build.make_schematic(name, folder)
        print(build.make_pcb(name, folder), flush=True)
        layout_record.write(name, folder)
        if not bare:
            build.export(name, folder)
    if not bare:
        bom.FILE.write_text(bom.page(), "utf-8")
    return 0


def _check(listed: Iterable[all_checks.Check]) -> int:
    count = 0
    for check in listed:
        started = time.monotonic()
        faults = check.faults()
        count += len(faults)
        seconds = time.monotonic() - started
        print(f"{'FAULT' if faults else 'ok':5} {seconds:5.1f} s  {check.title}", flush=True)
        for line in faults or check.notes():
            print(f"      {line}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
