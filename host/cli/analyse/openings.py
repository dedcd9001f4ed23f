"""`kamisado openings`: which first moves of the first round win; or the proof of all of them."""

from __future__ import annotations

import argparse
import json

from host.ai.solver.opening_book import Opening, as_text, openings, prove_openings
from host.cli.arguments import Tell
from host.engine.kamisado.position import start


def run(options: argparse.Namespace, tell: Tell) -> int:
    """Print the table, or prove it anew; the exit status."""
    if options.write is not None:
        options.write.write_text(as_text(_proven(tell)), encoding="utf-8")
        tell(f"written to {options.write}")
        return 0
    found = openings()
    if options.json:
        tell(json.dumps({"moves": {opening.move: opening.value for opening in found}}))
        return 0
    wins = [opening.move for opening in found if opening.value == "win"]
    tell(f"{len(wins)} of {len(found)} first moves win, all others lose:")
    tell(" ".join(wins))
    return 0


def _proven(tell: Tell) -> list[Opening]:
    found = []
    for opening in prove_openings(start()):
        tell(f"{opening.move:<6}{opening.value:<6}{opening.nodes:>9,} nodes")
        found.append(opening)
    tell(f"{sum(opening.nodes for opening in found):,} nodes in all")
    return found
