"""All perfect matchings, the cheapest one first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from host.remote.tournament.ranking import cost_of, matchings_by_cost


def all_matchings(costs: Sequence[Sequence[int | None]], free: Sequence[int]) -> Iterator[int]:
    """Yield the costs of all perfect matchings."""
    if not free:
        yield 0
        return
    one, *others = free
    for other in others:
        cost = costs[one][other]
        if cost is not None:
            for rest in all_matchings(costs, [each for each in others if each != other]):
                yield cost + rest


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_each_matching_comes_once_in_the_order_of_costs(count: int) -> None:
    rng = random.Random(count)
    for _ in range(24 // count):
        costs: list[list[int | None]] = [[None] * count for _ in range(count)]
        for one in range(count):
            for other in range(one):
                cost = rng.choice((None, 0, *range(10), 10**30))
                costs[one][other] = costs[other][one] = cost
        found = list(matchings_by_cost(costs))
        expected = sorted(all_matchings(costs, range(count)))
        assert [cost_of(costs, partners) for partners in found] == expected
        assert len({tuple(partners) for partners in found}) == len(found)
        for partners in found:
            assert [partners[other] for other in partners] == list(range(count))
