"""`kamisado puzzle`: solve puzzles on the board, the page or in the terminal."""

from __future__ import annotations

import argparse

from host.cli.options import Echo, add_board, count

SUMMARY = "solve puzzles: one move wins, find it"
DESCRIPTION = (
    "Solve puzzles: one move wins, find it. The lights lead you through setting it up. A wrong "
    "move is refuted and taken back; the right one is celebrated and explained."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puzzle`."""
    parser.add_argument(
        "number",
        metavar="N",
        nargs="?",
        type=count,
        help="which one, as `puzzles` lists them (default: the first)",
    )
    parser.add_argument(
        "--grade", type=int, choices=range(1, 6), help="the first of a grade, 1 to 5"
    )
    add_board(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Solve puzzles; return the exit status.

    Raises:
        ValueError: there is no such puzzle.
    """
    from host.ai.analysis.puzzle import puzzles
    from host.app.compose import Composition
    from host.cli.desktop import Desktop, board_options
    from host.cli.display import run_on_display
    from host.cli.event_loop import run_to_end
    from host.guidance.marks import Help
    from host.session.modes.puzzle import PuzzleMode, number_of

    known = puzzles()
    number = options.number
    if number is None:
        number = number_of(known, options.grade, 0, frozenset())
    elif options.grade is not None:
        raise ValueError(f"give a number or --grade, not both: {number} and {options.grade}")
    composition = Composition(
        PuzzleMode(known, number, Help(options.help_level)),
        Desktop(),
        board_options(options),
    )
    return run_to_end(run_on_display(composition, options, echo))
