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
    from host.ai.kernel.kernel import Kernel
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
        lengths = {move: self._measured(after) for move, after in moves.items()}
        best = min if position.turn is self._winner else max
        return best(lengths, key=lengths.__getitem__)

    def _measured(self, position: Position) -> int:
        """Return the plies to the end of the round; `MAX_POSITIONS` if they are not known.

        A move whose search takes long probably leads to a long line.
        """
        try:
            return self._length(position)
        except _TooLongError:
            return MAX_POSITIONS

    def _length(self, position: Position) -> int:
        """Return the plies to the end of the round at the longest defence."""
        length = self._lengths.get(position)
        if length is None:
            afters = self._candidates(position).values()
            if afters:
                # A round that has ended counts in any case, so that a win at once is not missed.
                if len(self._lengths) >= MAX_POSITIONS or self._stop():
                    raise _TooLongError
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
    kernel = solver.kernel_for(position)
    if kernel is not None:
        return _line_by(kernel, solver, position, winner, stop)
    best = _LineChooser(solver, winner, stop)
    moves: list[Move] = []
    while (move := best.choose(position)) is not None:
        moves.append(move)
        position = rules.play_unchecked(position, move)
    return tuple(moves)


def _line_by(
    kernel: Kernel, solver: Solver, position: Position, winner: Side, stop: StopCondition
) -> tuple[Move, ...]:
    """Return the same line as the kernel finds it, a thousand times as fast."""
    kernel.ask(winner, MAX_POSITIONS)
    moves: list[Move] = []
    while True:
        for move in kernel.line(position):
            moves.append(move)
            position = rules.play_unchecked(position, move)
        afters = (rules.play_unchecked(position, move) for move in rules.legal_moves(position))
        if not any(solver.winner(after, stop) is winner for after in afters):
            return tuple(moves)  # the end of the round, or of the search
