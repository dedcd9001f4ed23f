"""`kamisado check`: list all problems of a position."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from host.cli.options import DEFAULT_GAME, Echo, add_json, add_position

SUMMARY = "list everything that is wrong with a position"
DESCRIPTION = (
    "List everything that is wrong with a position. The exit status is 1 if there are problems."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    add_json(parser)
    add_position(parser)


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Print the problems; return the exit status, 1 if there are any."""
    found = _problems(options.position, options.game)
    if options.json:
        echo(json.dumps({"problems": list(found)}))
    elif found:
        echo("\n".join(f"{problem[0].upper()}{problem[1:]}." for problem in found))
    else:
        echo("Nothing is wrong with this position.")
    return 1 if found else 0


def _problems(text: str, name: str) -> Sequence[str]:
    """Return all problems of a position; only the first in a game other than Kamisado.

    Raises:
        ValueError: there is no such game.
    """
    from host.cli.positions import START, read_position
    from host.engine.game import InvalidPositionError
    from host.engine.kamisado.validation import problems

    if text != START and name.startswith(DEFAULT_GAME):
        return tuple(map(str, problems(text)))
    try:
        read_position(text, name)
    except InvalidPositionError as error:
        return (str(error),)
    return ()
