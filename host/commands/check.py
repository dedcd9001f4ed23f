"""`kamisado check`: everything that is wrong with a position."""

from __future__ import annotations

import argparse
import json

from host.commands.arguments import Tell
from host.commands.positions import START
from host.engine.kamisado.problems import problems


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the problems; the exit status, 1 if there are any."""
    found = () if options.position == START else problems(options.position)
    if options.json:
        tell(json.dumps({"problems": list(found)}))
    elif found:
        tell("\n".join(f"{problem[0].upper()}{problem[1:]}." for problem in found))
    else:
        tell("Nothing is wrong with this position.")
    return 1 if found else 0
