"""What the solver looks up about the board: for the towers of one round, with their teeth.

Teeth never change within a round, so a tower's strength is worked into its own tables and
the search never asks for it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from host.engine.game import Side, Square
from host.engine.kamisado.board import HOME_ROWS, SQUARES, TINTS, Colour, side_of
from host.engine.kamisado.lines import FORWARD, LINES, REACH, squares_ahead

Step: TypeAlias = tuple[Square, int, Colour]
"""Where a step ends, that square as a bit set, and its colour."""

Way: TypeAlias = tuple[int, dict[int, tuple[Step, ...]]]
"""A line as a bit set of squares, and the steps along it by which of them are taken."""

BIT = tuple(1 << square for square in range(SQUARES))


class Terrain(NamedTuple):
    """The tables of a side's towers with one number of teeth, each by the tower's square.

    Attributes:
        ways: the lines along which the tower may step.
        homes: a bit set for each line that ends on the opponent's home row within reach:
            where one of them is free, the tower wins (M7).
        front: the squares that touch it ahead: where all are taken, it cannot step.
    """

    ways: tuple[tuple[Way, ...], ...]
    homes: tuple[tuple[int, ...], ...]
    front: tuple[int, ...]


@cache
def terrain(side: Side, strength: int) -> Terrain:
    """The tables of a side's towers with so many teeth."""
    goal = sum(BIT[square] for square in HOME_ROWS[side.other])
    table = LINES[0 if side is Side.WHITE else 1][strength]
    ways = tuple(
        tuple(
            (
                mask,
                {
                    taken: tuple((move.target, BIT[move.target], TINTS[move.target]) for move in steps)
                    for taken, steps in lines.items()
                },
            )
            for mask, lines in table[origin]
        )
        for origin in range(SQUARES)
    )
    homes = tuple(
        tuple(mask for mask, _ in table[origin] if mask & goal) for origin in range(SQUARES)
    )
    front = tuple(
        sum(
            BIT[square]
            for sideways in (-1, 0, 1)
            for square in squares_ahead(side, origin, sideways, 1)
        )
        for origin in range(SQUARES)
    )
    return Terrain(ways, homes, front)


def terrains(teeth: bytes) -> tuple[Terrain, ...]:
    """The tables of the sixteen towers.

    Args:
        teeth: 16 bytes, by tower number.
    """
    return tuple(terrain(side_of(tower), strength) for tower, strength in enumerate(teeth))
