"""Making of puzzles: whether a position is one, with the proof and the explanations."""

from __future__ import annotations

from collections.abc import Container

from host.ai.analysis.explanation import can_reach_home, explain
from host.ai.analysis.ideas import next_turn
from host.ai.analysis.puzzle import GRADES, Puzzle, Wrong, difficulty, grade_of
from host.ai.solver.principal_variation import principal_variation
from host.ai.solver.solver import Solver
from host.ai.stop_condition import StopCondition
from host.ai.transposition_table_size import PUZZLE_MB
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, position_text
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import outcome

MIN_MOVES = 3
"""Fewer legal moves leave nothing to be found."""
MAX_NODES = 20_000
"""Limit of a puzzle's proof: longer ones are too hard to solve at the board."""


def make(position: Position, grades: Container[int] = GRADES) -> Puzzle | None:
    """Return the puzzle of a position; None if it has no puzzle of these grades.

    The side to move must have exactly one winning move among several, which does not end the round
    yet, and the proof must take `MAX_NODES` at most.
    """
    moves = rules.legal_moves(position)
    if len(moves) < MIN_MOVES or position.required is None or can_reach_home(position):
        return None
    solver = Solver(PUZZLE_MB)

    def stop() -> bool:
        return solver.nodes >= MAX_NODES

    afters = {move: rules.play_unchecked(position, move) for move in moves}
    if not _has_one_win(solver, position, afters, stop):
        return None
    nodes = solver.nodes
    plies = len(principal_variation(solver, position))
    if grade_of(difficulty(plies, len(moves) - 1, nodes)) not in grades:
        return None
    (solution,) = (m for m, after in afters.items() if solver.known(after) is position.turn)
    wrong = {
        move_text(move): Wrong(_reply(solver, afters[move]), explain(solver, position, move))
        for move in moves
        if move != solution
    }
    why = explain(solver, position, solution)
    return Puzzle(position_text(position), move_text(solution), why, wrong, plies, nodes)


def _has_one_win(
    solver: Solver, position: Position, afters: dict[Move, Position], stop: StopCondition
) -> bool:
    winners = list(solver.winners(afters, stop).values())
    return None not in winners and winners.count(position.turn) == 1


def _reply(solver: Solver, position: Position) -> str:
    """Return the winning move after a mistake; empty if the mistaken side must move on."""
    winner = solver.winner(position)
    position = next_turn(position)
    if outcome(position) is not None or position.turn is not winner:
        return ""
    return move_text(principal_variation(solver, position)[0])
