"""Distance to win: the exact number of plies of the fastest win against the longest defence.

df-pn proves who wins, not how soon.  Here a full search of limited depth is repeated with one ply
more until it finds the end of the round; proofs of the solver prune moves that do not keep the
win.  The number of positions is limited.  Beyond it the distance stays unknown, and
`host.ai.solver.principal_variation` gives a winning line that need not be the shortest.

Plies are counted as in the engine: a 0-move is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.position import Position

if TYPE_CHECKING:
    from host.ai.kernel.kernel import Kernel
    from host.ai.solver.solver import Solver

MoveT = TypeVar("MoveT")

MAX_POSITIONS = 6_000
"""Positions searched for one answer at most: about half a second."""


class TooFarError(Exception):
    """The end of the round is beyond the limits of the search."""


class DistanceToWin:
    """Searches for the distance to the win of one side.

    Args:
        solver: proves the win; with a win threshold, only wins that reach it count.
        winner: the side that is proven to win.
        stop: ends the search.
        max_positions: limit of the positions searched.
    """

    def __init__(
        self,
        solver: Solver,
        winner: Side,
        stop: StopCondition = never_stop,
        max_positions: int = MAX_POSITIONS,
    ) -> None:
        self._solver = solver
        self._winner = winner
        self._stop = stop
        self._positions_left = max_positions
        self._max_positions = max_positions
        self._yes: dict[Position, int] = {}
        self._no: dict[Position, int] = {}
        self._lost: set[Position] = set()
        self._kernel: Kernel | None = None
        self._has_asked = False

    def is_won_within(self, position: Position, plies: int) -> bool:
        """Return True if the winner can win the round in at most `plies` plies.

        Raises:
            TooFarError: the limit of positions was reached, or `stop` ended the search.
        """
        if position in self._lost:
            return False
        if self._yes.get(position, plies + 1) <= plies:
            return True
        if self._no.get(position, -1) >= plies:
            return False
        self._positions_left -= 1
        if self._positions_left < 0 or self._stop():
            raise TooFarError
        found = self._search_within(position, plies)
        (self._yes if found else self._no)[position] = plies
        return found

    def are_won_within(self, positions: Sequence[Position], plies: int) -> list[bool]:
        """Return for each position what `is_won_within` does, with less work for many questions.

        Raises:
            TooFarError: as there.
        """
        if not self._has_asked:
            self._kernel = None if not positions else self._solver.kernel_for(positions[0])
            if self._kernel is not None:
                self._kernel.ask(self._winner, self._max_positions)
            self._has_asked = True
        if self._kernel is None:
            return [self.is_won_within(position, plies) for position in positions]
        found = None if self._stop() else self._kernel.are_won_within(positions, plies)
        if found is None:
            raise TooFarError
        return found

    def _search_within(self, position: Position, plies: int) -> bool:
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
            # A move wins at once by reaching the home row; one that makes a deadlock loses (M8).
            goal = HOME_ROWS[position.turn.other]
            moves = tuple(move for move in moves if move.target in goal)
        afters = (rules.play_unchecked(position, move) for move in moves)
        decides = any if own else all
        return decides(self.is_won_within(after, plies - 1) for after in afters)

    def fastest_wins(self, afters: Mapping[MoveT, Position]) -> tuple[list[MoveT], int | None]:
        """Return the moves of the winner that win soonest, and the number of plies.

        Args:
            afters: the position after each candidate move, of which at least one wins.

        Returns:
            No moves and None if the win is beyond the limits.
        """
        if (kernel := self._kernel_for(afters)) is not None:
            chosen, fewest = kernel.fastest_wins(list(afters.values()))
            return [list(afters)[index] for index in chosen], fewest
        plies = 0
        try:
            while True:
                found = [move for move, after in afters.items() if self.is_won_within(after, plies)]
                plies += 1
                if found:
                    return found, plies
        except TooFarError:
            return [], None

    def longest_defences(self, afters: Mapping[MoveT, Position]) -> tuple[list[MoveT], int | None]:
        """Return the moves of the loser that delay the end longest, and the number of plies.

        Args:
            afters: the position after each candidate move.

        Returns:
            Without a number (None), the moves that outlasted the search; one of them may end the
            round sooner than another.
        """
        longest = list(afters)
        if (kernel := self._kernel_for(afters)) is not None:
            chosen, last = kernel.longest_defences(list(afters.values()))
            return [longest[index] for index in chosen], last
        plies = 0
        try:
            while True:
                lasting = [move for move in longest if not self.is_won_within(afters[move], plies)]
                plies += 1
                if not lasting:
                    return longest, plies
                longest = lasting
        except TooFarError:
            return longest, None

    def _kernel_for(self, afters: Mapping[MoveT, Position]) -> Kernel | None:
        """Return the kernel, asked for this win; None where nothing runs one, or stopped."""
        kernel = self._solver.kernel_for(next(iter(afters.values())))
        if kernel is None or self._stop():
            return None
        kernel.ask(self._winner, self._max_positions)
        return kernel
