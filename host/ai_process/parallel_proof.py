"""Proofs of several positions at once, by processes of this machine or of others."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from host.ai.solver.solver import Solver
from host.ai.solver.verdict import OnWinners
from host.ai.stop_condition import StopCondition
from host.engine.game import Side
from host.engine.kamisado.position import Position

ALONE_NODES = 20_000
"""Nodes searched before others are asked: less than a second, and enough for most positions."""
POLL_S = 0.1
"""Time between two looks at the stop condition, for which nothing would wake the waiting."""
"""Time between two looks at the stop condition, for which nothing would wake the waiting."""


class ParallelProof:
    """Proves the positions after the moves of one position, hard ones first.

    These proofs have little in common, so that each has a table of its own: two processes are
    nearly twice as fast, and a table that holds one proof is faster than a large one.

    Args:
        solver: proves what is easy.
        megabytes: of the transposition table of each process.
        open_executor: called once there is something to prove that is not easy.
        deadline_s: time of the day (`time.time`) at which the search ends; None: when all is
            proven.

    Attributes:
        nodes: number of nodes searched by others than the solver.
    """

    def __init__(
        self,
        solver: Solver,
        megabytes: int,
        open_executor: Callable[[], Executor],
        deadline_s: float | None = None,
    ) -> None:
        self._solver = solver
        self._megabytes = megabytes
        self._open_executor = open_executor
        self._deadline_s = deadline_s
        self.nodes = 0

    def winners(
        self,
        positions: Mapping[str, Position],
        stop: StopCondition,
        on_progress: OnWinners | None = None,
    ) -> dict[str, Side | None]:
        """Prove the winner of each position as `Solver.winners` does.

        Raises:
            Exception: what the executor raises if it is lost.
        """
        limit = self._solver.nodes + ALONE_NODES
        found = self._solver.winners(
            positions, lambda: self._solver.nodes >= limit or stop(), on_progress
        )
        hard = [key for key, winner in found.items() if winner is None]
        if not hard or stop():
            return found
        hard.sort(key=lambda key: abs(self._solver.win_estimate(positions[key], Side.WHITE) - 0.5))
        pool = self._open_executor()
        pending: dict[Future[tuple[Side | None, int]], str] = {
            pool.submit(prove_winner, positions[key], self._megabytes, self._deadline_s): key
            for key in hard
        }
        while pending and not stop():
            for future in wait(pending, POLL_S, FIRST_COMPLETED).done:
                key = pending.pop(future)
                found[key], nodes = future.result()
                self.nodes += nodes
                if on_progress is not None and found[key] is not None:
                    on_progress(found)
        for future in pending:
            future.cancel()
        return found


def prove_winner(
    position: Position, megabytes: int, deadline_s: float | None
) -> tuple[Side | None, int]:
    """Prove the winner of a position with an empty table.

    Args:
        position: of a round.
        megabytes: of the transposition table.
        deadline_s: time of the day at which the search ends; None: when it is proven.

    Returns:
        The winner, None if it is not proven in time; and the number of nodes searched.
    """
    solver = Solver(megabytes)
    winner = solver.winner(position, lambda: deadline_s is not None and time.time() >= deadline_s)
    return winner, solver.nodes
