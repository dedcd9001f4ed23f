"""Time of the proof of all first moves of rounds with sumo towers, as `kamisado solve` makes it.

    python -m benchmarks.costs.first_moves [--rounds N] [--jobs N]

Seconds are those of a clock, so the machine should do nothing else; the counts of nodes depend a
little on which process is given which move.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

from benchmarks.solver import random_start, share
from host.ai.solver.solver import Solver, load_compiled
from host.ai.solver.verdict import prove_position
from host.ai.transposition_table_size import DEFAULT_MB
from host.ai_process.parallel_proof import ParallelProof
from host.cli.options import count
from host.engine.kamisado.notation import position_text
from host.engine.registry import game_named
from host.worker.executor import executor

SEED = 2026
ROUNDS, JOBS = 20, 2
GOAL_S = 10.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a round takes longer than the goal."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.first_moves", description=__doc__
    )
    parser.add_argument("--rounds", type=count, default=ROUNDS)
    parser.add_argument("--jobs", type=count, default=JOBS, help="processes")
    options = parser.parse_args(arguments)
    chance = random.Random(SEED)
    positions = [random_start(chance, sumo=True) for _ in range(options.rounds)]
    load_compiled()
    game, times = game_named("kamisado"), []
    for number, position in enumerate(positions):
        begin, solver = time.perf_counter(), Solver()
        with executor(options.jobs, None) as pool:  # each anew, as the command does
            proof = ParallelProof(solver, DEFAULT_MB, lambda: pool)
            verdict = prove_position(solver, game, position, prove_moves=proof.winners)
        times.append(time.perf_counter() - begin)
        unknown = list(verdict.moves.values()).count("unknown")
        nodes = verdict.nodes + proof.nodes
        print(
            f"{number:2} {times[-1]:6.1f} s {nodes:12,} nodes {len(verdict.moves)} moves, "
            f"{unknown} unknown  {position_text(position)}",
            flush=True,
        )
    print(f"median {share(times, 0.5):.1f} s, longest {max(times):.1f} s (goal {GOAL_S:g})")
    return int(max(times) > GOAL_S)


if __name__ == "__main__":
    sys.exit(main())
