"""Options of commands that write a table for a spreadsheet, and the file itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def add_csv_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options of a command that writes something as CSV."""
    parser.add_argument("--csv", metavar="OUT", help=f"write {what} as CSV to this file instead")
    parser.add_argument(
        "--decimal-comma",
        action="store_true",
        help="of --csv, for a spreadsheet that writes 1,5 as in German and French: semicolons "
        "between the columns, and commas in numbers",
    )


def write_csv(options: argparse.Namespace, text: Callable[[bool], str]) -> bool:
    """Write the table if it is asked for; returns False if it is not.

    Args:
        text: makes the table, with decimal commas or points.

    Raises:
        ValueError: the file cannot be written, or none is named; the message says so.
    """
    from host.cli.text import SPREADSHEET, write_file

    if options.csv is None:
        if options.decimal_comma:
            raise ValueError("--decimal-comma is of --csv: name its file too")
        return False
    write_file(options.csv, text(options.decimal_comma).encode(SPREADSHEET))
    return True
