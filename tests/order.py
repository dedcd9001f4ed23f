"""Order of the tests for several processes, as pytest-xdist shares them out with `worksteal`.

Each process gets an equal slice of all tests, and who has done his takes tests from the end of
another's.  So each slice begins with a share of the files that take long, which stay whole: what a
file of tests has started, such as a browser, all its tests use.  Fast tests are at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

TestT = TypeVar("TestT")


def dealt(
    files: Iterable[Sequence[TestT]], is_slow: Callable[[TestT], bool], count: int
) -> list[TestT]:
    """Return the tests of all files in the order for a number of processes.

    Args:
        files: the tests of each file.
        is_slow: true for a test that takes long; its whole file does then.
        count: of processes.
    """
    slow: list[Sequence[TestT]] = []
    fast: list[TestT] = []
    for file in files:
        if any(is_slow(test) for test in file):
            slow.append(file)
        else:
            fast += file
    total = len(fast) + sum(map(len, slow))
    order: list[TestT] = []
    for number in range(count):
        share = slow[number::count]
        # Files that mostly wait stand together, and so do those that keep a processor busy: no two
        # processes are to begin with the same.
        begin = len(share) * number // count
        end = len(order) + (total - len(order)) // (count - number)
        order += chain.from_iterable((*share[begin:], *share[:begin]))
        room = max(0, end - len(order))
        order += fast[:room]
        del fast[:room]
    return order + fast
