"""Nearness of the end of a proven round, in own moves of the side that wins.

This is how people grade moves: a win that is two moves away was overlooked, and one that is eight
moves away hardly anybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from host.ai.solver.distance_to_win import DistanceToWin
from host.ai.solver.principal_variation import principal_variation
from host.ai.stop_condition import StopCondition
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text
from host.engine.kamisado.position import Position

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

MOST_SEARCHED = 6_000
"""Positions searched for one end, which takes the kernel some milliseconds."""
MOST_SHOWN = 9
"""Moves of a line that is shown: more than four of each side nobody follows."""


class Nearness(NamedTuple):
    """End of a round from a position, with best play of both sides.

    Attributes:
        moves: own moves of the winner to the end; 0 if it is farther than was searched.
        best: texts of the moves that lead there.
    """

    moves: int
    best: tuple[str, ...]


def nearness(
    solver: Solver,
    turn: Side,
    afters: Mapping[str, Position],
    winner: Side,
    stop: StopCondition,
) -> Nearness:
    """Return how near the end is before a move.

    Args:
        solver: has proven the winner.
        turn: the side to move.
        afters: the position after each of its moves, by the texts of these.
    """
    distance = DistanceToWin(solver, winner, stop, MOST_SEARCHED)
    if turn is winner:
        best, plies = distance.fastest_wins(afters)
    else:
        best, plies = distance.longest_defences(afters)
    if plies is None:
        return Nearness(0, tuple(best))
    # The winner makes the last move, but for a deadlock.
    return Nearness((plies + (turn is winner)) // 2, tuple(best))


def moves_after(solver: Solver, after: Position, winner: Side, stop: StopCondition) -> int:
    """Return the own moves of the winner to the end after a move; 0 as in `Nearness`, and if the
    round has ended."""
    texts = {str(n): rules.play_unchecked(after, m) for n, m in enumerate(rules.legal_moves(after))}
    return nearness(solver, after.turn, texts, winner, stop).moves if texts else 0


def line_of(
    solver: Solver, position: Position, winner: Side, stop: StopCondition
) -> tuple[str, ...]:
    """Return the next moves of the fastest win against the hardest defence.

    Where the end is too far to be measured, they are those of the proof.
    """
    line: list[str] = []
    while len(line) < MOST_SHOWN and (moves := rules.legal_moves(position)):
        afters = {move_text(move): rules.play_unchecked(position, move) for move in moves}
        near = nearness(solver, position.turn, afters, winner, stop)
        if not near.moves:
            rest = principal_variation(solver, position, stop)[: MOST_SHOWN - len(line)]
            return (*line, *map(move_text, rest))
        line.append(near.best[0])
        position = afters[near.best[0]]
    return tuple(line)
