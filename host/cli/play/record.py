"""`kamisado record`: print the record of a saved match, which `replay` reads back."""

from __future__ import annotations

import argparse

from host.cli.options import Echo, add_data, add_record_form, count

SUMMARY = "print the moves of a match that was saved"
DESCRIPTION = "Print the record of a match that was saved, over or not, as `replay` reads it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `record`."""
    parser.add_argument("match", type=count, help="its number, as `matches` lists it")
    add_record_form(
        parser,
        "glyphs",
        "how moves are written (default: %(default)s, the rule book's); a game without a "
        "notation of its own is written in coordinates",
    )
    add_data(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the record of a match; returns the exit status.

    Raises:
        SaveFileError: there is no such match, or it cannot be read or recorded.
    """
    from host.cli.records import load_match
    from host.storage.saved_record import saved_record_text

    saved = load_match(options.data, options.match)
    try:
        echo(saved_record_text(saved, options.form).rstrip("\n"))
    except UnicodeEncodeError:
        raise ValueError("arrows cannot be written here: use --form words") from None
    return 0
