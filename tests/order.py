"""Parts of the tests for several jobs, and their order for several processes of each.

The order is for pytest-xdist, as it shares tests out with `worksteal`.

Each process gets an equal slice of all tests, and who has done his takes tests from the end of
another's.  So each slice begins with a share of the files that take long, which stay whole: what a
file of tests has started, such as a browser, all its tests use.  Fast tests are at the end.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple, Self, TypeVar

TestT = TypeVar("TestT")


class Part(NamedTuple):
    """One of some parts of equal size: its number, from 1, and how many there are."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a part such as `2/3`.

        Raises:
            ArgumentTypeError: it is none.
        """
        found = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
        if not found or int(found[1]) > int(found[2]):
            raise ArgumentTypeError(f"{text!r} is not a part: say 1/3, 2/3 or 3/3")
        return cls(int(found[1]), int(found[2]))

    def of(self, things: Sequence[TestT]) -> Sequence[TestT]:
        """Return its share: all parts have each thing once."""
        return things[self.number - 1 :: self.count]


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
