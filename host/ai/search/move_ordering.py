"""The promise of moves: which have refuted something elsewhere in the search, and how much.

A move that was too good to be allowed in one place often is in the next: there it is tried early.
Two of them are kept for each ply (the killers), and for each move is counted how often it was so
anywhere, deep refutations more (Schaeffer's history heuristic).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from host.engine.game import Side

KILLER = 1_000_000
"""How much a move that has just refuted another line is preferred to what the history says."""


class MoveOrdering:
    """What is known of the moves of one search.

    Args:
        plies: how many it goes deep at most.
    """

    def __init__(self, plies: int) -> None:
        self._killers: list[tuple[Hashable, Hashable]] = [(None, None)] * plies
        self._history: dict[tuple[Side, Hashable], int] = {}

    def of(self, turn: Side, moves: Sequence[Hashable], ply: int) -> dict[Hashable, int]:
        """How promising moves of a side are, so many plies ahead."""
        history = self._history
        promise = {move: history.get((turn, move), 0) for move in moves}
        if ply < len(self._killers):
            for killer in self._killers[ply]:
                if killer in promise:
                    promise[killer] += KILLER
        return promise

    def refutes(self, turn: Side, move: Hashable, plies: int, ply: int) -> None:
        """Remember that a move of a side was too good to be allowed.

        Args:
            plies: how many were searched to find that.
            ply: how many plies ahead it was.
        """
        self._history[turn, move] = self._history.get((turn, move), 0) + plies * plies
        if ply < len(self._killers) and self._killers[ply][0] != move:
            self._killers[ply] = (move, self._killers[ply][0])
