"""The first moves of the first round, proven once and for all: 16 of 102 win.

They are in `host/data/openings.json`, which `kamisado openings --write FILE` makes: every move
proven from an empty table, so that a second run finds the same nodes.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, position_text
from host.engine.kamisado.position import Position, start

Known: TypeAlias = Literal["win", "loss"]

FILE = "data/openings.json"


@dataclass(frozen=True, slots=True)
class Opening:
    """One first move.

    Attributes:
        move: its text.
        value: for the side that makes it.
        nodes: how many nodes its proof took.
    """

    move: str
    value: Known
    nodes: int


def prove_openings(position: Position, only: Container[str] | None = None) -> Iterator[Opening]:
    """The value of each legal move, or only of some, each proven from an empty table."""
    # Not above: whoever only reads the file need not wait for what is compiled.
    from host.ai.solver.solver import Solver

    for move in rules.legal_moves(position):
        if only is not None and move_text(move) not in only:
            continue
        solver = Solver()
        wins = solver.winner(rules.play_unchecked(position, move)) is position.turn
        yield Opening(move_text(move), "win" if wins else "loss", solver.nodes)


@cache
def openings() -> tuple[Opening, ...]:
    """The first moves of the first round, from the file."""
    table = json.loads((files("host") / FILE).read_text(encoding="utf-8"))
    return tuple(Opening(move, *entry) for move, entry in table["moves"].items())


def known_moves(position: Position) -> dict[str, Known]:
    """The value of each legal move, if it is the first of the first round; else empty."""
    if position != start():
        return {}
    return {opening.move: opening.value for opening in openings()}


def as_text(found: list[Opening]) -> str:
    """The file for these openings: one a line."""
    lines = ",\n".join(
        f"  {json.dumps(opening.move)}: {json.dumps([opening.value, opening.nodes])}"
        for opening in found
    )
    position = json.dumps(position_text(start()))
    return f'{{"position": {position}, "moves": {{\n{lines}\n}}}}\n'
