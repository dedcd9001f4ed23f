"""`kamisado puzzles`: list the puzzles, or find new ones."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_json, seed
from host.cli.text import check_writable, write_file

if TYPE_CHECKING:
    from host.ai.analysis.puzzle import Puzzle

SUMMARY = "list the puzzles: positions with exactly one winning move"
DESCRIPTION = "List the puzzles: positions with exactly one winning move. `puzzle` plays them."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puzzles`."""
    add_json(parser)
    parser.add_argument("--grade", type=int, choices=range(1, 6), help="only those of a grade")
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="find new puzzles, in a few minutes, and write them to this file",
    )
    parser.add_argument(
        "--seed", type=seed, default=1, help="of the rounds in which they are found (default: 1)"
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """List the puzzles, or find new ones and write them; return the exit status."""
    import json

    from host.ai.analysis.puzzle import as_text, puzzles

    if options.write is not None:
        check_writable(options.write)
        import random

        from host.cli.learn.puzzle_search import find

        found = find(random.Random(options.seed), echo)
        write_file(str(options.write), as_text(found).encode())
        echo(f"{len(found)} puzzles written to {options.write}")
        return 0
    shown = [
        (number, puzzle)
        for number, puzzle in enumerate(puzzles(), 1)
        if options.grade is None or puzzle.grade == options.grade
    ]
    if options.json:
        echo(json.dumps([_as_json(number, puzzle) for number, puzzle in shown]))
        return 0
    echo("number  grade  moves  plies  position")
    for number, puzzle in shown:
        moves = len(puzzle.wrong) + 1
        echo(f"{number:>6}{puzzle.grade:>7}{moves:>7}{puzzle.plies:>7}  {puzzle.position}")
    return 0


def _as_json(number: int, puzzle: Puzzle) -> dict[str, object]:
    return {
        "number": number,
        "grade": puzzle.grade,
        "position": puzzle.position,
        "solution": puzzle.solution,
        "reason": str(puzzle.reason),
        "moves": len(puzzle.wrong) + 1,
        "plies": puzzle.plies,
        "nodes": puzzle.nodes,
    }
