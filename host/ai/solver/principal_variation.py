"""How a won round is won: a line to its end, in which the winner only makes proven moves.

df-pn says who wins, not how soon.  What a proof has left in the table is measured here: the
winner of a line chooses, among the moves that are known to win, the one after which the round is
over soonest, whatever the opponent does; the loser the one after which it lasts longest.  So

- every move of the winner in a line is proven to win: exact;
- the winner never needs more plies than the line has: exact, as far as it was measured to the
  end.  There may be a faster win among moves of which the proof did not have to know anything.

Plies are those of the engine: a 0-move is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.ai.limits import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import Move, Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

MAX_POSITIONS = 20_000
"""Number of positions that are measured for one line: about a second.

Beyond, moves are chosen by what is known: the line is still one that wins by force."""


class _TooLongError(Exception):
    """No more shall be measured."""


class Line:
    """The lengths of what is left of a round, for one who is proven to win it."""

    def __init__(self, solver: Solver, winner: Side, stop: StopCondition) -> None:
        self._solver = solver
        self._winner = winner
        self._stop = stop
        self._lengths: dict[Position, int] = {}

    def choose(self, position: Position) -> Move | None:
        """The move of whoever's turn it is; None if nothing is proven before `stop`."""
        moves = self._worth_playing(position)
        if len(moves) < 2:
            return next(iter(moves), None)
        try:
            lengths = {move: self._length(after) for move, after in moves.items()}
        except _TooLongError:
            # What takes so long to measure is probably long itself.
            lengths = {
                move: self._lengths.get(after, MAX_POSITIONS) for move, after in moves.items()
            }
        best = min if position.turn is self._winner else max
        return best(lengths, key=lengths.__getitem__)

    def _length(self, position: Position) -> int:
        """Return the plies to the end of the round at the longest defence."""
        length = self._lengths.get(position)
        if length is None:
            if len(self._lengths) >= MAX_POSITIONS or self._stop():
                raise _TooLongError
            afters = self._worth_playing(position).values()
            if afters:
                best = min if position.turn is self._winner else max
                length = 1 + best(self._length(after) for after in afters)
            elif rules.legal_moves(position):
                raise _TooLongError
            else:
                length = 0
            self._lengths[position] = length
        return length

    def _worth_playing(self, position: Position) -> dict[Move, Position]:
        """The loser's legal moves; those of the winner's that are known to win, one at least.

        Empty at the end of the round; and where the table has forgotten what it knew, and
        `stop` comes before that is found out again.
        """
        solver, winner = self._solver, self._winner
        moves = {move: rules.play_unchecked(position, move) for move in rules.legal_moves(position)}
        if position.turn is not winner:
            return moves
        known = {move: after for move, after in moves.items() if solver.known(after) is winner}
        if not known:
            for move, after in moves.items():
                if solver.winner(after, self._stop) is winner:
                    return {move: after}
        return known


def principal_variation(
    solver: Solver, position: Position, stop: StopCondition = never_stop
) -> tuple[Move, ...]:
    """The moves of a round from a position to its end, the winner's proven.

    It breaks off where `stop` comes before the proof of the winner's next move; if that is
    the first, nothing is left.
    """
    winner = solver.winner(position, stop)
    if winner is None:
        return ()
    best = Line(solver, winner, stop)
    moves: list[Move] = []
    while (move := best.choose(position)) is not None:
        moves.append(move)
        position = rules.play_unchecked(position, move)
    return tuple(moves)
