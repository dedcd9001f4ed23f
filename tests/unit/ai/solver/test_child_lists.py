"""Kept lists of children: room for more, and what becomes of older ones."""

from __future__ import annotations

import pytest

from host.ai.solver.child_lists import MAX_DEPTH, ChildLists, count_of, packed_place, place_of

NODES = 10


def filled(lists: ChildLists) -> ChildLists:
    """Take all rows, and write its own number into each."""
    size = len(lists.children.moves)
    for column in lists.children:
        for row in range(size):
            column[row] = row
    lists.taken = size
    return lists


@pytest.mark.parametrize(("place", "count"), [(1, 0), (0, 1), (12_345_678_901, 168)])
def test_a_packed_place_has_both_numbers(place: int, count: int) -> None:
    packed = packed_place(place, count)
    assert (place_of(packed), count_of(packed)) == (place, count)


def test_nothing_changes_while_there_is_room() -> None:
    lists = ChildLists(0, NODES)
    lists.taken = 1000
    children, first = lists.children, lists.first
    lists.make_room([], [], 0)
    assert lists.children is children
    assert (lists.first, lists.taken) == (first, 1000)


def test_rows_become_more_up_to_their_limit_and_keep_their_places() -> None:
    lists = filled(ChildLists(1_000_000, NODES))
    size, first = lists.taken, lists.first
    lists.make_room([], [], 0)
    assert len(lists.children.moves) == 2 * size <= 1_000_000
    assert (lists.first, lists.taken) == (first, size)
    for column in lists.children:
        assert list(column[:size]) == list(range(size))


def test_full_rows_are_dropped_but_for_the_path_whose_places_are_told() -> None:
    lists = filled(ChildLists(0, NODES))
    size, first = lists.taken, lists.first
    # The lists of a path need not follow each other: one may be older than the one above it.
    places, counts = [500, 20, 0], [3, 2, 9]
    lists.make_room(places, counts, 2)
    assert places == [0, 3, 0]
    assert lists.taken == 5
    for column in lists.children:
        assert list(column[:5]) == [500, 501, 502, 20, 21]
    assert lists.first >= first + size, "older places are known to be gone"
    assert len(lists.children.moves) == size


def test_the_longest_path_has_room_without_any_other_list() -> None:
    lists = filled(ChildLists(0, NODES))
    places = [22 * depth for depth in range(MAX_DEPTH)]
    lists.drop(places, [22] * MAX_DEPTH, MAX_DEPTH)
    lists.make_room(places, [22] * MAX_DEPTH, MAX_DEPTH)
    assert lists.taken == 22 * MAX_DEPTH
