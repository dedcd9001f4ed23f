"""Perfect matchings in the order of their costs (Murty 1968).

The best matching splits all others into disjoint sets: those without its first pair, those with
it but without the second one, and so on.  The best one of each set is a candidate for the next
place, and splits its set in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from host.remote.tournament.matching import least_cost_matching

Costs = Sequence[Sequence[int | None]]


def matchings_by_cost(costs: Costs) -> Iterator[list[int]]:
    """Yield the partners of each vertex in all perfect matchings, the cheapest one first.

    Args:
        costs: square and symmetric; None where two vertices may not be matched.
    """
    order = count()  # of equal costs the one that was found first
    heap: list[tuple[int, int, list[int], Costs]] = []

    def add(allowed: Costs) -> None:
        partners = least_cost_matching(allowed)
        if partners is not None:
            heappush(heap, (cost_of(costs, partners), next(order), partners, allowed))

    add(costs)
    while heap:
        _, _, partners, allowed = heappop(heap)
        yield partners
        kept = [list(row) for row in allowed]
        for one, other in enumerate(partners):
            if one > other:
                continue
            cost = kept[one][other]
            kept[one][other] = kept[other][one] = None
            add([list(row) for row in kept])
            for vertex in (one, other):  # from here on the two stay together
                kept[vertex] = [None] * len(kept)
                for row in kept:
                    row[vertex] = None
            kept[one][other] = kept[other][one] = cost


def cost_of(costs: Costs, partners: Sequence[int]) -> int:
    """Return the cost of a perfect matching."""
    pairs = ((one, other) for one, other in enumerate(partners) if one < other)
    return sum(costs[one][other] or 0 for one, other in pairs)
