"""`kamisado calibrate`: lead a person through the calibration of a board."""

from __future__ import annotations

import argparse

from host import COMMAND
from host.cli.options import Echo, add_examined_board

SUMMARY = "measure a board's sensors and towers, and set its thresholds"
DESCRIPTION = (
    "Measure a board's sensors and towers, and set its thresholds. The board leads through it with "
    "its lights, and this says in words what to do. It needs no computer: a board that is switched "
    "on with towers on its four corners and nowhere else begins by itself. The exit status is 1 if "
    "a sensor or a tower is bad."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `calibrate`."""
    add_examined_board(parser)
    parser.add_argument(
        "--forget", action="store_true", help="go back to safe defaults, and calibrate nothing"
    )


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Calibrate the board, or forget its calibration; return 1 if something is bad."""
    from host.cli.build.calibration import calibrate
    from host.maintenance.monitor import measures_fields
    from host.maintenance.operator import open_board

    with open_board(options, echo) as session:
        if not measures_fields(session.client.hello):
            echo(
                "There is nothing to calibrate: the sensors of this board only say on or off, or "
                f"its firmware is older ({COMMAND} flash)."
            )
            return 1
        if options.forget:
            session.client.calibrate("stop")
            session.client.calibrate("forget")
            echo("The calibration is forgotten; safe defaults are in force.")
            return 0
        return calibrate(session.client, session.operator, echo)
