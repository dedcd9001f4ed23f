"""Matching of least cost, compared with all matchings of small graphs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from host.remote.tournament.matching import least_cost_matching

Costs = list[list[int | None]]


def random_costs(rng: random.Random, count: int, density: float, most: int) -> Costs:
    costs: Costs = [[None] * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            if rng.random() < density:
                costs[i][j] = costs[j][i] = rng.randint(0, most)
    return costs


def least_cost(costs: Costs) -> int | None:
    """Return the least cost over all perfect matchings, tried one by one; None without one."""

    @cache
    def best(free: frozenset[int]) -> int | None:
        if not free:
            return 0
        one = min(free)
        found = []
        for other in free - {one}:
            cost, rest = costs[one][other], best(free - {one, other})
            if cost is not None and rest is not None:
                found.append(cost + rest)
        return min(found, default=None)

    return best(frozenset(range(len(costs))))


def cost_of(costs: Costs, partners: Sequence[int]) -> int:
    assert all(partners[partner] == one != partner for one, partner in enumerate(partners))
    total = 0
    for one, partner in enumerate(partners):
        cost = costs[one][partner]
        assert cost is not None
        total += cost
    return total // 2


@pytest.mark.parametrize("density", [0.25, 0.4, 0.7, 1.0])
@pytest.mark.parametrize("most", [0, 2, 10**40])
def test_it_is_the_best_of_all(density: float, most: int) -> None:
    rng = random.Random(f"{density} {most}")
    impossible = 0
    for _ in range(60):
        costs = random_costs(rng, rng.choice((2, 4, 6, 8, 10)), density, most)
        partners, least = least_cost_matching(costs), least_cost(costs)
        impossible += least is None
        if partners is None:
            assert least is None
        else:
            assert cost_of(costs, partners) == least
    assert impossible > 5 or density > 0.5
    assert impossible == 0 or density < 1


def test_blossoms_within_blossoms_are_dissolved() -> None:
    """Three triangles, joined in a ring at a low cost, and the way out of it is dear."""
    costs: Costs = [[None] * 10 for _ in range(10)]
    cheap = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (6, 7), (7, 8), (6, 8)]
    for i, j, cost in [
        *((i, j, 1) for i, j in cheap),
        (2, 3, 2),
        (5, 6, 2),
        (8, 0, 2),
        (4, 9, 50),
    ]:
        costs[i][j] = costs[j][i] = cost
    partners = least_cost_matching(costs)
    assert partners is not None
    assert cost_of(costs, partners) == least_cost(costs) == 50 + 1 + 1 + 2 + 1


def test_an_odd_number_has_no_partners() -> None:
    assert least_cost_matching([[None] * 3 for _ in range(3)]) is None
    assert least_cost_matching([]) == []


def test_a_large_graph_with_a_single_matching() -> None:
    """All but one way of a long path with side ways lead into a dead end."""
    rng, count = random.Random(5), 64
    order = list(range(count))
    rng.shuffle(order)
    costs: Costs = [[None] * count for _ in range(count)]
    for place in range(0, count, 2):  # the first of each pair knows the pairs before as well
        for other in [place + 1, *range(1, place, 2)]:
            i, j = order[place], order[other]
            costs[i][j] = costs[j][i] = rng.randint(0, 9)
    partners = least_cost_matching(costs)
    assert partners is not None
    assert all(partners[order[place]] == order[place + 1] for place in range(0, count, 2))
