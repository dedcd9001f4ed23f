"""What the solver looks up about the board: tables for the sixteen towers of a round.

Teeth never change within a round, so a tower's strength is worked into its tables and the
search does not ask for it.  All tables are flat (see `compiled.py`): what belongs to a tower on a
square stands at `tower << 6 | square`, three of a kind from three times that on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from host.ai.compiled import Numbers, bits, numbers
from host.ai.stake import ANY_WIN
from host.engine.kamisado.board import HOME_ROWS, SQUARES, TINTS, TOWERS, side_of
from host.engine.kamisado.lines import LINES, squares_ahead

LINES_OF_A_TOWER = 3
_NEVER_FREE = -1


class Terrain(NamedTuple):
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
            a tower with which that is not enough (`stake.py`): its lines end before that row.
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
def ways_home(teeth: bytes) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By tower and square, the lines that end on the opponent's home row, as bit sets."""
    return tuple(
        tuple(
            tuple(
                mask
                for mask, steps in LINES[tower >> 3][teeth[tower]][origin]
                if steps[0][-1].target in HOME_ROWS[side_of(tower).other]
            )
            for origin in range(SQUARES)
        )
        for tower in range(TOWERS)
    )


@cache
def terrain(teeth: bytes, enough: Sequence[bool] = ANY_WIN) -> Terrain:
    """The tables for towers with these teeth.

    Args:
        teeth: 16 bytes, by tower number.
        enough: for each tower, whether a round that ends with its tooth counts as won by its side.
    """
    starts, targets, goals, front = [0], [], [], []
    for tower in range(TOWERS):
        side = side_of(tower)
        for origin in range(SQUARES):
            home = ways_home(teeth)[tower][origin]
            goals += [bits(mask) if enough[tower] else _NEVER_FREE for mask in home]
            goals += [_NEVER_FREE] * (LINES_OF_A_TOWER - len(home))
            lines = LINES[tower >> 3][teeth[tower]][origin]
            for mask, steps in lines:
                ends_early = mask in home and not enough[tower]
                line = steps[0][:-1] if ends_early else steps[0]
                targets += [move.target for move in line]
                starts.append(len(targets))
            starts += [len(targets)] * (LINES_OF_A_TOWER - len(lines))
            ahead = (squares_ahead(side, origin, sideways, 1) for sideways in (-1, 0, 1))
            front.append(bits(sum(1 << square for squares in ahead for square in squares)))
    square_bits = [bits(1 << square) for square in range(SQUARES)]
    return Terrain(
        teeth=numbers(teeth),
        enough=numbers(map(int, enough)),
        starts=numbers(starts),
        targets=numbers(targets),
        steps=numbers(square_bits[target] for target in targets),
        tints=numbers(TINTS[target] for target in targets),
        goals=numbers(goals),
        front=numbers(front),
        square_bits=numbers(square_bits),
        square_tints=numbers(TINTS),
    )
