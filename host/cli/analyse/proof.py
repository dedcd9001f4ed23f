"""`kamisado proof`: prove who wins a match from its first position, and check such a proof."""

from __future__ import annotations

import argparse
from pathlib import Path

from host.cli.analyse.proof_file import MOST_POINTS
from host.cli.batch_options import add_executor
from host.cli.options import Echo, add_hash, count, seed

SUMMARY = "prove who wins a whole match, and check such a proof"
DESCRIPTION = (
    "Prove who wins a match, with the fills of the home rows between its rounds, and check a proof "
    "that was stored."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `proof`."""
    commands = parser.add_subparsers(metavar="find|check", required=True)
    find = commands.add_parser(
        "find",
        help="prove who wins a match, for hours if need be",
        description="Prove who wins a match up to a number of points. What is proven is kept in "
        "a file: end it when you like; the same command continues. From the first position a "
        "match to 1 point takes a second, one to 2 points hours; nobody has the time for 3.",
    )
    find.add_argument(
        "points", type=_points, metavar="POINTS", help="points that win the match: 1 to 15"
    )
    find.add_argument(
        "file", type=Path, metavar="FILE", help="the proof: a new file, or a begun one"
    )
    find.add_argument(
        "--position",
        metavar="POSITION",
        default="startpos",
        help="where the match is: a position of a round, in quotes, as "
        "'obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -'; the teeth tell the score, so the fields of a match "
        "are left out (default: the first position)",
    )
    add_hash(find)
    add_executor(find)
    find.set_defaults(run_proof=_find)
    check = commands.add_parser(
        "check",
        help="check a proof that was stored",
        description="Check each move of a stored proof by the rules, and what it says of single "
        "rounds by the solver. The exit status is 1 if it proves nothing.",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="a proof")
    check.add_argument(
        "--sample",
        type=count,
        metavar="N",
        help="have the solver check only N of the single rounds of each start, drawn by lot "
        "(default: all of them, which takes about as long as the proof did)",
    )
    check.add_argument("--seed", type=seed, default=1, help="of the sample (default: %(default)s)")
    add_executor(check)
    check.set_defaults(run_proof=_check)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Find or check a proof; return the exit status."""
    status: int = options.run_proof(options, echo)
    return status


def _find(options: argparse.Namespace, echo: Echo) -> int:
    from host.cli.analyse.proof_search import find_proof

    return find_proof(options, echo)


def _check(options: argparse.Namespace, echo: Echo) -> int:
    from host.cli.analyse.proof_check import check_proof

    return check_proof(options, echo)


def _points(text: str) -> int:
    """Parse the points of a match."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_POINTS):
        raise argparse.ArgumentTypeError(f"{text!r} is not from 1 to {MOST_POINTS} points")
    return int(text)
