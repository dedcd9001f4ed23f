"""Puzzles: positions with exactly one winning move, with its explanation.

They are in `host/data/puzzles.json`, written by `kamisado puzzles --write FILE`.  The explanations
depend on nothing but the position, so that a second run writes the same file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, NamedTuple

from host.message import Message
from host.message.schema import As, decode, encode

FILE = "data/puzzles.json"
GRADES = range(1, 6)
LIMITS = (9, 14, 19, 25)
"""Highest difficulty of the first grade, of the second, and so on."""


class Wrong(NamedTuple):
    """A losing move.

    Attributes:
        reply: text of the opponent's winning move; empty if none is needed.
        reason: explanation of the loss.
    """

    reply: str
    reason: Message


def _read_wrong(told: Mapping[str, tuple[str, Message]]) -> dict[str, Wrong]:
    return {text: Wrong(*one) for text, one in told.items()}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move wins and all others lose.

    Attributes:
        position: its text.
        solution: text of the winning move.
        reason: explanation of the win.
        wrong: the losing moves, by their texts.
        plies: length of the line to the end, the solution included.
        nodes: number of nodes of the proof, by the search that found the puzzle.
    """

    position: str
    solution: str
    reason: Message
    wrong: Annotated[dict[str, Wrong], As(dict[str, tuple[str, Message]], _read_wrong, dict)]
    plies: int
    nodes: int

    @property
    def difficulty(self) -> float:
        """Difficulty of finding the solution."""
        return difficulty(self.plies, len(self.wrong), self.nodes)

    @property
    def grade(self) -> int:
        """Grade from 1, the easiest, to 5."""
        return grade_of(self.difficulty)


def difficulty(plies: int, wrong: int, nodes: int) -> float:
    """Return the difficulty of a puzzle (docs/teaching.md).

    The sum of the plies to look ahead, half of the wrong moves, and the proof's effort counted in
    quadruplings of its nodes.
    """
    return plies + wrong / 2 + math.log2(1 + nodes) / 2


def grade_of(difficulty: float) -> int:
    """Return the grade of a difficulty, from 1 to 5."""
    return 1 + sum(difficulty > limit for limit in LIMITS)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Read the puzzles of the file, the easiest first."""
    text = (files("host") / FILE).read_text(encoding="utf-8")
    return tuple(decode(list[Puzzle], json.loads(text)))


def as_text(found: Sequence[Puzzle]) -> str:
    """Return the text of the file for these puzzles, one a line."""
    return "[\n" + ",\n".join(json.dumps(encode(puzzle)) for puzzle in found) + "\n]\n"
