"""The solver's figures: whose time they count, and when a goal is met."""

from __future__ import annotations

import os
import sys
import time

import pytest

from benchmarks.costs.asked_solver import ask, process_solver, processor_s
from benchmarks.costs.solve_pipe import measure
from benchmarks.costs.solver_figures import OTHER_TEETH, Figure, moves_s
from host.ai.results import ChosenMove
from host.ai_process.protocol import MoveRequest

needs_clocks = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have no clock of a process"
)


def test_a_goal_is_met_if_95_of_100_are_within_it() -> None:
    within, beyond = Figure("moves", [0.1] * 95 + [9.0] * 5, 0.3), Figure("m", [0.1, 9.0] * 50, 0.3)
    assert str(within).endswith(" met")
    assert str(beyond).endswith(" MISSED")
    assert str(Figure("few", [0.1, 0.2, 9.0], 0.3)).endswith(" met"), "the median of a few"


@needs_clocks
def test_the_processor_time_of_a_process_is_what_it_says_itself() -> None:
    before = time.process_time()
    seen = processor_s(os.getpid())
    assert before <= seen <= time.process_time()
    with pytest.raises(OSError, match="argument"):
        processor_s(2**22 + 1)


@needs_clocks
def test_the_solvers_own_time_is_counted_for_each_answer() -> None:
    with process_solver() as solver:
        answers, used_s = ask(solver, MoveRequest("kamisado", OTHER_TEETH, 10, 1, None))
        assert 0 < used_s <= solver.used_s()
        assert [type(answer.result) for answer in answers] == [ChosenMove]
        with pytest.raises(ValueError, match="'x' is not a position of kamisado"):
            ask(solver, MoveRequest("kamisado", "x", 10, 1, None))
        assert len(moves_s(solver, 3)) == 3


def test_the_command_answers_all_positions_of_the_pipe() -> None:
    found = measure(3)
    assert (found.positions, found.status) == (3, 0)
    assert found.nodes > 0
    assert found.seconds > 0
