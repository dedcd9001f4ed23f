"""Iterative deepening: alpha-beta searches of growing depth, with the moves of the root in order.

A search can be stopped at any time and then returns the best move found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import TypeAlias

from host.ai.search.alphabeta import AlphaBeta, MoveFilter, StoppedError, all_moves
from host.ai.search.depths import MAX_DEPTH, QUIESCENCE_PLIES
from host.ai.search.result import MAX_SCORE, PROVEN_SCORE, SearchResult
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB
from host.engine.game import AnyGame

MoveBonus: TypeAlias = Callable[[Hashable], int]
"""Returns the points added to the score of a move at the root."""


def no_bonus(move: Hashable) -> int:
    """Return 0: the bonus of a search that prefers no move."""
    return 0


class IterativeDeepening:
    """Searches of one game that share a transposition table.

    Args:
        megabytes: of the transposition table.
        move_filter: applied to the moves of every position.
        bonus: preference among the moves at the root.
        quiescence: plies searched beyond the horizon after a capture.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(
        self,
        game: AnyGame,
        megabytes: int = DEFAULT_MB,
        move_filter: MoveFilter = all_moves,
        bonus: MoveBonus = no_bonus,
        quiescence: int = QUIESCENCE_PLIES,
    ) -> None:
        self._game = game
        self._filter = move_filter
        self._bonus = bonus
        self._tree = AlphaBeta(game, megabytes, move_filter, quiescence)

    @property
    def nodes(self) -> int:
        """Number of positions visited by all searches."""
        return self._tree.nodes

    def search(
        self, position: Hashable, stop: StopCondition = never_stop, depth: int = MAX_DEPTH
    ) -> SearchResult:
        """Return the last result of `iterate`."""
        for result in self.iterate(position, stop, depth):
            last = result
        return last

    def iterate(
        self, position: Hashable, stop: StopCondition = never_stop, depth: int = MAX_DEPTH
    ) -> Iterator[SearchResult]:
        """Yield the result of each iteration of the deepening, at least one.

        The first is the evaluation of each move.  The search ends early when the result of the
        game is certain, or when there is no choice.

        Args:
            stop: ends the search, also within an iteration, whose better moves then count.
            depth: in plies.

        Raises:
            ValueError: the game is over.
        """
        legal = self._game.legal_moves(position)
        if not legal:
            raise ValueError(f"the game is over in {self._game.position_text(position)!r}")
        self._tree.begin(stop)
        nodes_before = self.nodes
        turn = self._game.turn(position)
        moves = []
        for move in self._filter(position, legal, 0):
            after = self._tree.after(position, move)
            score = self._tree.static_score(after, turn, 1)
            moves.append((move, after, self._bonus(move), score))
        self._tree.count(len(moves))
        moves.sort(key=lambda entry: -entry[2] - entry[3])
        move, after, _, score = moves[0]
        result = SearchResult(move, score, (move,), 0, self.nodes - nodes_before)
        yield result
        for plies in range(1, depth + 1):
            if (len(legal) == 1 and plies > 1) or abs(score) > PROVEN_SCORE or stop():
                return
            best: int | None = None
            complete = True
            try:
                for number, (_, after, bonus, _) in enumerate(moves):
                    alpha = -MAX_SCORE if best is None else best - bonus
                    found = bonus + self._tree.search_move(
                        after, turn, plies - 1, 0, alpha, MAX_SCORE, 1, number == 0
                    )
                    if best is None or found > best:
                        # The best move so far stays first if the search is stopped now.
                        moves.insert(0, moves.pop(number))
                        best, score = found, found - bonus
            except StoppedError:
                complete = False
            if best is None:
                yield replace(result, nodes=self.nodes - nodes_before)
                return
            move, after = moves[0][:2]
            line = (move, *self._tree.table_line(after, 2 * plies))
            depth_done = plies if complete else plies - 1
            result = SearchResult(move, score, line, depth_done, self.nodes - nodes_before)
            yield result
            if not complete:
                return
