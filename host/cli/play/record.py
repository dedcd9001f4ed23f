"""`kamisado record`: print the record of a saved match, which `replay` reads back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_data, add_record_form, count

if TYPE_CHECKING:
    from host.engine.kamisado.record import Form
    from host.storage.saved_match import SavedMatch

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
    from host.engine.kamisado.record import Form

    saved = load_match(options.data, options.match)
    try:
        echo(record_text(saved, Form(options.form)).rstrip("\n"))
    except UnicodeEncodeError:
        raise ValueError("arrows cannot be written here: use --form words") from None
    return 0


def record_text(saved: SavedMatch, form: Form) -> str:
    """Return the record of a saved match.

    An end that the moves do not tell, such as a clock that ran out, is a comment in it, and so are
    the moves that were made with a hint, or while proven values were shown.

    Raises:
        SaveFileError: it cannot be recorded.
    """
    from host import engine
    from host.cli.records import record_of

    record = record_of(saved)
    text = engine.record_text(record, form.value)
    ended = record.game.outcome(record.positions()[-1])
    if saved.outcome is not None and ended is None:
        text += f"\n# {saved.outcome}\n"
    aids = [f"{number} ({ply.aid})" for number, ply in enumerate(saved.plies, 1) if ply.aid]
    if aids:
        text += f"\n# Made with help: ply {', '.join(aids)}.\n"
    return text
