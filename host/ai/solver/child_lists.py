"""Lists of children that are kept for nodes to which the search returns.

More than a third of all visits repeat an earlier one of the same node.  Its children are found
again here with the numbers that they had, and are not generated and estimated anew.  The entry of
the node in the transposition table says where they are, as one integer: place and number of
children (`packed_place`).

Places count on when the lists are dropped, so that older ones are known to be gone.
"""

from __future__ import annotations

from host.ai.solver.arrays import IntArray, zero_array
from host.ai.solver.expansion import MAX_MOVES, ChildNodes

MAX_DEPTH = 3000
"""Bound on the length of a path.  Towers are pushed back only by stronger ones.  With the numbers
of towers of each strength that make the path longest, the strongest advance 91 times, those of the
next strengths 280, 840 and 1,680 times."""
MAX_TOWER_MOVES = 22
"""Bound on the moves of a tower: three lines of seven squares, and a push."""
_COUNT_BITS = 8


def packed_place(place: int, count: int) -> int:
    """Pack the place of a list and the number of its children into one integer."""
    return place << _COUNT_BITS | count


def place_of(packed: int) -> int:
    """Return the place of a list."""
    return packed >> _COUNT_BITS


def count_of(packed: int) -> int:
    """Return the number of children of a list."""
    return packed & (1 << _COUNT_BITS) - 1


def copy_lists(
    old: ChildNodes, new: ChildNodes, places: IntArray, counts: IntArray, depth: int
) -> int:
    """Copy the lists of the nodes on a path, and set their places; return the rows that they take.

    Args:
        places, counts: of the lists, by depth.
        depth: number of nodes.
    """
    taken = 0
    for level in range(depth):
        place = places[level]
        places[level] = taken
        for row in range(place, place + counts[level]):
            new.moves[taken] = old.moves[row]
            new.own_numbers[taken] = old.own_numbers[row]
            new.other_numbers[taken] = old.other_numbers[row]
            taken += 1
    return taken


class ChildLists:
    """Kept lists of children, one after another.  When their memory is full, all are dropped.

    Attributes:
        children: the rows; replaced by `make_room`.
        first: place of the first row.
        taken: number of rows that are taken.

    Args:
        max_rows: largest number of rows; those of one path have room in any case.
        nodes: number of nodes that may be added between two calls of `make_room`.
    """

    def __init__(self, max_rows: int, nodes: int) -> None:
        self._needed = nodes * MAX_TOWER_MOVES + MAX_MOVES
        self._first_rows = MAX_DEPTH * MAX_TOWER_MOVES + self._needed
        self._max_rows = max_rows
        self.first = 1  # 0 is no place
        self.taken = 0
        self.children = _empty_rows(self._first_rows)

    def take(self, taken: int) -> None:
        """Take in how many rows are taken, as a search has taken more."""
        self.taken = taken

    def make_room(self, places: IntArray, counts: IntArray, depth: int) -> None:
        """Grow, or drop all lists but those of a path, if there may be too few rows.

        Args:
            places, counts: rows of the path's lists, counted from `first`, by depth; changed.
            depth: number of nodes on the path.
        """
        old = self.children
        size = len(old.moves)
        if self.taken + self._needed <= size:
            return
        if 2 * size <= self._max_rows:
            self.children = _empty_rows(2 * size)
            for kept, grown in zip(old, self.children, strict=True):
                grown[:size] = kept
        else:
            self.drop(places, counts, depth)

    def drop(self, places: IntArray, counts: IntArray, depth: int) -> None:
        """Drop all lists but those of a path; arguments as in `make_room`."""
        old, self.children = self.children, _empty_rows(self._first_rows)
        self.first += len(old.moves)
        self.taken = copy_lists(old, self.children, places, counts, depth)


def _empty_rows(count: int) -> ChildNodes:
    return ChildNodes(*(zero_array(count, many=True) for _ in ChildNodes._fields))
