"""Opening book: the proven values of the 102 first moves of the first round, of which 16 win.

The file `host/data/openings.json` is written by `kamisado openings --write FILE`.  Each move is
proven from an empty table, so that a second run counts the same nodes.
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
    """A first move.

    Attributes:
        move: its text.
        value: for the side that makes it.
        nodes: number of nodes of its proof.
    """

    move: str
    value: Known
    nodes: int


def prove_openings(position: Position, only: Container[str] | None = None) -> Iterator[Opening]:
    """Prove each legal move, or only some of them, each from an empty table."""
    # Imported late: the compiled solver takes a second to load, and readers do not need it.
    from host.ai.solver.solver import Solver

    for move in rules.legal_moves(position):
        if only is not None and move_text(move) not in only:
            continue
        solver = Solver()
        wins = solver.winner(rules.play_unchecked(position, move)) is position.turn
        yield Opening(move_text(move), "win" if wins else "loss", solver.nodes)


@cache
def openings() -> tuple[Opening, ...]:
    """Return the first moves of the first round from the file."""
    table = json.loads((files("host") / FILE).read_text(encoding="utf-8"))
    return tuple(Opening(move, *entry) for move, entry in table["moves"].items())


def known_moves(position: Position) -> dict[str, Known]:
    """Return the value of each legal move in the first position; in all others nothing."""
    if position != start():
        return {}
    return {opening.move: opening.value for opening in openings()}


def as_text(found: list[Opening]) -> str:
    """Return the content of the file for these openings, one a line."""
    lines = ",\n".join(
        f"  {json.dumps(opening.move)}: {json.dumps([opening.value, opening.nodes])}"
        for opening in found
    )
    position = json.dumps(position_text(start()))
    return f'{{"position": {position}, "moves": {{\n{lines}\n}}}}\n'
