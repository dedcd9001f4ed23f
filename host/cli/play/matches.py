"""The list of saved matches, for people."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from host.storage.store import SavedMatch

LIST_WIDTH = 100
"""How many characters a line of the list of matches has at most, where the terminal is no wider."""
NAME_WIDTH, RESULT_WIDTH = 24, 20
"""How many of them the name of a game may take, and how many are always left for the result."""


def list_text(matches: Sequence[SavedMatch], width: int = LIST_WIDTH) -> str:
    """Saved matches as a table for people, so many characters wide.

    A name that is too long for its column stands whole on a line of its own, under its match.
    """
    if not matches:
        return "No matches are saved yet."
    name_width = NAME_WIDTH + max(0, width - LIST_WIDTH)
    names = [saved.game.removeprefix("kamisado-") for saved in matches]
    rows = [
        (
            str(saved.id),
            name if len(name) <= name_width else _short(name),
            saved.control or "-",
            f"{saved.rounds}/{len(saved.plies)}",
            saved.changed[:16].replace("T", " "),
        )
        for saved, name in zip(matches, names, strict=True)
    ]
    heads = ("match", "game", "clock", "rounds/plies", "changed (UTC)")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    room = max(RESULT_WIDTH, width - sum(widths) - 2 * len(widths))
    results = [
        textwrap.shorten(saved.outcome or "goes on", room, placeholder=" ...") for saved in matches
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


def _short(name: str) -> str:
    """A long name of a game without its settings, and never longer than its column."""
    return f"{name.partition(':')[0][: NAME_WIDTH - 3]}..."
