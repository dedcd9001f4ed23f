"""`kamisado puzzle`: solve puzzles on the board, shown on the page or in the terminal."""

from __future__ import annotations

import argparse
import asyncio

from host.ai.analysis.puzzle import puzzles
from host.app.application import Application
from host.cli.arguments import Tell
from host.cli.play import play
from host.session.puzzle import PuzzleMode, number_of


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Play at a table; the exit status.

    Raises:
        ValueError: there is no such puzzle.
    """
    known = puzzles()
    number = options.number
    if number is None:
        number = number_of(known, options.grade, 0, frozenset())
    elif options.grade is not None:
        raise ValueError(f"give a number or --grade, not both: {number} and {options.grade}")
    mode = PuzzleMode(known, number, options.help_level)
    desk = Application(
        mode, options.board, options.seed, north=options.north, brightness=options.brightness
    )
    return asyncio.run(play.run(desk, options, tell))
