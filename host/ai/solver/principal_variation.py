"""Principal variation of a won round: a line to its end in which the winner's moves are proven.

df-pn proves who wins, not how soon.  Among the moves that the transposition table proves, the
winner plays the one that wins soonest against the longest defence; the loser plays the longest
defence.  So

- every move of the winner in the line is proven to win;
- the winner never needs more plies than the line has, if it was searched to the end.  There may be
  faster wins by moves that the proof did not need.

Plies are counted as in the engine: a 0-move is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.ai.stop_condition import StopCondition, never_stop
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import Move, Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

MAX_POSITIONS = 20_000
"""Positions searched for one line: about a second.

Beyond, moves are chosen by the lengths known so far; the line still wins by force."""


class _TooLongError(Exception):
    """The limit of positions was reached, or the search was stopped."""


class _LineChooser:
    """Chooses the moves of a line by the number of plies to the end of the round."""

    def __init__(self, solver: Solver, winner: Side, stop: StopCondition) -> None:
        self._solver = solver
        self._winner = winner
        self._stop = stop
        self._lengths: dict[Position, int] = {}

    def choose(self, position: Position) -> Move | None:
        """Return the move of the side to move; None at the end, or if `stop` ends the proof."""
        moves = self._candidates(position)
        if len(moves) < 2:
            return next(iter(moves), None)
        try:
            lengths = {move: self._length(after) for move, after in moves.items()}
        except _TooLongError:
            # A move whose search takes long probably leads to a long line.
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
            afters = self._candidates(position).values()
            if afters:
                best = min if position.turn is self._winner else max
                length = 1 + best(self._length(after) for after in afters)
            elif rules.legal_moves(position):
                raise _TooLongError
            else:
                length = 0
            self._lengths[position] = length
        return length

    def _candidates(self, position: Position) -> dict[Move, Position]:
        """Return all moves of the loser, or the proven moves of the winner, at least one.

        Returns:
            The position after each move.  Empty at the end of the round, or if the table has
            dropped a proof and `stop` ends the search before it is found again.
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
    """Return the moves from a position to the end of the round, those of the winner proven.

    The line ends early where `stop` ends the proof of the winner's next move.
    """
    winner = solver.winner(position, stop)
    if winner is None:
        return ()
    best = _LineChooser(solver, winner, stop)
    moves: list[Move] = []
    while (move := best.choose(position)) is not None:
        moves.append(move)
        position = rules.play_unchecked(position, move)
    return tuple(moves)
