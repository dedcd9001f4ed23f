"""Puzzles: positions with exactly one winning move, each with its proof in words.

They are in `host/data/puzzles.json`, which `kamisado puzzles --write FILE` makes: what is told of a
position depends on nothing but the position, so that a second run finds the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from host.ai.analysis.explanation import explain, forced_pass, goes_home
from host.ai.limits import StopCondition
from host.ai.solver.principal_variation import principal_variation
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_position, position_text
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import outcome

if TYPE_CHECKING:
    from host.ai.solver.solver import Solver

FILE = "data/puzzles.json"
GRADES = range(1, 6)
LIMITS = (9, 14, 19, 25)
"""Up to which difficulty a puzzle has the first grade, the second, and so on."""
LEAST_MOVES = 3
"""Fewer legal moves leave nothing to be found."""
MOST_NODES = 20_000
"""A proof that takes more is left alone: nobody finds at the board what that needs."""
MEGABYTES = 32


@dataclass(frozen=True, slots=True)
class Wrong:
    """A move that loses.

    Attributes:
        reply: how the opponent wins then; empty if the opponent need not do anything.
        reason: why it loses, in words.
    """

    reply: str
    reason: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move wins and all others lose.

    Attributes:
        position: its text.
        solution: the move that wins.
        reason: why, in words.
        wrong: the moves that lose, by their texts.
        plies: how many the line to the end has, the solution included.
        nodes: how many nodes it takes to prove all that.
    """

    position: str
    solution: str
    reason: str
    wrong: dict[str, Wrong]
    plies: int
    nodes: int

    @property
    def difficulty(self) -> float:
        """How hard it is to find the solution."""
        return difficulty(self.plies, len(self.wrong), self.nodes)

    @property
    def grade(self) -> int:
        """From 1, the easiest, to 5."""
        return grade_of(self.difficulty)


def difficulty(plies: int, wrong: int, nodes: int) -> float:
    """How hard a puzzle is: see docs/teaching.md.

    How far one has to look, how many moves there are to be mistaken with, and how much a proof
    takes, each as people feel it: plies one by one, moves by halves, nodes by quadruplings.
    """
    return plies + wrong / 2 + math.log2(1 + nodes) / 2


def grade_of(difficulty: float) -> int:
    """The grade of a difficulty, from 1 to 5."""
    return 1 + sum(difficulty > limit for limit in LIMITS)


def make(position: Position, grades: Container[int] = GRADES) -> Puzzle | None:
    """The puzzle of a position; None if it is none, or has none of these grades.

    It is one where the side to move has exactly one winning move among several, which does not yet
    end the round, and where that is proven with `MOST_NODES` at most.
    """
    # Not above: whoever only reads the file need not wait for what is compiled.
    from host.ai.solver.solver import Solver

    moves = rules.legal_moves(position)
    if len(moves) < LEAST_MOVES or position.required is None or goes_home(position):
        return None
    solver = Solver(MEGABYTES)

    def stop() -> bool:
        return solver.nodes >= MOST_NODES

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
    """The move with which a position is won that has just been reached by a mistake."""
    winner = solver.winner(position)
    while (forced := forced_pass(position)) is not None:
        position = rules.play_unchecked(position, forced)
    if outcome(position) is not None or position.turn is not winner:
        return ""
    return move_text(principal_variation(solver, position)[0])


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of the file, the easiest first."""
    entries = json.loads((files("host") / FILE).read_text(encoding="utf-8"))
    return tuple(
        Puzzle(
            **{
                **entry,
                "wrong": {text: Wrong(*wrong) for text, wrong in entry["wrong"].items()},
            }
        )
        for entry in entries
    )


def as_text(found: Sequence[Puzzle]) -> str:
    """The file for these puzzles: one a line."""
    entries = []
    for puzzle in found:
        wrong = {text: [one.reply, one.reason] for text, one in puzzle.wrong.items()}
        entries.append(json.dumps({**asdict(puzzle), "wrong": wrong}))
    return "[\n" + ",\n".join(entries) + "\n]\n"


def position_of(puzzle: Puzzle) -> Position:
    """The position of a puzzle."""
    return parse_position(puzzle.position)
