"""`kamisado demo`: watch a simulated hand play a recorded round."""

from __future__ import annotations

import argparse

from host.cli.options import Echo, add_board, positive

SUMMARY = "watch a simulated hand play a recorded round"
DESCRIPTION = "A recorded round is played by a simulated hand on the virtual board."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo`."""
    add_board(parser)
    parser.add_argument(
        "--rate", type=positive, default=1.0, help="how many times faster than a human hand"
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Show the demo; return the exit status."""
    from host.cli.event_loop import run_to_end
    from host.cli.play.demonstration import show_demo

    return run_to_end(show_demo(options, echo))
