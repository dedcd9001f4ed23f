"""Agreement of the kernel with the solver in plain Python, on random positions of all kinds.

    python -m tests.unit.ai.kernel.agreement [--positions N] [--seed SEED]

Compared are the winner and the nodes that its proof visits, what is known of each move then, the
line, the moves that win soonest or last longest with their plies, and what is won in three plies;
of every third position with a win threshold.  Prints what kinds of positions there were.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.ai.solver.win_threshold import WinThreshold
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import position_text
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import TOOTH_POINTS
from tests.unit.ai.solver.brute import crowd, late_positions, opening, round_from

MEGABYTES = 32
PLAIN_NODES = 4_000
"""Nodes of a proof in plain Python; beyond, a position is left out."""

PLIES = 3
"""Of what is won within so many plies."""


def random_positions(chance: random.Random) -> Iterator[Position]:
    """Yield late positions, and one in three from anywhere in a round, ended ones included."""
    late = late_positions(chance)
    while True:
        yield next(late)
        yield next(late)
        begin = opening(chance) if chance.random() < 0.5 else crowd(chance)
        yield chance.choice(round_from(begin, chance)[1:] or [begin])


def random_threshold(chance: random.Random) -> WinThreshold | None:
    """Return a win threshold for a third of the positions."""
    if chance.random() < 2 / 3:
        return None
    return WinThreshold(chance.choice(list(Side)), chance.choice(TOOTH_POINTS[1:]))


def check(position: Position, threshold: WinThreshold | None) -> list[str]:
    """Compare the kernel with plain Python; return what kinds the position is of.

    Raises:
        AssertionError: they differ.
    """
    plain, kernel = Solver(MEGABYTES, threshold, plain=True), Solver(MEGABYTES, threshold)
    assert kernel.kernel_for(position) is not None, "nothing runs the kernel here"
    where = f"{position_text(position)} with {threshold}"
    moves = rules.legal_moves(position)
    afters = {move: rules.play_unchecked(position, move) for move in moves}

    def known(solver: Solver) -> list[float]:
        of = (position, *afters.values())
        return [solver.win_estimate(each, Side.WHITE) for each in of]

    assert known(kernel) == known(plain), where
    winner = plain.winner(position, lambda: plain.nodes >= PLAIN_NODES)
    if winner is None:
        return ["hard"]
    assert kernel.winner(position) is winner, where
    assert kernel.nodes == plain.nodes, where
    assert known(kernel) == known(plain), where
    assert principal_variation(kernel, position) == principal_variation(plain, position), where
    if not moves:
        return ["ended"]
    found = []
    for solver in (plain, kernel):
        distance = DistanceToWin(solver, winner)
        own = position.turn is winner
        found.append((distance.fastest_wins if own else distance.longest_defences)(afters))
    assert found[0] == found[1], where
    within = [
        DistanceToWin(solver, winner).are_won_within([position, *afters.values()], PLIES)
        for solver in (plain, kernel)
    ]
    assert within[0] == within[1], where
    return kinds(position, threshold)


def kinds(position: Position, threshold: WinThreshold | None) -> list[str]:
    """Return what kinds a position is of in which a move can be made."""
    moves = rules.legal_moves(position)
    found = ["with a threshold"] if threshold is not None else []
    found += ["with teeth"] if any(position.teeth) else []
    found += ["blocked"] if moves[0].is_pass else []
    for move in moves:
        if move.push:
            tower = position.squares.index(move.origin)
            found.append(f"push of {len(rules.pushed(position, tower))}")
        elif rules.deadlock(rules.play_unchecked(position, move)):
            found.append("with a deadlock")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Compare positions, and print how many there were of each kind; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.unit.ai.kernel.agreement")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chance, seen = random.Random(options.seed), Counter[str]()
    positions = random_positions(chance)
    for _ in range(options.positions):
        seen.update(set(check(next(positions), random_threshold(chance))))
    sys.stdout.write(f"{options.positions:,} positions agree (seed {options.seed})\n")
    sys.stdout.writelines(f"{count:6,} {kind}\n" for kind, count in seen.most_common())
    return 0


if __name__ == "__main__":
    sys.exit(main())
