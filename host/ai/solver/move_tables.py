"""What the solver looks up about the board: tables for the sixteen towers of a round.

Teeth never change within a round, so a tower's strength is worked into its tables and the
search does not ask for it.  All tables are flat (see `compiled.py`): what belongs to a tower on a
square stands at `tower << 6 | square`, three of a kind from three times that on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from host.ai.solver.compiled import Numbers, bits, numbers
from host.ai.solver.home_lines import home_lines_of
from host.ai.solver.win_threshold import ANY_WIN
from host.engine.game import Side, Square
from host.engine.kamisado.board import HOME_ROWS, SQUARE_COLOURS, SQUARES, side_of
from host.engine.kamisado.move_tables import LINES, squares_ahead

LINES_OF_A_TOWER = 3
_NEVER_FREE = -1


class MoveTables(NamedTuple):
    """The tables of a round.

    Attributes:
        teeth: of each tower.
        enough: for each tower, whether a round that ends with its tooth counts as won by its side.
        starts: where the steps of each of the three lines begin; they end where the next begin.
        targets: the square on which each step ends, along a line the nearest first.
        steps: the same as a bit set.
        tints: its colour.
        goals: the three lines, as bit sets, that end on the opponent's home row: while one is free,
            the tower can go straight home and win (M7).  All bits where there is none, as with
            a tower that earns too few points (`win_threshold.py`): its lines end before that row.
        front: the squares that touch it ahead: while all are taken, it cannot step.
        square_bits: each square as a bit set.
        square_tints: its colour.
    """

    teeth: Numbers
    enough: Numbers
    starts: Numbers
    targets: Numbers
    steps: Numbers
    tints: Numbers
    goals: Numbers
    front: Numbers
    square_bits: Numbers
    square_tints: Numbers


@cache
def _lines(side: Side, strength: int, enough: bool) -> tuple[tuple[Square, ...], ...]:
    """Where the steps end along each line of such a tower, the nearest first; three a square.

    Args:
        enough: whether it counts as a win to go home with it; else its lines end before.
    """
    found: list[tuple[Square, ...]] = []
    home = HOME_ROWS[side.other]
    for lines in LINES[0 if side is Side.WHITE else 1][strength]:
        for _, steps in lines:
            line = tuple(move.target for move in steps[0])
            found.append(line if enough or line[-1] not in home else line[:-1])
        found += [()] * (LINES_OF_A_TOWER - len(lines))
    return tuple(found)


@cache
def _front(side: Side) -> tuple[int, ...]:
    """By square, those that touch it ahead, as a bit set."""
    return tuple(
        bits(
            sum(
                1 << square
                for sideways in (-1, 0, 1)
                for square in squares_ahead(side, origin, sideways, 1)
            )
        )
        for origin in range(SQUARES)
    )


@cache
def build_move_tables(teeth: bytes, enough: Sequence[bool] = ANY_WIN) -> MoveTables:
    """The tables for towers with these teeth.

    Args:
        teeth: 16 bytes, by tower number.
        enough: for each tower, whether a round that ends with its tooth counts as won by its side.
    """
    lines: list[tuple[Square, ...]] = []
    goals: list[int] = []
    front: list[int] = []
    for tower, strength in enumerate(teeth):
        side = side_of(tower)
        lines += _lines(side, strength, enough[tower])
        front += _front(side)
        for home in home_lines_of(side, strength):
            ways = [bits(way) for way in home] if enough[tower] else []
            goals += [*ways, *[_NEVER_FREE] * (LINES_OF_A_TOWER - len(ways))]
    targets = [target for line in lines for target in line]
    square_bits = [bits(1 << square) for square in range(SQUARES)]
    return MoveTables(
        teeth=numbers(teeth),
        enough=numbers(map(int, enough)),
        starts=numbers(accumulate(map(len, lines), initial=0)),
        targets=numbers(targets),
        steps=numbers(square_bits[target] for target in targets),
        tints=numbers(SQUARE_COLOURS[target] for target in targets),
        goals=numbers(goals),
        front=numbers(front),
        square_bits=numbers(square_bits),
        square_tints=numbers(SQUARE_COLOURS),
    )
