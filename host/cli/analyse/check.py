"""`kamisado check`: everything that is wrong with a position."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from host.cli.arguments import Tell
from host.cli.positions import ROUND, START, read_position
from host.engine.game import InvalidPositionError
from host.engine.kamisado.validation import problems


def _problems(text: str, name: str) -> Sequence[str]:
    """All that is wrong with a position, or the first thing in a game that stops there.

    Raises:
        ValueError: there is no such game.
    """
    if text != START and name.startswith(ROUND):
        return problems(text)
    try:
        read_position(text, name)
    except InvalidPositionError as error:
        return (str(error),)
    return ()


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the problems; the exit status, 1 if there are any."""
    found = _problems(options.position, options.game)
    if options.json:
        tell(json.dumps({"problems": list(found)}))
    elif found:
        tell("\n".join(f"{problem[0].upper()}{problem[1:]}." for problem in found))
    else:
        tell("Nothing is wrong with this position.")
    return 1 if found else 0
