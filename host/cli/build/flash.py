"""`kamisado flash`: put the firmware on the CIRCUITPY drive of a board."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from host import COMMAND
from host.cli.options import Echo

if TYPE_CHECKING:
    from host.maintenance.drive import Drive
    from host.maintenance.installation_plan import Plan

SUMMARY = "put the firmware on the CIRCUITPY drive of a board"
DESCRIPTION = (
    "Put the firmware on a board. Copies firmware/ to the CIRCUITPY drive of a board with "
    "CircuitPython 9 or 10, so that a copy that is interrupted does no harm, and reads it back. "
    "Files that are not ours stay; one that is in the way is kept under another name."
)

NEXT = (
    "Now press the board's reset button once, or pull its plug and put it in again: only then does "
    f"its second serial port open. Then: {COMMAND} play"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `flash`."""
    parser.add_argument(
        "drive",
        metavar="DRIVE",
        nargs="?",
        type=Path,
        help="the folder where CIRCUITPY is mounted (default: it is looked for)",
    )
    parser.add_argument("--dry-run", action="store_true", help="only list what would be done")
    parser.add_argument("--yes", action="store_true", help="do not ask about what is in the way")


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Install the firmware, or list what would be done; return the exit status.

    Raises:
        DriveError: it cannot be done, or was not agreed to; the message says what to do.
    """
    from host.maintenance.drive import find_drive, mounted_volumes, read_drive
    from host.maintenance.installation_plan import WIRED
    from host.maintenance.installer import (
        FIRMWARE,
        firmware_files,
        install,
        neopixel_library,
        plan_for,
    )

    drive = find_drive(mounted_volumes()) if options.drive is None else read_drive(options.drive)
    echo(f"Drive: {drive.description}")
    libraries = neopixel_library()
    if not libraries:
        echo(
            "Adafruit's neopixel is not installed here; the firmware does without it, a little "
            "slower. To have it copied to the board, install it beside this program first: "
            "pip install --no-deps adafruit-circuitpython-neopixel"
        )
    todo = plan_for(drive, firmware_files(FIRMWARE), libraries)
    if drive.board_id and drive.board_id not in WIRED:
        echo(
            "The firmware's pins are those of a Raspberry Pi Pico, but this is "
            f"{drive.board_id!r}: change PINS in firmware/kamiboard/config.py to what you have "
            "wired, and run this again."
        )
    if todo.is_empty:
        echo(f"All {todo.unchanged} files are there already. There is nothing to do.")
        return 0
    if options.dry_run:
        echo("\n".join(["This would be done:", *(f"  {line}" for line in todo.steps())]))
        return 0
    if not options.yes:
        _agree(todo, drive, echo)
    echo("Writing. Leave the board plugged in ...")
    install(todo, drive.path)
    echo(f"{len(todo.write)} files written and read back, {todo.unchanged} were there.")
    echo(NEXT)
    return 0


def _agree(todo: Plan, drive: Drive, echo: Echo) -> None:
    """Ask for consent if files are in the way.

    Raises:
        DriveError: it may not, or nobody is there to answer.
    """
    from host.maintenance.drive import DriveError

    if not (todo.samples or todo.set_aside):
        return
    echo("On the drive something is in the way. This would be done:")
    for line in todo.obstacles():
        echo(f"  {line}")
    if not sys.stdin.isatty():
        raise DriveError("Nobody is there to be asked. Say --yes if that may be done.")
    answer = input(f"Do that on {drive.path}? [y/N] ").strip().lower()
    if answer not in ("y", "yes"):
        raise DriveError("Nothing was changed.")
