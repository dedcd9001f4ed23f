"""Transposition table of the alpha-beta search, for the positions of any game.

It has two generations.  When the new one is full, the old one is dropped and the new one becomes
the old: entries that are neither written nor read for that long are forgotten, without sorting.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from host.ai.transposition_table_size import max_entries

LOWER_BOUND, EXACT, UPPER_BOUND = -1, 0, 1


class Entry(NamedTuple):
    """Search result of a position: depth in plies, kind of bound, score, best move."""

    depth: int
    bound: int
    score: int
    move: Hashable


class TranspositionTable:
    """Entries by position.

    Args:
        megabytes: approximate limit of its memory.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int) -> None:
        self._generation_size = max_entries(megabytes) // 2
        self._new: dict[Hashable, Entry] = {}
        self._old: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def read(self, position: Hashable) -> Entry | None:
        """Return the entry of a position; None if there is none."""
        entry = self._new.get(position)
        if entry is None and (entry := self._old.pop(position, None)) is not None:
            self.write(position, entry)
        return entry

    def write(self, position: Hashable, entry: Entry) -> None:
        """Store the entry of a position in place of an older one."""
        if len(self._new) >= self._generation_size:
            self._new, self._old = {}, self._new
        self._old.pop(position, None)
        self._new[position] = entry
