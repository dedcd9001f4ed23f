"""Cost of the proof of all moves of mixed positions, a third of them with a push, on one core.

    python -m benchmarks.costs.mixed_proofs [--positions N] [--seed SEED]

`KAMISADO_PLAIN=1` in the environment measures plain Python instead of the kernel.  Seconds
are processor time, and longer on a busy machine; the counts of nodes are the same everywhere.  Each
position begins with an empty table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.solver import MIXED, mixed_costs, share
from host.ai.kernel.kernel import load_module
from host.cli.options import count

SEED = 2026
P95_S, LONGEST_S = 1.0, 10.0
"""The goals in plain Python."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if a position takes longer than the goals."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.costs.mixed_proofs", description=__doc__
    )
    parser.add_argument("--positions", type=count, default=MIXED)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    kernel = load_module()
    found = mixed_costs(options.positions, options.seed)
    seconds, nodes = [one.seconds for one in found], [one.nodes for one in found]
    median, p95, longest = share(seconds, 0.5), share(seconds, 0.95), max(seconds)
    print(
        f"{'plain Python' if kernel is None else 'the kernel'}: {len(found)} positions, "
        f"{sum(one.proven for one in found):,} moves proven, {sum(nodes):,} nodes in "
        f"{sum(seconds):.2f} s, {sum(nodes) / sum(seconds):,.0f} a second\n"
        f"nodes: median {share(nodes, 0.5):,.0f}, p95 {share(nodes, 0.95):,.0f}, "
        f"most {max(nodes):,}\n"
        f"seconds: median {median:.3f}, p95 {p95:.2f} (goal {P95_S:g}), "
        f"longest {longest:.2f} (goal {LONGEST_S:g})"
    )
    return int(p95 > P95_S or longest > LONGEST_S)


if __name__ == "__main__":
    sys.exit(main())
