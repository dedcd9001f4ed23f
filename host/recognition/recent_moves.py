"""Glimpses: the legal moves that a board has shown lately, if only for a moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable
from typing import TypeAlias

RecentMove: TypeAlias = tuple[Hashable, Hashable]
"""A legal move, with its position, that the board has shown."""

MOST = 16
"""How many are remembered: two slides along the longest line."""


class RecentMoves:
    """Remembers the last few.

    A glimpse lets a move be believed that is next seen only together with its reply.
    """

    def __init__(self) -> None:
        self._shown: deque[RecentMove] = deque(maxlen=MOST)

    @property
    def shown(self) -> Collection[RecentMove]:
        """Those that are remembered."""
        return self._shown

    def note(self, glimpse: RecentMove) -> None:
        """The board shows a move."""
        if glimpse not in self._shown:
            self._shown.append(glimpse)

    def forget(self, position: Hashable, moves: Collection[Hashable]) -> None:
        """These moves were passed over: they are to be shown again."""
        gone = {(position, move) for move in moves}
        self._shown = deque((shown for shown in self._shown if shown not in gone), MOST)
