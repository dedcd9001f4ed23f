"""A thought: what a search of any game has come to about a position."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from host.ai.search.evaluation import FULL
from host.ai.solver.adapter import Value

WON = 2 * FULL
"""The worth of a game that is won now; each ply until then takes 1 away."""
SURE = WON - FULL // 2
"""Whatever is worth more is won, whatever the other side does."""
LIMIT = 2 * WON
"""More than any worth."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What has been thought of a position.

    Attributes:
        move: the one that looks best.
        worth: of the position for the side to move, in the units of the game's estimate; a win or
            a loss that is certain lies beyond `SURE`.
        line: what is expected, the move first, as far as it is remembered.
        plies: how many plies were searched in full.
        nodes: how many positions were visited.
    """

    move: Hashable
    worth: int
    line: tuple[Hashable, ...]
    plies: int
    nodes: int

    @property
    def value(self) -> Value:
        """What is certain of it."""
        return "win" if self.worth > SURE else "loss" if self.worth < -SURE else "unknown"

    @property
    def until_end(self) -> int | None:
        """In how many plies the game is over, if its end is certain; forced ones are counted."""
        return None if self.value == "unknown" else WON - abs(self.worth)
