"""`kamisado position`: draw a position as a picture."""

from __future__ import annotations

import argparse

from host.cli.options import Echo, add_position

SUMMARY = "draw a position as SVG"
DESCRIPTION = "Draw a position as an SVG picture, for people who write about the game."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `position`."""
    add_position(parser)
    parser.add_argument("--svg", metavar="FILE", help="write it there (default: print it)")


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Draw a position; return the exit status.

    Raises:
        ValueError: there is no such game or position, or the file cannot be written.
    """
    from host.cli.positions import read_position
    from host.cli.text import write_file
    from host.ui.pictures.svg import position_svg

    game, position = read_position(options.position, options.game)
    picture = position_svg(game, position)
    if options.svg is None:
        echo(picture.rstrip("\n"))
    else:
        write_file(options.svg, picture.encode())
    return 0
