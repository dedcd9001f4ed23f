"""Rounds that can still be paired: disjoint perfect matchings of who has not met.

Whoever has not met yet is joined by an edge; of an odd number of players one more vertex is the
bye.  A round is a perfect matching, and the rounds to come are as many that share no edge.

Each round takes one edge from every vertex.  By Dirac's theorem a graph of n vertices, n even, of
which each has n/2 edges at least has a circle through all of them, and so a perfect matching.
While the least degree is n/2 + k - 1, any k rounds can follow one another, however each is
paired: up to half as many rounds as players nothing need be looked for.  Beyond that the
matchings are searched for one after another, going back where it does not go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Graph: TypeAlias = tuple[int, ...]
"""Neighbours of each vertex, as the bits of a number."""
Matching: TypeAlias = tuple[tuple[int, int], ...]

STEPS = 20_000
"""Edges that a search may try: it ends within a second, and has missed no tournament of up to 20
players yet."""


def without(graph: Graph, matching: Matching) -> Graph:
    """Return a graph without the edges of a matching."""
    rows = list(graph)
    for one, other in matching:
        rows[one] &= ~(1 << other)
        rows[other] &= ~(1 << one)
    return tuple(rows)


def surely_has(graph: Graph, rounds: int) -> bool:
    """Return True if so many rounds can follow, however each of them is paired."""
    return rounds <= 0 or _least_degree(graph) >= len(graph) // 2 + rounds - 1


def find_rounds(graph: Graph, rounds: int, steps: int = STEPS) -> list[Matching] | None:
    """Return perfect matchings that share no edge.

    Args:
        graph: of an even number of vertices.
        rounds: number of the matchings.
        steps: edges that are tried at most.

    Returns:
        None if there are not so many, or the search took too long.
    """
    return _Search(steps).find(graph, rounds)


def most_rounds(graph: Graph, most: int) -> int:
    """Return how many rounds the graph has, `most` at most; too few if the search takes long."""
    return next(
        count
        for count in range(most, -1, -1)
        if surely_has(graph, count) or find_rounds(graph, count) is not None
    )


def _least_degree(graph: Graph) -> int:
    return min((row.bit_count() for row in graph), default=0)


class _OutOfStepsError(Exception):
    """The search takes too long."""


class _Search:
    """Search for the rounds, with what has failed in it."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._failed: set[tuple[Graph, int]] = set()

    def find(self, graph: Graph, rounds: int) -> list[Matching] | None:
        try:
            return self._find(graph, rounds)
        except _OutOfStepsError:
            return None

    def _find(self, graph: Graph, rounds: int) -> list[Matching] | None:
        if rounds <= 0:
            return []
        if _least_degree(graph) < rounds or (graph, rounds) in self._failed:
            return None
        for matching in self._matchings(graph, self._first_edge(graph, rounds)):
            others = self._find(without(graph, matching), rounds - 1)
            if others is not None:
                return [matching, *others]
        self._failed.add((graph, rounds))
        return None

    def _first_edge(self, graph: Graph, rounds: int) -> tuple[int, int] | None:
        """Return an edge that some round must have: that round may as well be the first."""
        for vertex, row in enumerate(graph):
            if row.bit_count() == rounds:
                return vertex, _bits(row)[0]
        return None

    def _matchings(self, graph: Graph, edge: tuple[int, int] | None) -> Iterator[Matching]:
        free = (1 << len(graph)) - 1
        if edge is None:
            yield from self._completed(graph, free, ())
        else:
            rest = free & ~(1 << edge[0] | 1 << edge[1])
            yield from self._completed(graph, rest, (edge,))

    def _completed(self, graph: Graph, free: int, chosen: Matching) -> Iterator[Matching]:
        """Yield the perfect matchings, the vertex with the fewest partners first."""
        if not free:
            yield chosen
            return
        vertex, partners = min(
            ((one, graph[one] & free) for one in _bits(free)), key=lambda row: row[1].bit_count()
        )
        for other in _bits(partners):
            self._steps -= 1
            if self._steps < 0:
                raise _OutOfStepsError
            rest = free & ~(1 << vertex | 1 << other)
            yield from self._completed(graph, rest, (*chosen, (vertex, other)))


def _bits(row: int) -> Sequence[int]:
    found = []
    while row:
        lowest = row & -row
        found.append(lowest.bit_length() - 1)
        row ^= lowest
    return found
