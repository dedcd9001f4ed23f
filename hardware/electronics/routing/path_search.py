"""A* search for the path of one net: eight directions, vias between the layers."""

from __future__ import annotations

import heapq
import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from hardware.electronics.routing.occupancy import FREE, Grid

BOTTOM_LAYER_COST = 2.0  # keeps the bottom side whole, for the ground zone
VIA_COST = 10.0
BEND_COST = 0.4
HEURISTIC_WEIGHT = 1.15  # above 1: found sooner, and a little longer
OVERLAP_COST = 4.0
OVERLAPPING_VIA_COST = 20.0
_NONE = -1
_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class PathSearch:
    """The grid as one net sees it.

    Attributes:
        owner: number of the net.
        tracks, vias: occupancy maps for the track's and the via's radius.
        hard_tracks, hard_vias: maps of the obstacles that cannot be overlapped.
        overlap: True if the path may overlap obstacles that are not hard, at a cost.
        no_via: points at which no via may be drilled.
        cost_factors: factor of the cost of a cell; 1 for a cell that is missing.
        history: extra cost of overlapping at a cell, from earlier conflicts there.
    """

    grid: Grid
    owner: int
    tracks: array[int]
    vias: array[int]
    hard_tracks: array[int]
    hard_vias: array[int]
    overlap: bool
    no_via: AbstractSet[int]
    cost_factors: Mapping[int, float]
    history: Mapping[int, float]

    def find(  # noqa: PLR0912 (an inner loop)
        self,
        start: Sequence[int],
        reached: Callable[[int], bool],
        goal: AbstractSet[int] | None,
        *,
        to_via: bool = False,
    ) -> list[int] | None:
        """Return the cheapest path from one of the cells `start`; None if there is none.

        Args:
            start: cells of either layer.
            reached: True for a cell at the end.
            goal: all cells at the end, for the estimate; None if they are unknown.
            to_via: end at the first cell at which a via fits, on the layer of the start.
        """
        n, mine = self.grid.size, (FREE, self.owner)
        there, vias, overlap = self.tracks, self.vias, self.overlap
        hard, hard_vias, no_via = self.hard_tracks, self.hard_vias, self.no_via
        factors, history = self.cost_factors, self.history
        estimate = self._estimate(goal)
        moves = [
            (di + dj * self.grid.columns, math.hypot(di, dj), index)
            for index, (di, dj) in enumerate(_DIRECTIONS)
        ]
        cost, came = array("d", [math.inf]) * (2 * n), array("i", [_NONE]) * (2 * n)
        done = bytearray(2 * n)
        for cell in start:
            cost[cell] = 0.0
        queue = [(estimate(cell), 0.0, cell, -1) for cell in start]
        heapq.heapify(queue)
        first = set(start)
        while queue:
            _, so_far, cell, direction = heapq.heappop(queue)
            if done[cell]:
                continue
            done[cell] = True
            layer, point = divmod(cell, n)
            fits = hard_vias[point] in mine and hard_vias[n + point] in mine
            fits = fits and point not in no_via
            if reached(cell) or (to_via and fits and cell not in first):
                path = [cell]
                while came[path[-1]] != _NONE:
                    path.append(came[path[-1]])
                return path[::-1]
            rate = BOTTOM_LAYER_COST if layer else 1.0
            for step, length, index in moves:
                to = cell + step
                if done[to] or (hard[to] not in mine and not (goal and to in goal)):
                    continue
                price = so_far + length * rate * factors.get(to, 1.0)
                if overlap and there[to] not in mine:
                    price += OVERLAP_COST + history.get(to, 0.0)
                if index != direction and direction >= 0:
                    price += BEND_COST
                if price < cost[to]:
                    cost[to], came[to] = price, cell
                    heapq.heappush(queue, (price + estimate(to), price, to, index))
            if to_via or not fits or not _same_layer(cell, came, n):
                continue
            to, price = cell + n if layer == 0 else cell - n, so_far + VIA_COST
            if overlap and not (vias[point] in mine and vias[n + point] in mine):
                price += OVERLAPPING_VIA_COST
            if not done[to] and price < cost[to]:
                cost[to], came[to] = price, cell
                heapq.heappush(queue, (price + estimate(to), price, to, -1))
        return None

    def _estimate(self, goal: AbstractSet[int] | None) -> Callable[[int], float]:
        """Return the heuristic: the weighted cost from a cell to the box around the goal."""
        if not goal:
            return lambda _: 0.0
        nx, n = self.grid.columns, self.grid.size
        columns = [cell % n % nx for cell in goal]
        rows = [cell % n // nx for cell in goal]
        left, right, upper, lower = min(columns), max(columns), min(rows), max(rows)

        def estimate(cell: int) -> float:
            row, column = divmod(cell % n, nx)
            across = left - column if column < left else column - right if column > right else 0
            down = upper - row if row < upper else row - lower if row > lower else 0
            far, near = (across, down) if across > down else (down, across)
            return HEURISTIC_WEIGHT * (far + 0.414 * near)

        return estimate


def _same_layer(cell: int, came: array[int], n: int) -> bool:
    """Return True if the last three steps stayed on a layer: two drills need that distance."""
    at = cell
    for _ in range(3):
        at = came[at] if came[at] != _NONE else at
        if at // n != cell // n:
            return False
    return True
