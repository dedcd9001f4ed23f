"""`kamisado bench --solver`: speed and completeness of the solver, and a check of its values.

Counts of nodes are the same on every machine, so they stand beside the counts that another df-pn
solver needed (published with the game's solution); seconds are those of one processor of this
machine, not counting what other programs took of it.  What is measured is search alone, from an
empty table; only where it is said, the table of openings helps.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.figures import save
from benchmarks.latency import Lift, TimingHost
from host.ai.kernel.kernel import load_module
from host.ai.solver.adapter import value_for
from host.ai.solver.opening_book import known_moves
from host.ai.solver.solver import Solver
from host.ai_process.client import SolverClient
from host.ai_process.solver_process import SolverProcess
from host.cli.options import Echo
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS, TOWERS
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import Position, start
from host.engine.registry import game_named
from host.session.match_settings import MatchSettings
from host.session.session import Session

VERDICTS = Path(__file__).parents[1] / "tests" / "data" / "verdicts.json"
"""Positions with the value of every move, found by an independent program."""
START_NODES = 18_000
ROUNDS_NODES = 16_000
"""Nodes of the published solver: for the start position, and the median for random starting
rows with sumo towers after one move."""
LEGEND = """\
nodes      positions that are looked at; x published: beside those of the published solver
median     half of the positions need no more; p95: 95 % need no more; worst: the hardest one
aim        what each is to stay below; s: seconds of one processor of this computer
"""
"""Legend of the figures."""
NODES_LIMIT = 10_000_000
"""For all moves of one position: only the first moves of a round ask for more than a million."""
ROUNDS = 60
MIXED = 150
"""Positions in the middle of a round."""
ROUNDS_S = 2.0
MEDIAN_S, NINETY_FIVE_S, START_S = 0.1, 1.0, 1.0
"""The aims: for all moves of a position with a verdict, and for the value of the start."""
BUSY_ROUND = "pbnyorg+k+/8/8/8/8/8/8/POBRY+NK+G+ b -"
"""A position that keeps the solver at work for minutes."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Cost of one position, and the number of its moves that were proven, rightly or wrongly."""

    seconds: float
    nodes: int
    wrong: int = 0
    proven: int = 1


def share(values: Sequence[float], part: float) -> float:
    """Return the quantile of some values by nearest rank: 0.5 for the median."""
    return sorted(values)[max(0, math.ceil(len(values) * part) - 1)]


@cache
def _all_moves(text: str, from_table: bool) -> tuple[float, int, frozenset[tuple[str, str]]]:
    """Return seconds, nodes, and the value of each move that is proven within the limit."""
    position = parse_position(text)
    solver, begin = Solver(), time.process_time()
    if from_table:
        known = known_moves(position)
        return time.process_time() - begin, 0, frozenset(known.items())
    solver.winner(position)
    afters = {
        move_text(move): rules.play_unchecked(position, move)
        for move in rules.legal_moves(position)
    }
    winners = solver.winners(afters, lambda: solver.nodes > NODES_LIMIT)
    seconds = time.process_time() - begin
    values = {
        move: value_for(position.turn, winner)
        for move, winner in winners.items()
        if winner is not None
    }
    return seconds, solver.nodes, frozenset(values.items())


def verdicts(cases: Sequence[dict[str, object]], *, table: bool) -> list[Measured]:
    """Prove the moves of each position, and compare them with the file."""
    measured = []
    for case in cases:
        moves = case["moves"]
        assert isinstance(moves, dict)
        text = str(case["position"])
        from_table = table and parse_position(text) == start()
        seconds, nodes, values = _all_moves(text, from_table)
        wrong = len(values - moves.items())
        measured.append(Measured(seconds, nodes, wrong, len(values)))
    return measured


def first_position() -> Measured:
    """Measure the value of the start position."""
    solver, begin = Solver(), time.process_time()
    winner = solver.winner(start())
    return Measured(time.process_time() - begin, solver.nodes, int(winner is not Side.BLACK))


def random_start(chance: random.Random, *, sumo: bool) -> Position:
    """Return a round with home rows in any order, and with teeth on some towers or on none."""
    white, black = list(HOME_ROWS[Side.WHITE]), list(HOME_ROWS[Side.BLACK])
    chance.shuffle(white)
    chance.shuffle(black)
    teeth = chance.choices([0, 0, 0, 0, 1, 1, 2, 3], k=TOWERS) if sumo else [0] * TOWERS
    return Position.of(bytes(white + black), bytes(teeth))


def random_round(chance: random.Random) -> Position:
    """Return a round with sumo towers after one move."""
    position = random_start(chance, sumo=True)
    return rules.play_unchecked(position, chance.choice(rules.legal_moves(position)))


