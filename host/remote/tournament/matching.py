"""Perfect matching of least cost in a general graph: Edmonds' blossom algorithm.

The primal-dual method in the O(n^3) form of Gabow (1976), as Galil describes it in "Efficient
algorithms for finding maximum matching in graphs" (ACM Computing Surveys 18, 1986).  Costs are
integers of any size, so that criteria one after another can be packed into one number.  It finds
a perfect matching whenever there is one.

Vertices are 0 to n-1; the numbers from n on are blossoms: odd circles of vertices and blossoms
that the search treats as one vertex.  A blossom or vertex that is in no other one is a *top*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

Edge = tuple[int, int]
"""From a vertex of the first top to one of the second top."""

_NONE = -1


class _Label(Enum):
    """Place of a top in the alternating forest of the search."""

    FREE = auto()
    OUTER = auto()
    """An even number of edges from an unmatched root."""
    INNER = auto()


def least_cost_matching(costs: Sequence[Sequence[int | None]]) -> list[int] | None:
    """Return the partner of each vertex in a perfect matching of least cost.

    Args:
        costs: square and symmetric; None where two vertices may not be matched.

    Returns:
        None if there is no perfect matching.
    """
    if len(costs) % 2:
        return None
    search = _Search(costs)
    while not search.is_perfect:
        if not search.augment():
            return None
    return search.partners()


class _Search:
    """State of the search; each augmentation matches two more vertices."""

    def __init__(self, costs: Sequence[Sequence[int | None]]) -> None:
        count = self._count = len(costs)
        size = count + count // 2 + 1
        self._costs = costs
        self._ids = count  # those below it are or were in use
        dearest = [-cost for row in costs for cost in row if cost is not None]
        self._dual = [max(dearest, default=0)] * count + [0] * (size - count)
        self._links: list[list[Edge | None]] = [[None] * size for _ in range(size)]
        for u, row in enumerate(costs):
            for v, cost in enumerate(row):
                if u != v and cost is not None:
                    self._links[u][v] = (u, v)
        self._mate = [_NONE] * size  # a vertex in the top that a top is matched to
        self._top = [*range(count), *[_NONE] * (size - count)]
        self._label = [_Label.FREE] * size
        self._parent = [_NONE] * size  # the outer vertex by which an inner top was reached
        self._near = [_NONE] * size  # the outer vertex with the least slack to a top
        self._petals: list[list[int]] = [[] for _ in range(size)]  # of a blossom, the base first
        self._petal_of: list[dict[int, int]] = [{} for _ in range(size)]
        self._queue: list[int] = []

    @property
    def is_perfect(self) -> bool:
        """True if every vertex is matched."""
        return all(self._mate[top] != _NONE for top in self._tops())

    def partners(self) -> list[int]:
        """Return the vertex to which each vertex is matched."""
        return self._mate[: self._count]

    def augment(self) -> bool:
        """Match two more vertices; return False if that is impossible."""
        size = len(self._top)
        self._label = [_Label.FREE] * size
        self._near = [_NONE] * size
        self._queue = []
        for root in self._tops():
            if self._mate[root] == _NONE:
                self._parent[root] = _NONE
                self._make_outer(root)
        while True:
            if self._search_tight_edges():
                return True
            step = self._dual_step()
            if step is None:
                return False
            self._change_duals(step)
            for top in self._tops():
                u = self._near[top]
                if u != _NONE and self._top[u] != top:
                    edge = self._link(u, top)
                    if self._slack(edge) == 0 and self._follow(edge):
                        return True
            for blossom in range(self._count, self._ids):
                is_inner = self._label[blossom] is _Label.INNER
                if self._top[blossom] == blossom and is_inner and self._dual[blossom] == 0:
                    self._expand(blossom)

    def _tops(self) -> Iterator[int]:
        return (x for x in range(self._ids) if self._top[x] == x)

    def _link(self, x: int, y: int) -> Edge:
        edge = self._links[x][y]
        assert edge is not None
        return edge

    def _slack(self, edge: Edge) -> int:
        u, v = edge
        cost = self._costs[u][v]
        assert cost is not None
        return self._dual[u] + self._dual[v] + 2 * cost

    def _search_tight_edges(self) -> bool:
        """Grow the forest along edges without slack; return True after an augmentation."""
        while self._queue:
            u = self._queue.pop()
            if self._label[self._top[u]] is _Label.INNER:
                continue
            for v in range(self._count):
                edge = self._links[u][v]
                if edge is None or self._top[u] == self._top[v]:
                    continue
                if self._slack(edge) > 0:
                    self._approach(u, self._top[v])
                elif self._follow(edge):
                    return True
        return False

    def _dual_step(self) -> int | None:
        """Return by how much the duals may change; None if no edge is left to reach."""
        steps = []
        for top in self._tops():
            if top >= self._count and self._label[top] is _Label.INNER:
                steps.append(self._dual[top] // 2)
            if self._near[top] != _NONE and self._label[top] is not _Label.INNER:
                slack = self._slack(self._link(self._near[top], top))
                steps.append(slack if self._label[top] is _Label.FREE else slack // 2)
        return min(steps, default=None)

    def _change_duals(self, step: int) -> None:
        for x in range(self._ids):
            if x >= self._count and self._top[x] != x:
                continue
            label = self._label[self._top[x]]
            change = step if x < self._count else -2 * step
            if label is _Label.OUTER:
                self._dual[x] -= change
            elif label is _Label.INNER:
                self._dual[x] += change

    def _approach(self, u: int, top: int) -> None:
        """Remember an outer vertex if it is the nearest to a top."""
        near = self._near[top]
        if near == _NONE or self._slack(self._link(u, top)) < self._slack(self._link(near, top)):
            self._near[top] = u

    def _find_near(self, top: int) -> None:
        self._near[top] = _NONE
        for u in range(self._count):
            is_outer = self._label[self._top[u]] is _Label.OUTER
            if self._links[u][top] is not None and self._top[u] != top and is_outer:
                self._approach(u, top)

    def _vertices(self, x: int) -> Iterator[int]:
        if x < self._count:
            yield x
        else:
            for petal in self._petals[x]:
                yield from self._vertices(petal)

    def _make_outer(self, top: int) -> None:
        self._label[top] = _Label.OUTER
        self._queue += self._vertices(top)

    def _set_top(self, x: int, top: int) -> None:
        self._top[x] = top
        if x >= self._count:
            for petal in self._petals[x]:
                self._set_top(petal, top)

    def _follow(self, edge: Edge) -> bool:
        """Follow a tight edge from an outer top; return True if it led to an augmentation."""
        x, y = self._top[edge[0]], self._top[edge[1]]
        if self._label[y] is _Label.FREE:
            self._parent[y] = edge[0]
            self._label[y] = _Label.INNER
            beyond = self._top[self._mate[y]]
            self._near[y] = self._near[beyond] = _NONE
            self._make_outer(beyond)
        elif self._label[y] is _Label.OUTER:
            paths = self._way_to_root(x), self._way_to_root(y)
            common = next((top for top in paths[0] if top in paths[1]), None)
            if common is None:
                self._flip(x, y)
                self._flip(y, x)
                return True
            self._contract(x, common, y)
        return False

    def _way_to_root(self, top: int) -> list[int]:
        """Return the outer tops from one to its root."""
        way = [top]
        while self._mate[top] != _NONE:
            top = self._top[self._parent[self._top[self._mate[top]]]]
            way.append(top)
        return way

    def _flip(self, x: int, y: int) -> None:
        """Match x with y, and flip the edges from x to its root."""
        while True:
            mate = self._mate[x]
            self._match(x, y)
            if mate == _NONE:
                return
            inner = self._top[mate]
            outer = self._top[self._parent[inner]]
            self._match(inner, outer)
            x, y = outer, inner

    def _match(self, x: int, y: int) -> None:
        """Match a top, and within it all petals, so that the link to y leaves from its base."""
        u, self._mate[x] = self._link(x, y)
        if x < self._count:
            return
        petal = self._petal_of[x][u]
        way = self._even_way(x, petal)
        petals = self._petals[x]
        for i in range(way):
            self._match(petals[i], petals[i ^ 1])
        self._match(petal, y)
        self._petals[x] = petals[way:] + petals[:way]

    def _even_way(self, blossom: int, petal: int) -> int:
        """Return the place of a petal, an even one: else the circle is turned round."""
        place = self._petals[blossom].index(petal)
        if place % 2:
            base, *others = self._petals[blossom]
            self._petals[blossom] = [base, *reversed(others)]
            place = len(others) + 1 - place
        return place

    def _contract(self, x: int, common: int, y: int) -> None:
        """Make a blossom of the circle from two outer tops to what their ways have in common."""
        blossom = self._count
        while blossom < self._ids and self._top[blossom] != _NONE:
            blossom += 1
        self._ids = max(self._ids, blossom + 1)
        self._petals[blossom] = [
            common,
            *reversed(self._circle_half(x, common)),
            *self._circle_half(y, common),
        ]
        self._dual[blossom] = 0
        self._mate[blossom] = self._mate[common]
        self._label[blossom] = _Label.OUTER
        self._set_top(blossom, blossom)
        self._join_links(blossom)
        self._find_near(blossom)

    def _circle_half(self, top: int, common: int) -> list[int]:
        half = []
        while top != common:
            inner = self._top[self._mate[top]]
            half += [top, inner]
            self._queue += self._vertices(inner)
            top = self._top[self._parent[inner]]
        return half

    def _join_links(self, blossom: int) -> None:
        """Give a new blossom the links with the least slack of its petals."""
        links = self._links
        for x in range(len(links)):
            links[blossom][x] = links[x][blossom] = None
        self._petal_of[blossom] = {
            v: petal for petal in self._petals[blossom] for v in self._vertices(petal)
        }
        for petal in self._petals[blossom]:
            for x in range(self._ids):
                edge, best = links[petal][x], links[blossom][x]
                if edge and (best is None or self._slack(edge) < self._slack(best)):
                    links[blossom][x], links[x][blossom] = edge, (edge[1], edge[0])

    def _expand(self, blossom: int) -> None:
        """Dissolve an inner blossom; the petals on the way through it stay in the forest."""
        for petal in self._petals[blossom]:
            self._set_top(petal, petal)
        parent = self._parent[blossom]
        entry = self._petal_of[blossom][self._link(blossom, parent)[0]]
        way = self._even_way(blossom, entry)
        petals = self._petals[blossom]
        for inner, outer in zip(petals[:way:2], petals[1:way:2], strict=True):
            self._parent[inner] = self._link(outer, inner)[0]
            self._label[inner] = _Label.INNER
            self._near[inner] = _NONE
            self._label[outer] = _Label.OUTER
            self._find_near(outer)
            self._queue += self._vertices(outer)
        self._label[entry] = _Label.INNER
        self._parent[entry] = parent
        for petal in petals[way + 1 :]:
            self._label[petal] = _Label.FREE
            self._find_near(petal)
        self._top[blossom] = _NONE
