"""Points that a side can force in a round, proven by win thresholds, the highest first."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from host.ai.solver.solver import Solver
from host.ai.solver.win_threshold import WinThreshold
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB, MIN_MB, max_slots
from host.engine.game import Side
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import TOOTH_POINTS

KeyT = TypeVar("KeyT", bound=Hashable)

MAX_SOLVERS = 4
"""Number of win thresholds with a solver of their own at a time; they share half of the memory.

Only the winning side's thresholds are asked for, at most three."""

MAX_NODES = 50_000
"""Nodes searched for one threshold: a second or two.

Most proofs take less than the proof of the winner; a few with many sumo towers take minutes."""


@dataclass(frozen=True, slots=True)
class ProvenPoints:
    """Largest number of points that a side can force.

    Attributes:
        points: None if the number is not certain after `MAX_NODES` nodes, or when stopped.
        solver: proves the best win that is known.
    """

    points: int | None
    solver: Solver


class PointsProver:
    """A solver for the winner, and one for each win threshold that is needed.

    Args:
        megabytes: of all transposition tables together.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        max_slots(megabytes)  # raises for a number out of range, which half of it might not be
        self.solver = Solver(max(MIN_MB, megabytes // 2))
        self._share = max(MIN_MB, megabytes // 2 // MAX_SOLVERS)
        self._solvers: dict[WinThreshold, Solver] = {}
        self._nodes_before = 0

    @property
    def nodes(self) -> int:
        """Number of nodes searched by all solvers."""
        now = sum(solver.nodes for solver in self._solvers.values())
        return self.solver.nodes + now + self._nodes_before

    def thresholds(self, position: Position, side: Side, need: int) -> list[int]:
        """Return the numbers of points that a win of a side may bring, the lowest first.

        Args:
            need: points beyond this number count as this number.
        """
        teeth = [position.teeth[t] for t in range(TOWERS) if side_of(t) is side]
        return sorted({min(TOOTH_POINTS[count], need) for count in teeth})

    def max_points(
        self, position: Position, side: Side, need: int, stop: StopCondition = never_stop
    ) -> ProvenPoints:
        """Return the largest number of points that a side can force.

        Args:
            side: proven to win.
            need: points beyond this number count as this number.
        """
        fewest, *more = self.thresholds(position, side, need)
        certain = True
        for points in reversed(more):
            solver = self.solver_for(WinThreshold(side, points))
            winner = solver.winner(position, limited(solver, stop))
            if winner is side:
                return ProvenPoints(points if certain else None, solver)
            certain = certain and winner is not None
        return ProvenPoints(fewest if certain else None, self.solver)

    def next_threshold(
        self, position: Position, side: Side, proven: ProvenPoints, need: int
    ) -> Solver | None:
        """Return the solver of the lowest threshold that a side cannot force.

        Returns:
            None if the side can force all points, or if `proven` is not certain.
        """
        if proven.points is None:
            return None
        more = [
            points for points in self.thresholds(position, side, need) if points > proven.points
        ]
        return self.solver_for(WinThreshold(side, more[0])) if more else None

    def forcing(
        self, solver: Solver, afters: Mapping[KeyT, Position], side: Side, stop: StopCondition
    ) -> dict[KeyT, Position]:
        """Return those of some positions from which a solver proves that a side wins."""
        found = solver.winners(afters, limited(solver, stop))
        return {key: afters[key] for key, winner in found.items() if winner is side}

    def solver_for(self, threshold: WinThreshold) -> Solver:
        """Return the solver of a threshold; a new one replaces the least recently used."""
        solver = self._solvers.pop(threshold, None)
        if solver is None:
            if len(self._solvers) >= MAX_SOLVERS:
                self._nodes_before += self._solvers.pop(next(iter(self._solvers))).nodes
            solver = Solver(self._share, threshold)
        self._solvers[threshold] = solver
        return solver


def limited(solver: Solver, stop: StopCondition) -> StopCondition:
    """Return a stop condition that also stops after `MAX_NODES` more nodes of a solver."""
    limit = solver.nodes + MAX_NODES
    return lambda: solver.nodes >= limit or stop()
