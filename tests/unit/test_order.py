"""The order of the tests for several processes."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from tests.order import Part, dealt

SLOW = [[f"slow {name}{number}" for number in range(3)] for name in "abcdefg"]
FAST = [[f"fast {name}{number}" for number in range(10)] for name in "abcdefghi"]
EVERY = [test for file in (*SLOW, *FAST) for test in file]


def slices(order: list[str], count: int) -> list[list[str]]:
    """Share out the tests as pytest-xdist does at first."""
    shares = []
    for left in range(count, 0, -1):
        size = len(order) // left
        shares.append(order[:size])
        order = order[size:]
    return shares


def is_slow(test: str) -> bool:
    return test.startswith("slow")


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_each_process_has_whole_slow_files_first_and_fast_tests_last(count: int) -> None:
    order = dealt([*FAST, *SLOW], is_slow, count)
    assert sorted(order) == sorted(EVERY)
    for share in slices(order, count):
        slow = [test for test in share if is_slow(test)]
        assert share[: len(slow)] == slow
        assert len(share) > len(slow)
        files = [[test for test in slow if test in file] for file in SLOW]
        assert all(found in ([], file) for found, file in zip(files, SLOW, strict=True))
        assert abs(sum(map(bool, files)) - len(SLOW) / count) < 1


def test_no_two_processes_begin_with_neighbours() -> None:
    begun = [share[0] for share in slices(dealt([*SLOW, *FAST], is_slow, 3), 3)]
    assert begun == ["slow a0", "slow b0", "slow f0"]


@pytest.mark.parametrize("count", [1, 3])
def test_slow_tests_alone_are_all_there(count: int) -> None:
    order = dealt(SLOW, is_slow, count)
    assert sorted(order) == sorted(test for file in SLOW for test in file)
    assert dealt([], is_slow, count) == []


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_the_parts_have_each_file_once_and_are_of_one_size(count: int) -> None:
    parts = [Part.parse(f"{number}/{count}").of(EVERY) for number in range(1, count + 1)]
    assert sorted(each for part in parts for each in part) == sorted(EVERY)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("text", ["", "0/3", "4/3", "3", "1/0", "a/b", "-1/3", "1/3/3"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a part: say 1/3"):
        Part.parse(text)