def mixed_positions(count: int, seed: int) -> list[Position]:
    """Return positions after up to eleven random moves; in every third, a push is legal."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        has_push = len(found) % 3 == 0
        position = random_start(chance, sumo=has_push)
        for _ in range(chance.randint(1, 11)):
            position = rules.play_unchecked(position, chance.choice(rules.legal_moves(position)))
            if rules.outcome(position) is not None:
                break
        else:
            if not has_push or any(move.push for move in rules.legal_moves(position)):
                found.append(position)
    return found


def mixed_costs(count: int, seed: int) -> list[Measured]:
    """Measure the proof of all moves of each of these positions."""
    found = []
    for position in mixed_positions(count, seed):
        seconds, nodes, values = _all_moves(position_text(position), False)
        found.append(Measured(seconds, nodes, proven=len(values)))
    return found


def rounds(count: int, seed: int) -> list[Measured]:
    """Measure random rounds with sumo towers after one move."""
    chance = random.Random(seed)
    measured = []
    for _ in range(count):
        position = random_round(chance)
        solver, begin = Solver(), time.process_time()
        solver.winner(position)
        measured.append(Measured(time.process_time() - begin, solver.nodes))
    return measured


async def lights(count: int, seed: int, *, busy: bool) -> list[Lift]:
    """Time lifts of a tower until its lights are on, with the solver at work or without."""
    host = TimingHost(Session(MatchSettings(game_named("kamisado"))), seed)
    async with host.running(), SolverClient(SolverProcess.start) as solver_client:
        await host.wait_for_light(56, on=True)
        answers = solver_client.verdicts("kamisado", BUSY_ROUND)
        if busy:
            await anext(answers)  # it is at work from the first answer
        lifts = [await host.time_lift(number % 8) for number in range(count)]
        await answers.aclose()
    return lifts


async def run(options: argparse.Namespace, echo: Echo) -> int:
    """Measure, print, save the figures as JSON; return the exit status, 1 if a value is wrong."""
    figures: dict[str, float] = {}

    def note(name: str, value: float, text: str) -> None:
        figures[name] = round(value, 4)
        echo(f"{name.replace('_', ' '):<50}{text}")

    echo(LEGEND)
    echo(f"{'the search is':<50}{'plain Python' if load_module() is None else 'the kernel'}")
    Solver().winner(start())
    first = first_position()
    note(
        "start_nodes", first.nodes, f"{first.nodes:,} = {first.nodes / START_NODES:.2f} x published"
    )
    note("start_s", first.seconds, f"{first.seconds:.2f} (aim {START_S:g})")

    found = rounds(ROUNDS, options.seed)
    for name, part in (("median", 0.5), ("p95", 0.95)):
        nodes = share([one.nodes for one in found], part)
        ratio = f" = {nodes / ROUNDS_NODES:.2f} x published" if name == "median" else ""
        note(f"sumo_rounds_nodes_{name}", nodes, f"{nodes:,.0f}{ratio}")
    proven = sum(one.seconds <= ROUNDS_S for one in found) / len(found)
    note("sumo_rounds_proven_in_2_s", proven, f"{proven:.0%} of {len(found)} (aim 95%)")

    mixed = mixed_costs(MIXED, options.seed)
    seconds, total = [one.seconds for one in mixed], sum(one.nodes for one in mixed)
    note("mixed_positions_nodes", total, f"{total:,}, all moves of {len(mixed)} positions")
    note("mixed_positions_nodes_per_s", total / sum(seconds), f"{total / sum(seconds):,.0f}")
    note("mixed_positions_s", sum(seconds), f"{sum(seconds):.2f}")
    note("mixed_positions_median_s", share(seconds, 0.5), f"{share(seconds, 0.5):.4f}")
    note("mixed_positions_p95_s", share(seconds, 0.95), f"{share(seconds, 0.95):.2f} (aim 1)")
    note("mixed_positions_worst_s", max(seconds), f"{max(seconds):.2f} (aim 10)")

    cases = json.loads(VERDICTS.read_text(encoding="utf-8"))
    later = [case for case in cases if " - " not in f"{case['position']} "]
    wrong = first.wrong
    for title, chosen, table in (
        ("verdicts", cases, False),
        ("verdicts_with_table", cases, True),
        ("verdicts_after_the_first_move", later, False),
    ):
        measured = verdicts(chosen, table=table)
        seconds = [one.seconds for one in measured]
        missed = sum(one.wrong for one in measured)
        wrong += missed
        moves = sum(len(case["moves"]) for case in chosen)
        proven = sum(one.proven for one in measured)
        note(
            f"{title}_moves_proven",
            proven / moves,
            f"{proven:,} of {moves:,}, of {len(chosen)} positions",
        )
        note(f"{title}_wrong", missed, f"{missed}")
        median, most = share(seconds, 0.5), share(seconds, 0.95)
        note(f"{title}_median_s", median, f"{median:.4f} (aim {MEDIAN_S:g})")
        note(f"{title}_p95_s", most, f"{most:.2f} (aim {NINETY_FIVE_S:g})")
        nodes = share([one.nodes for one in measured], 0.5)
        note(f"{title}_nodes_median", nodes, f"{nodes:,.0f}")

    for busy in (False, True):
        lifts = sorted(lift.total for lift in await lights(options.lifts, options.seed, busy=busy))
        name = "lift_to_light_with_the_solver_at_work" if busy else "lift_to_light"
        for percent in (50, 99):
            value = share(lifts, percent / 100)
            note(f"{name}_p{percent}_ms", value, f"{value:.1f}")
    save(figures, options.output, echo)
    return 1 if wrong else 0
