"""Search for new puzzles in rounds of random moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from host.ai.analysis.explanation import can_reach_home
from host.ai.analysis.puzzle import GRADES, Puzzle
from host.ai.analysis.puzzle_making import make
from host.cli.options import Echo
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS, TOWERS
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import outcome

EACH = 12
"""Puzzles for each grade."""
LATEST = 24
"""The last ply of a round that is looked at; later it is mostly decided."""
WITH_TEETH = 0.4
"""The share of rounds in which some towers have teeth."""


def find(chance: random.Random, echo: Echo, each: int = EACH) -> list[Puzzle]:
    """Return `each` puzzles of each grade, the easiest first; at most one from each round."""
    found: dict[int, list[Puzzle]] = {grade: [] for grade in GRADES}
    while wanted := {grade for grade, puzzles in found.items() if len(puzzles) < each}:
        for position in islice(_positions(chance), chance.randrange(LATEST), None):
            puzzle = make(position, wanted)
            if puzzle is not None:
                found[puzzle.grade].append(puzzle)
                echo(f"grade {puzzle.grade}: {puzzle.position}")
                break
    return sorted(
        (puzzle for puzzles in found.values() for puzzle in puzzles),
        key=lambda puzzle: puzzle.difficulty,
    )


def _positions(chance: random.Random) -> Iterator[Position]:
    """Yield the positions of a round of random moves without the gravest mistakes.

    A step that lets the opponent go straight home is made only where there is no other.
    """
    position = _begin(chance)
    for _ in range(LATEST):
        moves = rules.legal_moves(position)
        afters = [rules.play_unchecked(position, move) for move in moves]
        safe = [after for after in afters if outcome(after) is None and not can_reach_home(after)]
        if not safe:
            return
        position = chance.choice(safe)
        yield position


def _begin(chance: random.Random) -> Position:
    """Return the start of a first round, or of a later one with teeth."""
    if chance.random() >= WITH_TEETH:
        return start()
    rows = [list(HOME_ROWS[side]) for side in (Side.WHITE, Side.BLACK)]
    for row in rows:
        chance.shuffle(row)
    teeth = bytearray(TOWERS)
    for tower in chance.sample(range(TOWERS), chance.randint(1, 5)):
        teeth[tower] = chance.choice((1, 1, 1, 2))
    return Position.of(bytes(rows[0] + rows[1]), bytes(teeth), turn=chance.choice(list(Side)))
