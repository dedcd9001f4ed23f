"""Prover of matches: which side wins the match with best play, fills of the home rows included.

A round whose every end decides the match is proven by the solver of rounds.  Any other is searched
with the starts of the next round as leaves (`round_search.py`), which are proven in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from host.ai.match.node import Node
from host.ai.match.round_search import RoundSearch
from host.ai.match.score import after_round, deciders, is_last
from host.ai.match.strategy import BY_ROUND, Strategy, strategy_of
from host.ai.match.symmetry import normal_start
from host.ai.solver.solver import Solver
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.position import Move, Position

Choice: TypeAlias = Move | Fill
"""A move of a round, or between two rounds a fill."""


def _ignore(_start: Position) -> None:
    """Do nothing."""


class MatchProver:
    """Proves the winners of matches up to a number of points, and keeps what it has proven.

    A position is that of a round; the score follows from the teeth, and so does all that can
    follow.  The final position of a round stands for the choice of the fill.

    Args:
        goal: points that win the match, at most 15.
        megabytes: of the transposition table of each round of the match.

    Attributes:
        starts: winner of the match by start of a later round than that of the positions that were
            asked for; one for all that are equal (`normal_start`).
    """

    def __init__(self, goal: int, megabytes: int = DEFAULT_MB) -> None:
        self.starts: dict[Position, Side] = {}
        self._on_proven: Callable[[Position], None] = _ignore
        self._goal = goal
        self._megabytes = megabytes
        self._solvers: dict[int, Solver] = {}
        self._searches: dict[int, RoundSearch] = {}
        self._made_before = 0

    @property
    def made(self) -> int:
        """Number of positions that were searched with matches as leaves."""
        return self._made_before + sum(search.made for search in self._searches.values())

    def tell_proven(self, on_proven: Callable[[Position], None]) -> None:
        """Have each start of a later round told, but for the last one, once it is proven and
        `strategy` knows how."""
        self._on_proven = on_proven

    def forget(self) -> None:
        """Forget all that is proven, and keep the memory for what comes."""
        self.starts.clear()
        self._searches.clear()
        for solver in self._solvers.values():
            solver.clear()

    @property
    def nodes(self) -> int:
        """Number of nodes that were searched in single rounds."""
        return sum(solver.nodes for solver in self._solvers.values())

    def winner(self, position: Position, stop: StopCondition = never_stop) -> Side | None:
        """Return the winner of the match from a position; None if `stop` ends the proof.

        A later call goes on with it.
        """
        decided_by = deciders(position.teeth, self._goal)
        if decided_by:
            winner = self._solver(position).winner(position, stop)
            if winner is None or winner in decided_by:
                return winner
        search = self._search(position)
        node = search.node(position, stop)
        return None if node is None else search.prove(node, stop)

    def known(self, position: Position) -> Side | None:
        """Return the winner of the match if that is known without a search, else None.

        Known are positions on the way of the last proof, up to those from which the winner of the
        match wins it by this round: `winner` finds these in a millisecond.
        """
        if position.required is None and (winner := self._known_start(position)) is not None:
            return winner
        if rules.is_over(position):
            following = after_round(position, self._goal)
            if isinstance(following, Side):
                return following
        node = self._node(position)
        if node is not None and node.winner is not None:
            return node.winner
        winner = self._solver(position).known(position)
        return winner if winner in deciders(position.teeth, self._goal) else None

    def strategy(self, position: Position) -> Strategy:
        """Return the strategy of the winner from a position of a round that has just been proven.

        Raises:
            ValueError: it is not proven.
        """
        winner = self.known(position)
        if winner is None:
            raise ValueError(f"the match is not proven from {position!r}")
        node = self._node(position)
        return Strategy(winner, [BY_ROUND]) if node is None else strategy_of(node)

    def _node(self, position: Position) -> Node | None:
        """Return the node of a position in the last search of its round; None if there is none."""
        search = self._searches.get(sum(position.teeth))
        return None if search is None else search.nodes.get(position)

    def moves(self, position: Position) -> dict[Choice, Side | None]:
        """Return the winner of the match after each legal move or fill, where it is known."""
        if not rules.is_over(position):
            return {
                move: self.known(rules.play_unchecked(position, move))
                for move in rules.legal_moves(position)
            }
        following = after_round(position, self._goal)
        if isinstance(following, Side):
            return {}
        return {fill: self._known_start(start) for fill, start in following.items()}

    def _known_start(self, start: Position) -> Side | None:
        winner = self.starts.get(normal_start(start))
        return winner if winner is None or start.turn is Side.BLACK else winner.other

    def _start_winner(self, start: Position, stop: StopCondition) -> Side | None:
        """Return the winner of the match from a start of a round, proven once for all like it."""
        known = self._known_start(start)
        if known is not None:
            return known
        normal = normal_start(start)
        winner = self.winner(normal, stop)
        if winner is None:
            return None
        self.starts[normal] = winner
        if not is_last(normal.teeth, self._goal):
            self._on_proven(normal)
        return winner if start.turn is Side.BLACK else winner.other

    def _search(self, position: Position) -> RoundSearch:
        depth = sum(position.teeth)
        search = self._searches.get(depth)
        if search is None or search.teeth != position.teeth:
            self._made_before += 0 if search is None else search.made
            search = RoundSearch(
                self._goal,
                position.teeth,
                self._solver(position),
                self._known_start,
                self._start_winner,
            )
            self._searches[depth] = search
        elif position not in search.nodes:
            search.forget()
        return search

    def _solver(self, position: Position) -> Solver:
        """Return the solver of the rounds with as many teeth."""
        depth = sum(position.teeth)
        if depth not in self._solvers:
            self._solvers[depth] = Solver(self._megabytes)
        return self._solvers[depth]
