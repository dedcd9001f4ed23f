"""`kamisado openings`: list the first moves that win, or prove all of them anew."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_json
from host.cli.text import check_writable, write_file

if TYPE_CHECKING:
    from host.ai.solver.opening_book import Opening

SUMMARY = "list the first moves of the first round that win"
DESCRIPTION = (
    "List the first moves of the first round that win. They were proven once, and are played from "
    "a table."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `openings`."""
    add_json(parser)
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="prove all of them again, in about half a minute, and write the table to this file",
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the table, or prove it anew; return the exit status."""
    import json

    from host.ai.solver.opening_book import as_text, openings

    if options.write is not None:
        check_writable(options.write)
        write_file(str(options.write), as_text(_prove(echo)).encode())
        echo(f"written to {options.write}")
        return 0
    found = openings()
    if options.json:
        echo(json.dumps({"moves": {opening.move: opening.value for opening in found}}))
        return 0
    wins = [opening.move for opening in found if opening.value == "win"]
    echo(f"{len(wins)} of {len(found)} first moves are winning, all others lose:")
    echo(" ".join(wins))
    return 0


def _prove(echo: Echo) -> list[Opening]:
    from host.ai.solver.opening_book import prove_openings
    from host.engine.kamisado.position import start

    found = []
    for opening in prove_openings(start()):
        echo(f"{opening.move:<6}{opening.value:<6}{opening.nodes:>9,} nodes")
        found.append(opening)
    echo(f"{sum(opening.nodes for opening in found):,} nodes in all")
    return found
