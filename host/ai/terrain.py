"""What the solver looks up about the board: tables for the towers of one side and strength.

Teeth never change within a round, so a tower's strength is worked into its tables and the
search does not ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from host.ai.stake import ANY_WIN
from host.engine.game import Side
from host.engine.kamisado.board import HOME_ROWS, SQUARES, TINTS, Colour, side_of
from host.engine.kamisado.lines import LINES, squares_ahead

Step: TypeAlias = tuple[bytes, int, Colour]
"""The square on which a step ends: as one byte, as a bit set, and its colour."""

Way: TypeAlias = tuple[int, dict[int, tuple[Step, ...]]]
"""A line as a bit set of squares, and the steps along it by which of them are taken.

The longest step is the first: of moves that look equally good the search tries the first, and
what is far ahead ends the round sooner.  With the shortest first, some more nodes are visited.
"""

BYTE = tuple(bytes([square]) for square in range(SQUARES))
BIT = tuple(1 << square for square in range(SQUARES))


class Terrain(NamedTuple):
    """The tables of a side's towers with one number of teeth, each by the tower's square.

    Attributes:
        ways: the lines along which the tower may step.
        goals: those of them, as bit sets, that end on the opponent's home row: while one
            is free, the tower can go straight home and win (M7).  None for a tower with which
            that is not enough (`host.ai.stake`): its ways then end before that row.
        front: the squares that touch it ahead: while all are taken, it cannot step.
    """

    ways: tuple[tuple[Way, ...], ...]
    goals: tuple[tuple[int, ...], ...]
    front: tuple[int, ...]


@cache
def terrain(side: Side, strength: int, enough: bool = True) -> Terrain:
    """The tables of a side's towers with so many teeth, 0 to 3.

    Args:
        enough: whether it counts as a win to go home with them.
    """
    home = sum(BIT[square] for square in HOME_ROWS[side.other])
    lines = LINES[0 if side is Side.WHITE else 1][strength]
    ways = tuple(
        tuple(
            (
                mask,
                {
                    taken: tuple(
                        (BYTE[move.target], BIT[move.target], TINTS[move.target])
                        for move in reversed(moves)
                        if enough or move.target not in HOME_ROWS[side.other]
                    )
                    for taken, moves in steps.items()
                },
            )
            for mask, steps in lines[origin]
        )
        for origin in range(SQUARES)
    )
    goals = tuple(
        tuple(mask for mask, _ in lines[origin] if enough and mask & home)
        for origin in range(SQUARES)
    )
    front = tuple(
        sum(
            BIT[square]
            for sideways in (-1, 0, 1)
            for square in squares_ahead(side, origin, sideways, 1)
        )
        for origin in range(SQUARES)
    )
    return Terrain(ways, goals, front)


def terrains(teeth: bytes, enough: Sequence[bool] = ANY_WIN) -> tuple[Terrain, ...]:
    """The tables of the sixteen towers.

    Args:
        teeth: 16 bytes, by tower number.
        enough: whether it counts as a win to go home with each.
    """
    return tuple(
        terrain(side_of(tower), strength, enough[tower]) for tower, strength in enumerate(teeth)
    )
