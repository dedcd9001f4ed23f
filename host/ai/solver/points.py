"""How many points a side can force in a round: proven by one threshold after the other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from host.ai.limits import DEFAULT_MB, MIN_MB, StopCondition, never_stop
from host.ai.solver.solver import Solver
from host.ai.solver.win_threshold import WinThreshold
from host.engine.game import Side
from host.engine.kamisado.board import TOWERS, side_of
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import TOOTH_POINTS

KeyT = TypeVar("KeyT", bound=Hashable)

MAX_SOLVERS = 4
"""How many questions beside who wins have a table of their own at a time.

They share half of the memory: a side has three at most, and one of the sides is winning."""

MAX_NODES = 50_000
"""How many nodes are searched for one number of points: a second or two.

Most take less than who wins does; now and then, in rows full of sumo towers, one takes minutes."""


@dataclass(frozen=True, slots=True)
class ProvenPoints:
    """The most that a side can force.

    Attributes:
        points: how many; None if that was not certain after `MAX_NODES` nodes, or when `stop` came.
        solver: proves the best win that is known.
    """

    points: int | None
    solver: Solver


class PointsProver:
    """A solver for who wins, and one for each number of points that is asked for.

    Args:
        megabytes: for all of them together.

    Raises:
        ValueError: the memory cannot have that size.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        # What is no size at all is refused before it is shared out.
        Solver(megabytes)
        self.solver = Solver(max(MIN_MB, megabytes // 2))
        self._share = max(MIN_MB, megabytes // 2 // MAX_SOLVERS)
        self._solvers: dict[WinThreshold, Solver] = {}
        self._nodes_before = 0

    @property
    def nodes(self) -> int:
        """Number of nodes searched by all solvers."""
        asked = sum(solver.nodes for solver in self._solvers.values())
        return self.solver.nodes + asked + self._nodes_before

    def thresholds(self, position: Position, side: Side, need: int) -> list[int]:
        """The numbers of points that a win of a side may bring, the fewest first.

        Args:
            need: more than so many are worth no more.
        """
        teeth = [position.teeth[t] for t in range(TOWERS) if side_of(t) is side]
        return sorted({min(TOOTH_POINTS[count], need) for count in teeth})

    def most(
        self, position: Position, side: Side, need: int, stop: StopCondition = never_stop
    ) -> ProvenPoints:
        """The most that a side can force that is proven to win."""
        fewest, *more = self.thresholds(position, side, need)
        certain = True
        for points in reversed(more):
            solver = self.asking(WinThreshold(side, points))
            winner = solver.winner(position, limited(solver, stop))
            if winner is side:
                return ProvenPoints(points if certain else None, solver)
            certain = certain and winner is not None
        return ProvenPoints(fewest if certain else None, self.solver)

    def above(
        self, position: Position, side: Side, worth: ProvenPoints, need: int
    ) -> Solver | None:
        """What proves that a side wins more than it can force; None if there is no more."""
        if worth.points is None:
            return None
        more = [points for points in self.thresholds(position, side, need) if points > worth.points]
        return self.asking(WinThreshold(side, more[0])) if more else None

    def held(
        self, solver: Solver, afters: Mapping[KeyT, Position], side: Side, stop: StopCondition
    ) -> dict[KeyT, Position]:
        """Those of some positions from which a side is proven to get what is asked for."""
        found = solver.winners(afters, limited(solver, stop))
        return {key: afters[key] for key, winner in found.items() if winner is side}

    def asking(self, stake: WinThreshold) -> Solver:
        """The solver of a question; the one that was not asked for longest makes room."""
        solver = self._solvers.pop(stake, None)
        if solver is None:
            if len(self._solvers) >= MAX_SOLVERS:
                self._nodes_before += self._solvers.pop(next(iter(self._solvers))).nodes
            solver = Solver(self._share, stake)
        self._solvers[stake] = solver
        return solver


def limited(solver: Solver, stop: StopCondition) -> StopCondition:
    """A `StopCondition` after `MAX_NODES` more nodes, or earlier if another says so."""
    limit = solver.nodes + MAX_NODES
    return lambda: solver.nodes >= limit or stop()
