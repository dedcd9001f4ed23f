"""Count how often the computer beats a random and a greedy opponent, in any game.

    python -m benchmarks.opponents.general [--game NAME ...] [--games N] [--level L] [--nodes N]
                                           [--jobs N] [--cluster ADDRESS]

The greedy opponent makes a move that captures most.  The seed determines who begins and all random
choices, so that the same command finds the same figures on any machine.  A drawn game is not won.
The exit status is 1 unless the computer has won all games against the random opponent and 95 of 100
against the greedy one.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import repeat

from benchmarks.opponents.baselines import MOVERS, play
from host.ai.players.levels import PERFECT, parse_level
from host.ai.solver.adapter import is_provable
from host.cli.batch_options import add_executor
from host.engine.registry import playable_games
from host.worker.executor import executor

NODES = 500
"""Positions searched for one move, far fewer than the tens of thousands of level 10."""
NEEDED = {"chance": 1.0, "greedy": 0.95}


def main() -> int:
    """Play all games and print the results; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    unproven = [game.name for game in playable_games() if not is_provable(game)]
    parser.add_argument(
        "--game", nargs="*", default=unproven, help="which (default: all that have no prover)"
    )
    parser.add_argument("--games", type=int, default=200, help="against each (default: 200)")
    parser.add_argument("--level", type=parse_level, default=PERFECT)
    parser.add_argument("--nodes", type=int, default=NODES, help=f"for a move (default: {NODES})")
    parser.add_argument("--seed", type=int, default=1)
    add_executor(parser)
    options = parser.parse_args()
    enough = True
    with executor(options.jobs, options.cluster) as pool:
        for name in options.game:
            for against in MOVERS:
                begin = time.monotonic()
                seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + options.games)
                asked = map(repeat, (name, against, options.level, options.nodes))
                found = list(pool.map(play, *asked, seeds))
                counts = Counter(how for how, _ in found)
                print(
                    f"{name:<10} against {against:<7} won {counts['won']:>4}  "
                    f"drawn {counts['drawn']:>3}  lost {counts['lost']:>3}  "
                    f"{sum(plies for _, plies in found) / len(found):6.1f} plies  "
                    f"{time.monotonic() - begin:.0f} s",
                    flush=True,
                )
                enough = enough and counts["won"] >= NEEDED[against] * options.games
    return 0 if enough else 1


if __name__ == "__main__":
    raise SystemExit(main())
