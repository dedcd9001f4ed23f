"""Speed of the move generator: leaf nodes per second of the first round.

    python -m benchmarks.perft [--depth 5] [--repeat 3]

The figure to reach is two million a second in plain Python on one core.
"""

from __future__ import annotations

import argparse
import time
from typing import TypedDict

from host.engine.kamisado.round import KamisadoRound
from host.engine.successors import perft

LEAVES = (1, 102, 1150, 11182, 105020, 900982, 7399794)  # by depth: tests/data/perft


class Measurement(TypedDict):
    """One benchmark run: the best of its repetitions."""

    depth: int
    leaves: int
    seconds: float
    leaves_per_second: float


def measure(depth: int = 5, repeat: int = 3) -> Measurement:
    """Count the leaves of the first round at `depth` plies, `repeat` times.

    Returns:
        The fastest repetition, the one that the rest of the machine disturbed least.

    Raises:
        AssertionError: if the count is wrong, for then its speed means nothing.
    """
    game = KamisadoRound()
    seconds = []
    for _ in range(repeat):
        before = time.perf_counter()
        leaves = perft(game, game.start(), depth)
        seconds.append(time.perf_counter() - before)
        if leaves != LEAVES[depth]:
            raise AssertionError(f"{leaves} leaves at depth {depth} instead of {LEAVES[depth]}")
    best = min(seconds)
    return Measurement(depth=depth, leaves=leaves, seconds=best, leaves_per_second=leaves / best)


def main() -> None:
    """Print one measurement."""
    parser = argparse.ArgumentParser(description="leaf nodes per second of the first round")
    parser.add_argument("--depth", type=int, default=5, choices=range(1, len(LEAVES)))
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    result = measure(options.depth, options.repeat)
    print(
        f"depth {result['depth']}: {result['leaves']:,} leaves in {result['seconds']:.3f} s, "
        f"{result['leaves_per_second']:,.0f} a second"
    )


if __name__ == "__main__":
    main()
