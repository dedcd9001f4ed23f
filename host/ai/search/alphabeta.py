"""Alpha-beta search of any game through the `Game` protocol.

- Scores are for the side to move.  Turns need not alternate: score and window change their sign
  only where the other side moves next.
- Results are kept in a transposition table, and the best move found there is tried first.  The
  other moves are ordered by the evaluation of the positions they lead to, at the last ply by
  killer moves and history.
- The first move is searched with the full window, the others with a null window and late ones
  less deep, and again where they turn out better (principal variation search).
- A position with a single legal move, such as a pass, costs no ply.
- Quiescence: after a last move that has changed the evaluation by more than `QUIET_MARGIN`, as a
  capture does, replies are searched beyond the horizon; the side to move may also stand pat.

A win is exact if the move filter drops no moves, because all replies were searched to the end of
the game.  All other scores are estimates.  The same position, filter, bonus and number of nodes
give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeAlias

from host.ai.search.depths import MAX_PLY, QUIESCENCE_PLIES
from host.ai.search.evaluation import evaluation_of
from host.ai.search.move_ordering import MoveOrdering
from host.ai.search.result import MAX_SCORE, PROVEN_SCORE, WIN_SCORE
from host.ai.search.transposition_table import (
    EXACT,
    LOWER_BOUND,
    UPPER_BOUND,
    Entry,
    TranspositionTable,
)
from host.ai.stop_condition import POLL_NODES, StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB
from host.engine.game import AnyGame, Side, UncheckedPlay

LATE_MOVE, VERY_LATE_MOVE = 6, 20
"""First moves of a position that are reduced by one ply, and by two."""
QUIET_MARGIN = 60
"""Largest change of the evaluation by a quiet move; a piece is worth about 100."""

MoveFilter: TypeAlias = Callable[[Hashable, Sequence[Hashable], int], Sequence[Hashable]]
"""Returns the moves to search, at least one, of the legal moves of a position at a ply."""


def all_moves(position: Hashable, moves: Sequence[Hashable], ply: int) -> Sequence[Hashable]:
    """Return all moves: the filter of a search that overlooks nothing."""
    return moves


class StoppedError(Exception):
    """The stop condition ended the search."""


class AlphaBeta:
    """Searches of one game that share a transposition table.

    Args:
        megabytes: of the transposition table.
        move_filter: applied to the moves of every position.
        quiescence: plies searched beyond the horizon after a capture.

    Attributes:
        nodes: number of positions visited by all searches.
        after: returns the position after a legal move.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(
        self,
        game: AnyGame,
        megabytes: int = DEFAULT_MB,
        move_filter: MoveFilter = all_moves,
        quiescence: int = QUIESCENCE_PLIES,
    ) -> None:
        self.nodes = 0
        self._game = game
        self.after = game.play_unchecked if isinstance(game, UncheckedPlay) else game.play
        self._evaluate = evaluation_of(game)
        self._filter = move_filter
        self._quiescence = quiescence
        self._table = TranspositionTable(megabytes)
        self.begin(never_stop)

    def begin(self, stop: StopCondition) -> None:
        """Begin a new search; `stop` ends it with a `StoppedError`."""
        self._stop = stop
        self._ordering = MoveOrdering(MAX_PLY)

    def count(self, nodes: int) -> None:
        """Count positions that were visited elsewhere."""
        self.nodes += nodes

    def table_line(self, position: Hashable, plies: int) -> Iterator[Hashable]:
        """Yield the best moves from a position on that are still in the table."""
        for _ in range(plies):
            entry = self._table.read(position)
            if entry is None or entry.move not in self._game.legal_moves(position):
                return
            yield entry.move
            position = self.after(position, entry.move)

    def _search(self, position: Hashable, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score of a position, exact between `alpha` and `beta`.

        Args:
            depth: plies left to search.
            ply: distance from the root.
        """
        self._count_node()
        game = self._game
        turn = game.turn(position)
        if depth <= 0 or ply >= MAX_PLY:
            score = self.static_score(position, turn, ply)
            return self._quiesce(position, score, alpha, beta, ply, self._quiescence)
        entry = self._table.read(position)
        known: Hashable = None
        if entry is not None:
            known = entry.move
            if entry.depth >= depth:
                # Certain results are stored by their distance from the position.
                score = _shifted(entry.score, -ply)
                if entry.bound == EXACT or (
                    score >= beta if entry.bound == LOWER_BOUND else score <= alpha
                ):
                    return score
        legal = game.legal_moves(position)
        if not legal:
            return self.static_score(position, turn, ply)
        left = depth if len(legal) == 1 else depth - 1
        evaluation = 0 if left else self._evaluate(position)
        best, chosen, low = -MAX_SCORE, legal[0], alpha
        for number, (move, after) in enumerate(self._ordered(position, legal, known, depth, ply)):
            if left:
                reduction = (
                    (number >= LATE_MOVE) + (depth > 3 and number >= VERY_LATE_MOVE)
                    if depth >= 3
                    else 0
                )
                score = self.search_move(
                    after, turn, left, reduction, alpha, beta, ply + 1, number == 0
                )
            else:
                score = self._search_leaf(
                    after, turn, evaluation, alpha, beta, ply + 1, self._quiescence
                )
            if score > best:
                best, chosen = score, move
                alpha = max(alpha, best)
                if best >= beta:
                    self._ordering.record_cutoff(turn, move, depth, ply)
                    break
        bound = UPPER_BOUND if best <= low else LOWER_BOUND if best >= beta else EXACT
        self._table.write(position, Entry(depth, bound, _shifted(best, ply), chosen))
        return best

    def search_move(
        self,
        after: Hashable,
        turn: Side,
        depth: int,
        reduction: int,
        alpha: int,
        beta: int,
        ply: int,
        is_first: bool,
    ) -> int:
        """Return the score of a move for the side that made it.

        Args:
            after: position after the move.
            reduction: plies left out of the first search.
            is_first: search with the full window at once; others only to refute them.
        """
        same = self._game.turn(after) is turn
        if reduction:
            score = self._negamax(after, same, depth - reduction, alpha, alpha + 1, ply)
            if score <= alpha:
                return score
        if not is_first and beta - alpha > 1:
            score = self._negamax(after, same, depth, alpha, alpha + 1, ply)
            if score <= alpha or score >= beta:
                return score
        return self._negamax(after, same, depth, alpha, beta, ply)

    def _negamax(
        self, after: Hashable, same: bool, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """Return the score for the side that moved; `same` if it moves again."""
        if same:
            return self._search(after, depth, alpha, beta, ply)
        return -self._search(after, depth, -beta, -alpha, ply)

    def _search_leaf(
        self,
        after: Hashable,
        turn: Side,
        evaluation: int,
        alpha: int,
        beta: int,
        ply: int,
        quiescence: int,
    ) -> int:
        """Return the score of a move at the horizon for the side that made it.

        Args:
            evaluation: of the position before the move.
            quiescence: plies of replies that may be searched.
        """
        self._count_node()
        score = self.static_score(after, turn, ply)
        if not quiescence or not QUIET_MARGIN < score - evaluation < PROVEN_SCORE:
            return score
        if self._game.turn(after) is turn:
            return self._quiesce(after, score, alpha, beta, ply, quiescence - 1)
        return -self._quiesce(after, -score, -beta, -alpha, ply, quiescence - 1)

    def _quiesce(
        self, position: Hashable, stand_pat: int, alpha: int, beta: int, ply: int, quiescence: int
    ) -> int:
        """Return the score of a position beyond the horizon, at least `stand_pat`."""
        if not quiescence or stand_pat >= beta or abs(stand_pat) > PROVEN_SCORE:
            return stand_pat
        turn, best = self._game.turn(position), stand_pat
        legal = self._game.legal_moves(position)
        for move, after in self._ordered(position, legal, None, 1, ply):
            score = self._search_leaf(
                after, turn, stand_pat, max(alpha, best), beta, ply + 1, quiescence
            )
            if score > best:
                best = score
                if best >= beta:
                    self._ordering.record_cutoff(turn, move, 1, ply)
                    break
        return best

    def static_score(self, position: Hashable, side: Side, ply: int) -> int:
        """Return the result of a position for a side, or its evaluation while the game goes on."""
        outcome = self._game.outcome(position)
        if outcome is None:
            score = self._evaluate(position)
            return score if self._game.turn(position) is side else -score
        if outcome.winner is None:
            return 0
        return WIN_SCORE - ply if outcome.winner is side else ply - WIN_SCORE

    def _ordered(
        self,
        position: Hashable,
        legal: Sequence[Hashable],
        known: Hashable,
        depth: int,
        ply: int,
    ) -> Iterator[tuple[Hashable, Hashable]]:
        """Yield the moves to search with the positions after them, the most promising first."""
        turn = self._game.turn(position)
        moves = list(self._filter(position, legal, ply))
        if known in moves:
            moves.remove(known)
            yield known, self.after(position, known)
        history = self._ordering.scores(turn, moves, ply)
        if depth < 2:
            for move in sorted(moves, key=history.__getitem__, reverse=True):
                yield move, self.after(position, move)
            return
        found = []
        for move in moves:
            self._count_node()
            after = self.after(position, move)
            found.append((self.static_score(after, turn, ply + 1), history[move], move, after))
        found.sort(key=lambda entry: entry[:2], reverse=True)
        for _, _, move, after in found:
            yield move, after

    def _count_node(self) -> None:
        """Count a node and poll the stop condition.

        Raises:
            StoppedError: the search must end.
        """
        self.nodes += 1
        if not self.nodes % POLL_NODES and self._stop():
            raise StoppedError


def _shifted(score: int, plies: int) -> int:
    """Return a score with the distance of a certain result reduced by `plies`."""
    if abs(score) <= PROVEN_SCORE:
        return score
    return score + plies if score > 0 else score - plies
