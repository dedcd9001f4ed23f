"""Processor time of the command that a user types: `kamisado solve - --json` on mixed positions.

    python -m benchmarks.costs.solve_pipe [--positions N] [--seed SEED]

It answers each with the value of every move, a line, the points and the plies to the end, in one
process.  The time has the start of Python in it, and is longer on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.costs.mixed_proofs import SEED
from benchmarks.solver import MIXED, mixed_positions
from host.cli.options import count
from host.engine.kamisado.notation import position_text

COMMAND = (sys.executable, "-m", "host", "solve", "-", "--json", "--jobs", "1")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status of the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.solve_pipe", description=__doc__
    )
    parser.add_argument("--positions", type=count, default=MIXED)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    positions = map(position_text, mixed_positions(options.positions, options.seed))
    done = subprocess.run(
        COMMAND, input="\n".join(positions), stdout=subprocess.PIPE, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{len(answers)} positions, {sum(answer['nodes'] for answer in answers):,} nodes, "
        f"{sum(answer['plies'] is not None for answer in answers)} with the plies to the end, in "
        f"{used.ru_utime + used.ru_stime:.2f} s, {used.ru_maxrss / 1024:.0f} MB"
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
