"""How soon a round that is won is over: the fastest win against the longest defence, exactly.

df-pn says who wins, not how soon.  Here the question is bounded, "is it over within n plies?",
and asked for n = 1, 2, 3 ... until the answer is yes; what is proven about who wins spares the
moves that cannot matter.  It grows like any full search, so it has a limit; beyond it only a
lower bound is left, and `host.ai.solver.principal_variation` for a line that wins, if not the
fastest.

Plies are those of the engine: a 0-move is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from host.ai.limits import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.position import Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

MoveT = TypeVar("MoveT")

MAX_POSITIONS = 6_000
"""Number of positions that are looked at for one answer: about half a second."""


class TooFarError(Exception):
    """The end of the round is too far away to be measured."""


class Distance:
    """Measures one won round.

    Args:
        solver: which proves that it is won; with a stake, only such a win counts as the end.
        winner: who wins.
        stop: ends it.
        reached: how many positions may be looked at.
    """

    def __init__(
        self,
        solver: Solver,
        winner: Side,
        stop: StopCondition = never_stop,
        reached: int = MAX_POSITIONS,
    ) -> None:
        self._solver = solver
        self._winner = winner
        self._stop = stop
        self._left = reached
        self._yes: dict[Position, int] = {}
        self._no: dict[Position, int] = {}
        self._lost: set[Position] = set()

    def within(self, position: Position, plies: int) -> bool:
        """Return True if the winner can win the round in so many plies or fewer.

        Raises:
            TooFarError: it is too much work to say, or `stop` has come.
        """
        if position in self._lost:
            return False
        if self._yes.get(position, plies + 1) <= plies:
            return True
        if self._no.get(position, -1) >= plies:
            return False
        self._left -= 1
        if self._left < 0 or self._stop():
            raise TooFarError
        found = self._found_within(position, plies)
        (self._yes if found else self._no)[position] = plies
        return found

    def _found_within(self, position: Position, plies: int) -> bool:
        known = self._solver.known(position)
        if known is self._winner.other:
            self._lost.add(position)
            return False
        moves = rules.legal_moves(position)
        if not moves:
            return known is self._winner
        if plies == 0:
            return False
        own = position.turn is self._winner
        if plies == 1 and own:
            # One's own move ends a round by going home; a deadlock that it makes is lost (M8).
            goal = HOME_ROWS[position.turn.other]
            moves = tuple(move for move in moves if move.target in goal)
        afters = (rules.play_unchecked(position, move) for move in moves)
        decides = any if own else all
        return decides(self.within(after, plies - 1) for after in afters)

    def soonest(self, afters: Mapping[MoveT, Position]) -> tuple[list[MoveT], int | None]:
        """The winner's moves after which the round is over soonest, and in how many plies.

        Without a number they are none: they could not be found.

        Args:
            afters: the positions after the moves that may be chosen; one at least wins.
        """
        plies = 0
        try:
            while True:
                found = [move for move, after in afters.items() if self.within(after, plies)]
                plies += 1
                if found:
                    return found, plies
        except TooFarError:
            return [], None

    def latest(self, afters: Mapping[MoveT, Position]) -> tuple[list[MoveT], int | None]:
        """The loser's moves after which the round lasts longest, and how many plies.

        Without a number they are those that are known to last long, though perhaps not longest.
        """
        longest = list(afters)
        plies = 0
        try:
            while True:
                lasting = [move for move in longest if not self.within(afters[move], plies)]
                plies += 1
                if not lasting:
                    return longest, plies
                longest = lasting
        except TooFarError:
            return longest, None
