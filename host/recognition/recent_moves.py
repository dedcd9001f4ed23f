"""Glimpses: the legal moves that a board has shown lately, if only for a moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable
from typing import Generic, TypeAlias, TypeVar

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

RecentMove: TypeAlias = tuple[PositionT, MoveT]
"""A legal move, with its position, that the board has shown."""

MOST = 16
"""How many are remembered: two slides along the longest line."""


class RecentMoves(Generic[PositionT, MoveT]):
    """Remembers the last few.

    A glimpse lets a move be believed that is next seen only together with its reply.
    """

    def __init__(self) -> None:
        self._shown: deque[RecentMove[PositionT, MoveT]] = deque(maxlen=MOST)

    @property
    def shown(self) -> Collection[RecentMove[PositionT, MoveT]]:
        """Those that are remembered."""
        return self._shown

    def note(self, glimpse: RecentMove[PositionT, MoveT]) -> None:
        """The board shows a move."""
        if glimpse not in self._shown:
            self._shown.append(glimpse)

    def forget(self, position: PositionT, moves: Collection[MoveT]) -> None:
        """These moves were passed over: they are to be shown again."""
        gone = {(position, move) for move in moves}
        self._shown = deque((shown for shown in self._shown if shown not in gone), MOST)
