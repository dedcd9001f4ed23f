"""The search's memory: the efforts of nodes, for all the nodes that a number of megabytes holds."""

from __future__ import annotations

from itertools import islice

from host.ai.effort import Effort
from host.ai.successor import MOVERS

ENTRY_BYTES = 160
"""What an entry costs: 121 to 147 bytes of resident memory were measured on CPython 3.11, while
a table of up to 1.3 million entries grew.  A good half of it are the sixteen squares."""

MIN_MB, DEFAULT_MB, MAX_MB = 1, 256, 65536


class Table:
    """Efforts by the tower that moves and the squares of all towers.

    When it is full, the older half goes.  An entry is as old as the first time that its node
    was left, and a node is left after all that were searched below it: so the small ones at
    the bottom go before the large ones above them, which cost most to find out again.

    Attributes:
        efforts: a dict for each number that stands for a mover, for the search to read and
            write without a detour; `make_room` replaces them.
        capacity: how many entries there may be.

    Args:
        megabytes: how much memory the entries may use.

    Raises:
        ValueError: it is not between `MIN_MB` and `MAX_MB`.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        if not MIN_MB <= megabytes <= MAX_MB:
            raise ValueError(f"the table can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
        self.capacity = megabytes * 2**20 // ENTRY_BYTES
        self.efforts: list[dict[bytes, Effort]] = [{} for _ in range(MOVERS)]

    def __len__(self) -> int:
        """How many entries there are."""
        return sum(map(len, self.efforts))

    def make_room(self) -> int:
        """How many entries may be added until this has to be asked again; at least one."""
        if len(self) >= self.capacity:
            for mover, known in enumerate(self.efforts):
                self.efforts[mover] = dict(islice(known.items(), (len(known) + 1) // 2, None))
        return self.capacity - len(self)
