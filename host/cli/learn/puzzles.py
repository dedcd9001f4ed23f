"""`kamisado puzzles`: those there are; or new ones, found in rounds that are played by chance."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import islice

from host.ai.analysis.puzzle import GRADES, Puzzle, as_text, make, puzzles
from host.cli.arguments import Tell
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS, TOWERS
from host.engine.kamisado.position import Position, arrival, start
from host.engine.kamisado.rules import outcome

EACH = 12
"""How many puzzles are found for each grade."""
LATEST = 24
"""A round that has lasted longer is mostly decided."""
WITH_TEETH = 0.4
"""In how many rounds some towers have teeth."""


def run(options: argparse.Namespace, tell: Tell) -> int:
    """List the puzzles, or find new ones and write them; the exit status."""
    if options.write is not None:
        found = find(random.Random(options.seed), tell)
        options.write.write_text(as_text(found), encoding="utf-8")
        tell(f"{len(found)} puzzles written to {options.write}")
        return 0
    shown = [
        (number, puzzle)
        for number, puzzle in enumerate(puzzles(), 1)
        if options.grade is None or puzzle.grade == options.grade
    ]
    if options.json:
        tell(json.dumps([_as_json(number, puzzle) for number, puzzle in shown]))
        return 0
    tell("number  grade  moves  plies  position")
    for number, puzzle in shown:
        moves = len(puzzle.wrong) + 1
        tell(f"{number:>6}{puzzle.grade:>7}{moves:>7}{puzzle.plies:>7}  {puzzle.position}")
    return 0


def _as_json(number: int, puzzle: Puzzle) -> dict[str, object]:
    return {
        "number": number,
        "grade": puzzle.grade,
        "position": puzzle.position,
        "solution": puzzle.solution,
        "reason": puzzle.reason,
        "moves": len(puzzle.wrong) + 1,
        "plies": puzzle.plies,
        "nodes": puzzle.nodes,
    }


def find(chance: random.Random, tell: Tell, each: int = EACH) -> list[Puzzle]:
    """So many puzzles of each grade, the easiest first; one from each round at most."""
    found: dict[int, list[Puzzle]] = {grade: [] for grade in GRADES}
    while wanted := {grade for grade, puzzles in found.items() if len(puzzles) < each}:
        for position in islice(_positions(chance), chance.randrange(LATEST), None):
            puzzle = make(position, wanted)
            if puzzle is not None:
                found[puzzle.grade].append(puzzle)
                tell(f"grade {puzzle.grade}: {puzzle.position}")
                break
    return sorted(
        (puzzle for puzzles in found.values() for puzzle in puzzles),
        key=lambda puzzle: puzzle.difficulty,
    )


def _positions(chance: random.Random) -> Iterator[Position]:
    """The positions of a round as it is played by chance, but for the gravest mistakes.

    A step that lets the opponent go straight home is made only where there is no other.
    """
    position = _begin(chance)
    for _ in range(LATEST):
        moves = rules.legal_moves(position)
        afters = [rules.play_unchecked(position, move) for move in moves]
        safe = [after for after in afters if outcome(after) is None and not _wins_now(after)]
        if not safe:
            return
        position = chance.choice(safe)
        yield position


def _wins_now(position: Position) -> bool:
    moves = rules.legal_moves(position)
    return any(arrival(rules.play_unchecked(position, move)) is not None for move in moves)


def _begin(chance: random.Random) -> Position:
    """The first position of a round: of the first one, or of a later one with some teeth."""
    if chance.random() >= WITH_TEETH:
        return start()
    rows = [list(HOME_ROWS[side]) for side in (Side.WHITE, Side.BLACK)]
    for row in rows:
        chance.shuffle(row)
    teeth = bytearray(TOWERS)
    for tower in chance.sample(range(TOWERS), chance.randint(1, 5)):
        teeth[tower] = chance.choice((1, 1, 1, 2))
    return Position.of(bytes(rows[0] + rows[1]), bytes(teeth), turn=chance.choice(list(Side)))
