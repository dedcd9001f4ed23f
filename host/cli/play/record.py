"""`kamisado record`: print the record of a saved match, which `replay` reads back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_data, add_record_form, count

if TYPE_CHECKING:
    from host.storage.saved_match import SavedMatch

SUMMARY = "print the moves of a saved match"
DESCRIPTION = "Print the record of a saved match, over or not, as `replay` reads it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `record`."""
    parser.add_argument("match", type=count, help="its number, as `matches` lists it")
    add_record_form(
        parser,
        "glyphs",
        "how moves are written (default: %(default)s, the rule book's); a game without a "
        "notation of its own is written in coordinates",
    )
    parser.add_argument("--svg", metavar="FILE", help="draw its last position, or that of --ply")
    parser.add_argument("--gif", metavar="FILE", help="draw its moves as an animation")
    parser.add_argument("--ply", type=int, metavar="N", help="draw as far as after N moves")
    parser.add_argument("--round", type=count, metavar="N", help="draw this round of a match alone")
    add_data(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the record of a match; return the exit status.

    Raises:
        SaveFileError: there is no such match, or it cannot be read or recorded.
    """
    from host.cli.records import load_match
    from host.storage.saved_record import saved_record_text

    saved = load_match(options.data, options.match)
    if options.svg is not None or options.gif is not None:
        return _draw(saved, options)
    echo(saved_record_text(saved, options.form).rstrip("\n"))
    return 0


def _draw(saved: SavedMatch, options: argparse.Namespace) -> int:
    """Draw a record as asked for; return the exit status.

    Raises:
        ValueError: the record has fewer moves or rounds, or a file cannot be written.
    """
    from host.cli.text import write_file
    from host.storage.saved_record import record_of
    from host.ui.pictures.frames import frames_of
    from host.ui.pictures.gif import record_gif
    from host.ui.pictures.svg import position_svg

    record = record_of(saved)
    frames = frames_of(record, options.ply, options.round)
    if options.svg is not None:
        write_file(options.svg, position_svg(record.game, *frames[-1]).encode())
    if options.gif is not None:
        write_file(options.gif, record_gif(record.game, frames))
    return 0
