"""`kamisado replay`: step through a record on the board and a display, or print it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from host.cli.options import Echo, add_board, add_json, add_record_form

if TYPE_CHECKING:
    from host.engine.records.game_record import GameRecord

SUMMARY = "step through the record of a match"
DESCRIPTION = (
    "Step through the record of a match. It is shown on the board, and on the page or in the "
    "terminal. If the output is not a terminal and no board is asked for, all positions are "
    "printed."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    add_json(parser)
    parser.add_argument("file", metavar="FILE", help="a record; '-' is the standard input")
    parser.add_argument(
        "--text",
        action="store_true",
        help="without a board: print all positions, on a terminal one for each return key",
    )
    add_record_form(
        parser,
        None,
        "print the record in that form instead of stepping through it; coordinates in a game "
        "without a notation of its own",
    )
    add_board(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the record or step through it; return the exit status."""
    import json

    from host import engine
    from host.cli.analyse.replay_text import step, summary, wait_for_return
    from host.cli.records import read_record

    record = read_record(options.file)
    if options.json:
        echo(json.dumps(summary(record), ensure_ascii=False))
    elif options.form:
        echo(engine.record_text(record, options.form).rstrip("\n"))
    elif options.text or not wants_board(options, sys.stdout.isatty()):
        stepping = sys.stdin.isatty() and sys.stdout.isatty() and options.file != "-"
        step(record, echo, wait_for_return if stepping else None)
    else:
        if options.terminal and options.file == "-":
            raise ValueError(
                "a record that comes from the standard input leaves nothing to type on: give the "
                "name of its file, or leave out --terminal"
            )
        return _run_on_board(record, options, echo)
    return 0


def wants_board(options: argparse.Namespace, interactive: bool) -> bool:
    """Return True if the record is to be shown on a board, not just as text.

    Args:
        interactive: the output is a terminal.
    """
    return interactive or options.terminal or options.no_browser or options.board is not None


def _run_on_board(record: GameRecord, options: argparse.Namespace, echo: Echo) -> int:

    from host.app.compose import Composition
    from host.cli.desktop import Desktop, board_options
    from host.cli.display import run_on_display
    from host.cli.event_loop import run_to_end
    from host.guidance.marks import Help
    from host.session.modes.replay import Replay

    game, moves, positions = record.game, record.moves, record.positions()
    composition = Composition(
        Replay(game, positions[0], moves, help_level=Help(options.help_level)),
        Desktop(),
        board_options(options),
    )
    return run_to_end(run_on_display(composition, options, echo))
