"""Moves and fills with which a match, not only its round, was given away."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from host.ai.match.values import is_decided_by_round
from host.ai.solver.adapter import round_of
from host.ai.stop_condition import StopCondition
from host.engine.game import AnyGame, Side
from host.message import Message, message, sentences

if TYPE_CHECKING:
    from host.ai.match.values import MatchValues
    from host.ai.solver.solver import Solver

MATCH_NODES = 30_000_000
"""Nodes searched for who wins the match, in a whole review: half a minute."""
MOST_UNPROVEN = 3
"""Positions that may stay unproven before the search is given up: those before them are harder."""


class MatchReview:
    """Proves from the last to the first position of a match who wins it.

    A side can lose the match with its own moves only, so that a position in which the later winner
    moves needs no proof.

    Args:
        match_values: proves positions that rounds may follow.
        solver: proves the others.
        game: a match of Kamisado; of other games nothing is said.
        last: the position after the last move.
        new_limit: returns the stop condition of the next search.
    """

    def __init__(
        self,
        match_values: MatchValues,
        solver: Solver,
        game: AnyGame,
        last: Hashable,
        new_limit: Callable[[], StopCondition],
    ) -> None:
        self._values = match_values
        self._solver = solver
        self._game = game
        self._new_limit = new_limit
        self._end = match_values.nodes + MATCH_NODES
        self._unproven = 0
        self._winner = self._prove(last)

    def before(self, position: Hashable, adjudicated: bool = False) -> Message | None:
        """Return the sentence that the match was lost with the move after a position, if it was.

        Args:
            position: before the one of the last call.
            adjudicated: the position was not left by a move of its side.
        """
        turn, after = self._game.turn(position), self._winner
        if after is turn and not adjudicated:
            return None
        self._winner = self._prove(position)
        if adjudicated or after is None or self._winner is not turn:
            return None
        lost = message("ai.match_lost_here", side=turn.message)
        verdict = self._values.verdict(self._game, position, self._left, self._new_limit())
        if verdict is None or verdict.value != "win":
            return lost
        best = verdict.best[0]
        move = self._game.parse_move(position, best)
        words = self._game.describe_move(position, move)
        return sentences(lost, message("ai.instead_wins_match", words=words, move=best))

    @property
    def _left(self) -> int:
        return max(0, self._end - self._values.nodes)

    def _prove(self, position: Hashable) -> Side | None:
        if is_decided_by_round(self._game, position):
            return self._solver.winner(round_of(position), self._new_limit())
        if self._unproven == MOST_UNPROVEN:
            return None
        winner = self._values.winner(self._game, position, self._left, self._new_limit())
        self._unproven += winner is None
        return winner
