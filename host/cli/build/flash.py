"""`kamisado flash`: put the firmware on the CIRCUITPY drive of a board."""

from __future__ import annotations

import argparse
import sys

from host.cli.arguments import Tell
from host.maintenance.drive import Drive, DriveError, find_drive, mounted_volumes, read_drive
from host.maintenance.installer import (
    FIRMWARE,
    Plan,
    firmware_files,
    install,
    make_plan,
    neopixel_library,
)

WIRED = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
"""The boards whose pin names kamiboard/config.py has."""
NEXT = (
    "Now press the board's reset button once, or pull its plug and put it in again: only then does "
    "its second serial port open. Then: ./kamisado play"
)


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Install the firmware, or list what would be done; the exit status.

    Raises:
        DriveError: it cannot be done, or was not agreed to; the message says what to do.
    """
    drive = find_drive(mounted_volumes()) if options.drive is None else read_drive(options.drive)
    tell(f"Drive: {drive.description}")
    libraries = neopixel_library()
    if not libraries:
        tell("Adafruit's neopixel is not installed here; the firmware does without it.")
    todo = make_plan(drive, firmware_files(FIRMWARE), libraries)
    if drive.board_id and drive.board_id not in WIRED:
        tell(
            f"The firmware's pins are those of a Raspberry Pi Pico, this is {drive.board_id!r}: "
            "change PINS in firmware/kamiboard/config.py to what you have wired, and run this "
            "again."
        )
    if todo.is_empty:
        tell(f"All {todo.unchanged} files are there already. Nothing is to be done.")
        return 0
    if options.dry_run:
        tell("\n".join(["This would be done:", *(f"  {line}" for line in todo.steps())]))
        return 0
    if not options.yes:
        agree(todo, drive, tell)
    tell("Writing. Leave the board plugged in ...")
    install(todo)
    tell(f"{len(todo.write)} files written and read back, {todo.unchanged} were there.")
    tell(NEXT)
    return 0


def agree(todo: Plan, drive: Drive, tell: Tell) -> None:
    """Ask whether what is in the way may go, if something is.

    Raises:
        DriveError: it may not, or nobody is there to answer.
    """
    if not (todo.samples or todo.set_aside):
        return
    tell("On the drive something is in the way. This would be done:")
    for line in todo.obstacles():
        tell(f"  {line}")
    if not sys.stdin.isatty():
        raise DriveError("Nobody is there to be asked. Say --yes if that may be done.")
    answer = input(f"Do that on {drive.path}? [y/N] ").strip().lower()
    if answer not in ("y", "yes"):
        raise DriveError("Nothing was changed.")
