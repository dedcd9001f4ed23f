"""`kamisado tournament`: let the levels of the computer play each other, and rate them."""

from __future__ import annotations

import argparse

from host.cli.batch_options import add_executor
from host.cli.options import Echo, add_json, count

SUMMARY = "let the levels of the computer play each other, and rate them"
DESCRIPTION = (
    "Let the levels of the computer play each other. Every two levels play single rounds, or "
    "another game, each beginning half of them; they are rated in Elo, with errors of 95 % from "
    "the Fisher information. The same command finds the same figures."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    add_json(parser)
    parser.add_argument(
        "--game",
        default="kamisado",
        metavar="NAME",
        help="what they play, with its settings as in NAME:limit=30 (default: %(default)s, a "
        "single round)",
    )
    parser.add_argument(
        "--levels",
        type=_levels,
        default="1-10",
        metavar="LEVELS",
        help="which, e.g. 1-10 or 2,5,8 (default: %(default)s)",
    )
    parser.add_argument(
        "--games",
        type=count,
        default=20,
        metavar="N",
        help="how many games for every two levels (default: %(default)s)",
    )
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="of all that is chance")
    add_executor(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Play all games and print the ratings; return the exit status."""
    from host.cli.develop.tournament_play import run_tournament

    return run_tournament(options, echo)


def _levels(text: str) -> list[int]:
    """Parse two or more levels such as "1-10" or "2,5,8"; each is returned once."""
    from host.ai.players.levels import parse_level

    try:
        ends = [[parse_level(end) for end in part.split("-", 1)] for part in text.split(",")]
        levels = sorted({level for part in ends for level in range(part[0], part[-1] + 1)})
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; write 1-10 or 2,5,8") from None
    if len(levels) < 2:
        raise argparse.ArgumentTypeError(f"{text!r} are not two levels: write 1-10 or 2,5,8")
    return levels
