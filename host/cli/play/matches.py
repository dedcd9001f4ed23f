"""`kamisado matches`: list the saved matches."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Sequence

from host.cli.options import Echo, add_data
from host.storage.saved_match import SavedMatch
from host.storage.store import read_matches

SUMMARY = "list the saved matches"
DESCRIPTION = "List the saved matches, the newest first."

LIST_WIDTH = 100
"""Characters of a line at most, where the terminal is no wider."""
NAME_WIDTH, RESULT_WIDTH = 24, 20
"""Characters that the name of a game may take, and that are always left for the result."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `matches`."""
    add_data(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the list; return the exit status."""
    columns = shutil.get_terminal_size((LIST_WIDTH, 24)).columns
    echo(list_text(read_matches(options.data), max(columns, LIST_WIDTH)))
    return 0


def list_text(matches: Sequence[SavedMatch], width: int = LIST_WIDTH) -> str:
    """Return saved matches as a table that is `width` characters wide.

    A name that is too long for its column stands whole on a line of its own, under its match.
    Tables have a column if any match was played at one, and so have players if names are known.
    """
    if not matches:
        return "No matches are saved yet."
    name_width = NAME_WIDTH + max(0, width - LIST_WIDTH)
    names = [saved.game.removeprefix("kamisado-") for saved in matches]
    has_tables = any(saved.table for saved in matches)
    has_names = any(saved.names for saved in matches)
    rows = [
        (
            str(saved.id),
            *((saved.table or "-",) if has_tables else ()),
            name if len(name) <= name_width else _short(name),
            *((_players(saved),) if has_names else ()),
            saved.control or "-",
            f"{saved.rounds}/{len(saved.plies)}",
            saved.changed[:16].replace("T", " "),
        )
        for saved, name in zip(matches, names, strict=True)
    ]
    of_table = ("table",) if has_tables else ()
    of_names = ("players",) if has_names else ()
    heads = ("match", *of_table, "game", *of_names, "clock", "rounds/plies", "changed (UTC)")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    room = max(RESULT_WIDTH, width - sum(widths) - 2 * len(widths))
    results = [
        textwrap.shorten(str(saved.outcome or "goes on"), room, placeholder=" ...")
        for saved in matches
    ]
    table = [(*heads, "result"), *((*row, end) for row, end in zip(rows, results, strict=True))]
    head, *lines = [
        "  ".join([cells[0].rjust(widths[0]), *map(str.ljust, cells[1:-1], widths[1:]), cells[-1]])
        for cells in table
    ]
    for at, name in enumerate(names):
        if len(name) > name_width:
            lines[at] += f"\n{' ' * widths[0]}  {name}"
    return "\n".join([head, *lines])


def _players(saved: SavedMatch) -> str:
    """Return White's and Black's name."""
    return f"{saved.names.white or '-'}, {saved.names.black or '-'}" if saved.names else "-"


def _short(name: str) -> str:
    """Cut a long name of a game to its column, without its settings."""
    return f"{name.partition(':')[0][: NAME_WIDTH - 3]}..."
