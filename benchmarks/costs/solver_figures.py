"""The figures of the solver as people meet it, each beside its goal, in processor time.

    python -m benchmarks.costs.solver_figures [--no-tab]

`kamisado solve - --json` on 150 mixed positions; a move of level 10 in the process of
`kamisado play`; the same, and the review of a whole round, in a tab of the static site in Chromium;
the start of `kamisado play`; and what the solver adds to the default installation.  Processor time
is longer on a busy machine as well, but less so than a clock's.

The positions are those of `benchmarks.costs.mixed_proofs`; a solver has answered for the first
position of a round before, so that it is loaded.  The rounds are played by level 4 against itself;
the solver has another round's table before each.  Only for Linux; the tab needs Chromium,
Playwright (`./kamisado test` installs it) and `npm ci`.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.costs import solve_pipe, start
from benchmarks.costs.asked_solver import AskedSolver, ask, process_solver, tab_solver
from benchmarks.costs.mixed_proofs import SEED
from benchmarks.figures import load
from benchmarks.solver import mixed_positions, share
from browser.build.site import build
from host.ai.players.levels import PERFECT
from host.ai.players.player import Player
from host.ai_process.protocol import MoveRequest, ReviewRequest
from host.app.ai.computer_player import TIME_MS
from host.app.ai.reviewer import SEARCH_MS
from host.engine.kamisado.notation import position_text
from host.engine.kamisado.position import start as first
from host.engine.registry import game_named

PIPE_S = 1.6
"""Time that a plain df-pn program in C++ took for the values alone (docs/solver.md)."""
MOVE_S, TAB_MOVE_S, TAB_REVIEW_S, START_S, INSTALLED_MB = 0.3, 1.0, 3.0, 0.35, 32.0
"""The goals; of moves 95 of 100 are to be within theirs."""
MOVES, ROUNDS, RUNS = 100, 20, 5
LEVEL = 4
OTHER_TEETH = "8/b2py2g/1BG5/5rR+1/3nk2P/N2o1O2/8/3YK3 w o"
"""A position that has the solver begin another table."""


@dataclass(frozen=True)
class Figure:
    """Measurements of one thing.

    Attributes:
        goal: the most that 95 of 100 may be.
    """

    name: str
    values: Sequence[float]
    goal: float
    unit: str = "s"

    @property
    def p95(self) -> float:
        """Return what 95 of 100 do not exceed; the median of less than 20, which have no 95th."""
        if len(self.values) < ROUNDS:
            return statistics.median(self.values)
        return share(self.values, 0.95)

    def __str__(self) -> str:
        found = (statistics.median(self.values), self.p95, max(self.values))
        numbers = "".join(f"{value:9.3f}" for value in found)
        met = "met" if self.p95 <= self.goal else "MISSED"
        return f"{self.name:42}{len(self.values):5}{numbers} {self.unit:3}{self.goal:7g} {met}"


def moves_s(solver: AskedSolver, count: int = MOVES) -> list[float]:
    """Return the processor time of level 10's move in each of some positions."""
    texts = [position_text(position) for position in (first(), *mixed_positions(count, SEED))]
    requests = [MoveRequest("kamisado", text, PERFECT, SEED, TIME_MS) for text in texts]
    return [ask(solver, request)[1] for request in requests][1:]


def reviews_s(solver: AskedSolver, rounds: int = ROUNDS) -> list[float]:
    """Return the processor time of the review of each of some whole rounds."""
    times = []
    for seed in range(1, rounds + 1):
        ask(solver, MoveRequest("kamisado", OTHER_TEETH, PERFECT, SEED, TIME_MS))
        answers, used_s = ask(
            solver,
            ReviewRequest("kamisado", position_text(first()), tuple(_round(seed)), SEARCH_MS),
        )
        assert len(answers) > 1, "every round has moves to tell of"
        times.append(used_s)
    return times


def _round(seed: int) -> Iterator[str]:
    """Yield the moves of a round."""
    game = game_named("kamisado")
    position, player = game.start(), Player(LEVEL, seed)
    while game.outcome(position) is None:
        text = player.choose(game, position).move
        yield text
        position = game.play(position, game.parse_move(position, text))


def installed_mb() -> float:
    """Return the size of wasmtime and of the kernel as they are installed here."""
    found = importlib.metadata.distribution("wasmtime")
    folder = Path(str(found.locate_file("wasmtime")))
    kernel = start.ROOT / "host" / "ai" / "kernel"
    files = [*folder.rglob("*"), *kernel.glob("*.wasm"), *kernel.glob("*.py")]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def figures(*, tab: bool) -> Iterator[Figure]:
    """Measure, and yield each figure as soon as it is known."""
    piped = [solve_pipe.measure() for _ in range(RUNS)]
    if any(answered.status for answered in piped):
        raise ValueError("`kamisado solve` fails")
    yield Figure("solve - --json, 150 positions", [each.seconds for each in piped], PIPE_S)
    with process_solver() as solver:
        yield Figure("a move of level 10", moves_s(solver), MOVE_S)
    if tab:
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder, "site")
            build(site)
            with tab_solver(site) as solver:
                yield Figure("a move of level 10 in the tab", moves_s(solver), TAB_MOVE_S)
                yield Figure("review of a round in the tab", reviews_s(solver), TAB_REVIEW_S)
    arguments, _ = start.CASES["the page is served"]
    with tempfile.TemporaryDirectory() as folder:
        started = [start.processor_s(arguments, folder) for _ in range(RUNS + 1)]
    yield Figure("start of play until the page is served", started[1:], START_S)
    yield Figure("added to the installation", [installed_mb()], INSTALLED_MB, "MB")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.solver_figures", description=__doc__
    )
    parser.add_argument("--no-tab", action="store_true", help="leave out what needs Chromium")
    options = parser.parse_args(arguments)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation is compiled
    print(f"{'':42}{'of':>5}{'median':>9}{'p95':>9}{'most':>9}{'goal':>11}")
    missed = False
    for figure in figures(tab=not options.no_tab):
        print(figure, flush=True)
        missed |= figure.p95 > figure.goal
    print(f"load of the machine: {load()}, {os.cpu_count()} cores")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
