"""Time of the proof of all first moves of rounds with sumo towers, as `kamisado solve` makes it.

    python -m benchmarks.costs.first_moves [--rounds N] [--jobs N] [--processor-time]

Seconds are those of a clock, so the machine should do nothing else.  With `--processor-time` it may
be busy: this process does what the others would, one task after another, and counts the processor
time that the busiest of them would have taken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any

from benchmarks.solver import random_start, share
from host.ai.results import Verdict
from host.ai.solver.solver import Solver
from host.ai.solver.verdict import prove_position
from host.ai.transposition_table_size import DEFAULT_MB
from host.ai_process.parallel_proof import ParallelProof
from host.cli.options import count
from host.engine.kamisado.notation import position_text
from host.engine.kamisado.position import Position
from host.engine.registry import game_named
from host.worker.executor import executor

SEED = 2026
ROUNDS, JOBS = 20, 2
GOAL_S = 10.0


class OneProcess(Executor):
    """Runs tasks at once in this process, as if each went to the first idle one of several.

    Attributes:
        busy_s: processor time of each process.
    """

    def __init__(self, jobs: int) -> None:
        self.busy_s = [0.0] * jobs

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task; return its result."""
        future: Future[Any] = Future()
        begin = time.process_time()
        future.set_result(function(*args, **kwargs))
        self.busy_s[self.busy_s.index(min(self.busy_s))] += time.process_time() - begin
        return future


def seconds(position: Position, jobs: int, processor_time: bool) -> tuple[float, Verdict, int]:
    """Prove all moves of a position.

    Returns:
        The time that it takes, the verdict, and the number of nodes.
    """
    solver, game = Solver(), game_named("kamisado")
    clock = time.process_time if processor_time else time.perf_counter
    begin, modelled = clock(), OneProcess(jobs)
    # Processes start anew for each position, as the command starts them.
    with modelled if processor_time else executor(jobs, None) as pool:
        proof = ParallelProof(solver, DEFAULT_MB, lambda: pool)
        verdict = prove_position(solver, game, position, prove_moves=proof.winners)
    taken = clock() - begin - sum(modelled.busy_s) + max(modelled.busy_s)
    return taken, verdict, verdict.nodes + proof.nodes


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if a round takes longer than the goal."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.first_moves", description=__doc__
    )
    parser.add_argument("--rounds", type=count, default=ROUNDS)
    parser.add_argument("--jobs", type=count, default=JOBS, help="processes")
    parser.add_argument("--processor-time", action="store_true", help="for a busy machine")
    options = parser.parse_args(arguments)
    chance = random.Random(SEED)
    positions = [random_start(chance, sumo=True) for _ in range(options.rounds)]
    times = []
    for number, position in enumerate(positions):
        taken, verdict, nodes = seconds(position, options.jobs, options.processor_time)
        times.append(taken)
        unknown = list(verdict.moves.values()).count("unknown")
        print(
            f"{number:2} {times[-1]:6.1f} s {nodes:12,} nodes {len(verdict.moves)} moves, "
            f"{unknown} unknown  {position_text(position)}",
            flush=True,
        )
    print(f"median {share(times, 0.5):.1f} s, longest {max(times):.1f} s (goal {GOAL_S:g})")
    return int(max(times) > GOAL_S)


if __name__ == "__main__":
    sys.exit(main())
