"""The notes of a search: what it has found out about positions, as many as memory holds.

Positions of any game are noted by themselves.  When the notes are full, those are forgotten that
were neither made nor looked up since they were half full: so what is in use stays, and nothing
has to be sorted.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from host.ai.limits import MAX_MB, MIN_MB

NOTE_BYTES = 500
"""What a note costs, with the position that it is about: 300 to 450 bytes were measured on CPython
3.11 for games whose positions are a few numbers."""

Note: TypeAlias = tuple[int, int, int, Hashable]
"""How many plies were searched, which bound the worth is, the worth, and the best move."""

LEAST, EXACT, MOST = -1, 0, 1
"""What a worth is that was found: the true one is not below it; is it; is not above it."""


class TranspositionTable:
    """Notes by position.

    Args:
        megabytes: how much memory they may use, about.

    Raises:
        ValueError: there may not be so few or so many megabytes.
    """

    def __init__(self, megabytes: int) -> None:
        if not MIN_MB <= megabytes <= MAX_MB:
            raise ValueError(f"notes can use {MIN_MB} to {MAX_MB} megabytes, not {megabytes!r}")
        self._half = megabytes * 2**20 // NOTE_BYTES // 2
        self._new: dict[Hashable, Note] = {}
        self._old: dict[Hashable, Note] = {}

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def read(self, position: Hashable) -> Note | None:
        """The note about a position; None if there is none any more."""
        note = self._new.get(position)
        if note is None and (note := self._old.pop(position, None)) is not None:
            self.write(position, note)
        return note

    def write(self, position: Hashable, note: Note) -> None:
        """Note something; what was noted of that position before is forgotten."""
        if len(self._new) >= self._half:
            self._new, self._old = {}, self._new
        self._old.pop(position, None)
        self._new[position] = note
