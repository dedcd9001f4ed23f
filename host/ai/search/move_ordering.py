"""Move ordering: killer moves and history heuristic.

Moves that caused a cutoff elsewhere are tried early.  Two killers are kept for each ply, and every
cutoff adds to a move's history, deep ones more (Schaeffer's history heuristic).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from host.engine.game import Side

KILLER_SCORE = 1_000_000
"""Killers come before all moves that have only a history."""


class MoveOrdering:
    """Killers and history of one search of at most `max_ply` plies."""

    def __init__(self, max_ply: int) -> None:
        self._killers: list[tuple[Hashable, Hashable]] = [(None, None)] * max_ply
        self._history: dict[tuple[Side, Hashable], int] = {}

    def scores(self, turn: Side, moves: Sequence[Hashable], ply: int) -> dict[Hashable, int]:
        """Return the ordering score of each move of a side at a ply."""
        history = self._history
        scores = {move: history.get((turn, move), 0) for move in moves}
        if ply < len(self._killers):
            for killer in self._killers[ply]:
                if killer in scores:
                    scores[killer] += KILLER_SCORE
        return scores

    def record_cutoff(self, turn: Side, move: Hashable, depth: int, ply: int) -> None:
        """Record a move that caused a cutoff at `ply`, found by a search of `depth` plies."""
        self._history[turn, move] = self._history.get((turn, move), 0) + depth * depth
        if ply < len(self._killers) and self._killers[ply][0] != move:
            self._killers[ply] = (move, self._killers[ply][0])
