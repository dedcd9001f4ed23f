"""The kernel finds what the solver in plain Python finds, and is not needed."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from host.ai.kernel.kernel import MAX_POSITIONS, load_module
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import start
from tests.support.require import require
from tests.unit.ai.kernel.agreement import check, random_positions, random_threshold
from tests.unit.ai.solver.brute import crowd

SEED = 3


@pytest.fixture
def unloaded() -> Iterator[None]:
    """Let the test decide how the kernel is loaded."""
    load_module.cache_clear()
    yield
    load_module.cache_clear()


def need_the_kernel() -> None:
    require(load_module() is not None, "nothing runs the kernel here: no wasmtime, or turned off")


@pytest.mark.slow
def test_the_kernel_and_plain_python_find_the_same_with_the_same_nodes() -> None:
    need_the_kernel()
    chance, seen = random.Random(SEED), Counter[str]()
    positions = random_positions(chance)
    for _ in range(60):
        seen.update(set(check(next(positions), random_threshold(chance))))
    while seen["push of 2"] < 5:
        position = crowd(chance)
        if any(move.push for move in rules.legal_moves(position)):
            seen.update(set(check(position, random_threshold(chance))))
    for kind in ("with teeth", "with a threshold", "blocked", "push of 1", "ended"):
        assert seen[kind] > 1, (kind, seen)


def test_more_positions_than_a_call_takes_are_looked_up_in_turn() -> None:
    need_the_kernel()
    solver = Solver(1)
    assert solver.winner(start()) is Side.BLACK
    known = solver.known_winners([start()] * (2 * MAX_POSITIONS + 1))
    assert known == [Side.BLACK] * (2 * MAX_POSITIONS + 1)


def test_positions_with_other_teeth_are_looked_up_by_themselves() -> None:
    solver = Solver(1)
    solver.winner(start())
    sumo = start()._replace(teeth=bytes([1, *start().teeth[1:]]))
    assert solver.known_winners([sumo, start()]) == [None, None], "other teeth, an empty table"
    assert solver.known_winners([]) == []


@pytest.mark.parametrize("error", [ImportError, OSError, RuntimeError, MemoryError])
@pytest.mark.usefixtures("unloaded")
def test_where_nothing_runs_the_kernel_the_solver_is_plain_python(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr("host.ai.kernel.kernel.import_module", fail)
    solver = Solver(1)
    assert load_module() is None
    assert solver.kernel_for(start()) is None
    position = start()
    assert solver.winner(position, lambda: solver.nodes > 100) is None
    assert 100 < solver.nodes < 200


LIMITED = """
import ctypes, resource, sys
{limit}
from host.ai.solver.solver import Solver
from host.engine.kamisado.position import start
solver = Solver(1)
print(solver.kernel_for(start()) is not None, solver.winner(start()).name, solver.nodes)
"""
FORBID_CODE = "ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) and sys.exit(3)"
"""PR_SET_MDWE of Linux 6.3, as MemoryDenyWriteExecute= of systemd."""


def solved_under(limit: str) -> subprocess.CompletedProcess[str]:
    """Solve the first position in a process with a limit."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED.format(limit=limit)],
        capture_output=True,
        text=True,
        check=False,
    )


def told(*, kernel: bool) -> str:
    """Return what such a process tells."""
    solver = Solver(1)
    assert solver.winner(start()) is Side.BLACK
    return f"{kernel} BLACK {solver.nodes}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux")
@pytest.mark.slow
def test_where_compiled_code_is_forbidden_the_kernel_is_interpreted() -> None:
    need_the_kernel()
    done = solved_under(FORBID_CODE)
    if done.returncode == 3:
        pytest.skip("this Linux is older than 6.3")
    assert (done.stdout, done.stderr) == (told(kernel=True), "")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
@pytest.mark.slow
def test_in_an_address_space_that_is_too_small_the_solver_is_plain_python() -> None:
    done = solved_under("resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))")
    assert (done.stdout, done.stderr) == (told(kernel=False), "")


@pytest.mark.usefixtures("unloaded")
def test_without_memory_for_another_kernel_the_solver_is_plain_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need_the_kernel()

    def fail() -> None:
        raise RuntimeError("failed to reserve memory")

    monkeypatch.setattr("host.ai.kernel.kernel.load_module", lambda: fail)
    assert Solver(1).kernel_for(start()) is None


@pytest.mark.usefixtures("unloaded")
def test_the_environment_turns_the_kernel_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAMISADO_PLAIN", "1")
    monkeypatch.delitem(sys.modules, "wasmtime", raising=False)
    assert load_module() is None
    assert "wasmtime" not in sys.modules


def test_a_win_at_once_comes_first_where_lines_are_too_long_to_measure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("host.ai.solver.principal_variation.MAX_POSITIONS", 1)
    for plain in (False, True):
        chance, found = random.Random(SEED), 0
        positions = random_positions(chance)
        while found < 10:
            position = next(positions)
            afters = [rules.play_unchecked(position, m) for m in rules.legal_moves(position)]
            ended = [
                outcome.winner for after in afters if (outcome := rules.outcome(after)) is not None
            ]
            if position.turn in ended and len(afters) > 2:
                assert len(principal_variation(Solver(1, plain=plain), position)) == 1
                found += 1
