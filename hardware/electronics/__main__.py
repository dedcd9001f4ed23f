"""Make or check the boards: `python3 -m hardware.electronics make`, `... check`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.electronics import boards


def main(arguments: list[str]) -> int:
    """Do what the command line says.  Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m hardware.electronics", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser(
        "make",
        help="make schematics, boards and the files to order; needs the Python that KiCad uses",
    )
    make.add_argument("names", nargs="*", metavar="BOARD", help=", ".join(boards.NAMES))
    make.add_argument("--into", type=Path, default=boards.FOLDER, metavar="FOLDER")
    make.add_argument("--bare", action="store_true", help="only what KiCad opens")
    options = parser.parse_args(arguments)
    for name in options.names or boards.NAMES:
        boards.make_schematic(name, options.into)
        print(boards.make_pcb(name, options.into), flush=True)
        if not options.bare:
            boards.export(name, options.into)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
