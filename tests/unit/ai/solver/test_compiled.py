"""The solver compiled is the solver in plain Python: the same values, node by node."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from host.ai.solver.compiled import IS_COMPILED
from host.ai.solver.dfpn import run_search
from host.ai.solver.solver import load_compiled
from tests.support.require import require

POSITIONS = 20
PROGRAM = """
import json, random
from host.ai.solver.compiled import IS_COMPILED
from host.ai.solver.solver import Solver
from benchmarks.solver import random_round
chance, found = random.Random(5), []
for _ in range({positions}):
    position, solver = random_round(chance), Solver(1)
    for limit in 1_000, 4_000:
        winner = solver.winner(position, lambda: solver.nodes > limit)
        # Compiled, a longer search goes on a little farther after its limit.
        exact = winner is not None or limit == 1_000
        value = solver.win_estimate(position, position.turn)
        found.append([winner and winner.name, *([solver.nodes, value] if exact else [])])
print(json.dumps([IS_COMPILED, found]))
"""


def solved(**environment: str) -> list[object]:
    """Return `IS_COMPILED` and the results of a solver, one per position, in another process."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(positions=POSITIONS)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout)
    assert isinstance(found, list)
    return found


@pytest.mark.slow
def test_compiled_and_plain_find_the_same_with_the_same_nodes() -> None:
    require(IS_COMPILED or bool(os.environ.get("KAMISADO_PLAIN")), "numba is not installed here")
    (is_compiled, compiled), (was_compiled, plain) = (
        solved(KAMISADO_PLAIN=""),
        solved(KAMISADO_PLAIN="1"),
    )
    assert (is_compiled, was_compiled) == (True, False)
    assert isinstance(plain, list)
    assert compiled == plain
    assert len({winner for winner, *_ in plain}) == 3, "won, lost and unknown"


@pytest.mark.slow
def test_the_compiled_search_counts_no_references_to_its_arrays() -> None:
    require(IS_COMPILED, "numba is not installed here, or turned off")
    load_compiled()
    search: Any = run_search
    anew = type(search)(search.py_func, targetoptions=search.targetoptions)  # not from the cache
    anew.compile(*search.signatures)
    (code,) = anew.inspect_asm().values()
    assert "NRT_incref" not in code
    assert "NRT_decref" not in code


def test_whoever_only_shows_what_was_proven_does_not_wait_for_what_is_compiled() -> None:
    program = "import sys, host.cli.sessions; print('host.ai.solver.compiled' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "False\n"
