"""Result of an alpha-beta search."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from host.ai.search.evaluation import MAX_EVALUATION
from host.ai.solver.adapter import Value

WIN_SCORE = 2 * MAX_EVALUATION
"""Score of a won game, less one for each ply until then."""
PROVEN_SCORE = WIN_SCORE - MAX_EVALUATION // 2
"""Scores beyond it, either way, are certain results."""
MAX_SCORE = 2 * WIN_SCORE
"""More than any score."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Best move of a position and the search behind it.

    Attributes:
        move: best move.
        score: for the side to move, in units of the evaluation; a certain result lies beyond
            `PROVEN_SCORE`.
        line: expected moves, `move` first, as far as the table still has them.
        depth: plies searched completely.
        nodes: number of positions visited.
    """

    move: Hashable
    score: int
    line: tuple[Hashable, ...]
    depth: int
    nodes: int

    @property
    def value(self) -> Value:
        """Value for the side to move, if it is certain."""
        if abs(self.score) <= PROVEN_SCORE:
            return "unknown"
        return "win" if self.score > 0 else "loss"

    @property
    def plies_to_end(self) -> int | None:
        """Plies until the end of the game, forced ones included; None if it is not certain."""
        return None if self.value == "unknown" else WIN_SCORE - abs(self.score)
