"""Processor time of the command that a user types: `kamisado solve - --json` on mixed positions.

    python -m benchmarks.costs.solve_pipe [--positions N] [--seed SEED]

It answers each with the value of every move, a line, the points and the plies to the end, in one
process: no other would be counted.  The time has the start of Python in it, and is longer on a busy
machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.costs.mixed_proofs import SEED
from benchmarks.costs.start import ROOT
from benchmarks.solver import MIXED, mixed_positions
from host.cli.options import count
from host.engine.kamisado.notation import position_text

COMMAND = (sys.executable, "kamisado", "solve", "-", "--json", "--jobs", "1")


@dataclass(frozen=True)
class Answered:
    """Answers of the command, and their cost.

    Attributes:
        positions: their number.
        nodes: of all proofs.
        with_plies: positions of which the plies to the end are known.
        seconds: processor time.
        megabytes: most memory of any command so far.
        status: exit status.
    """

    positions: int
    nodes: int
    with_plies: int
    seconds: float
    megabytes: float
    status: int


def measure(positions: int = MIXED, seed: int = SEED) -> Answered:
    """Have the command answer mixed positions."""
    texts = map(position_text, mixed_positions(positions, seed))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        COMMAND, cwd=ROOT, input="\n".join(texts), stdout=subprocess.PIPE, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return Answered(
        positions=len(answers),
        nodes=sum(answer["nodes"] for answer in answers),
        with_plies=sum(answer["plies"] is not None for answer in answers),
        seconds=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        megabytes=after.ru_maxrss / 1024,
        status=done.returncode,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status of the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.solve_pipe", description=__doc__
    )
    parser.add_argument("--positions", type=count, default=MIXED)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    found = measure(options.positions, options.seed)
    print(
        f"{found.positions} positions, {found.nodes:,} nodes, {found.with_plies} with the plies to "
        f"the end, in {found.seconds:.2f} s, {found.megabytes:.0f} MB"
    )
    return found.status


if __name__ == "__main__":
    sys.exit(main())
