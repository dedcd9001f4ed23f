"""Precomputed move tables of the sixteen towers of a round.

Teeth do not change within a round, so the tables depend on a tower's strength and the search does
not look it up.  All tables are flat arrays (see `compiled.py`): the entry of a tower on a square
has the index `tower << 6 | square`; of its three lines, the first has three times this index.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from host.ai.home_lines import home_lines_of
from host.ai.solver.arrays import IntArray
from host.ai.solver.win_threshold import ANY_WIN
from host.engine.game import Side, Square
from host.engine.kamisado.board import HOME_ROWS, SQUARE_COLOURS, SQUARES, TOWERS, side_of
from host.engine.kamisado.move_tables import LINES, squares_ahead

LINES_OF_A_TOWER = 3
MAX_LEAD = 56
"""Bound on a side's lead: all its towers on the last row, all the opponent's on the first."""
LEAD_SCALE = 8
"""Lead that multiplies the odds of a win by e squared.  In 17,000 proven nodes the odds grew by
e**0.1 a row; the square root of the odds on each side visits the fewest nodes, 5 to 11 nearly as
few."""
ODDS_UNIT = 16
"""First proof number of a side without a lead: large enough to be rounded."""
_NEVER_FREE = (1 << SQUARES) - 1
ODDS = tuple(
    max(1, round(ODDS_UNIT * math.exp(lead / LEAD_SCALE)))
    for lead in range(-MAX_LEAD, MAX_LEAD + 1)
)
"""First proof number of a side, by the opponent's lead from `-MAX_LEAD` to `MAX_LEAD` rows."""

PlainLine: TypeAlias = tuple[tuple[int, int, Sequence[tuple[int, ...]]], ...]
"""Steps along a line: bit set of the target, the tower that must reply, and by that tower's square
the bit sets of its lines to the home row."""


class MoveTables(NamedTuple):
    """The tables of a round.

    Attributes:
        teeth: of each tower.
        wins: for each tower, 1 if its side wins a round that ends with its tooth, else 0.
        line_starts: index of the first step of each line; its last is before the next line's first.
        targets: target square of each step, along a line the nearest first.
        steps: the targets as bit sets.
        replies: for each of them the tower that must reply: the opponent's of its colour.
        straight_home, left_home, right_home: bit sets of the lines that end on the opponent's home
            row: if one is free, the tower can reach the home row and win (M7).  All bits are set
            for a missing line and for a tower that earns too few points (`win_threshold.py`), whose
            lines end before the home row.
        squares_in_front: bit set of the squares that touch the tower's square ahead: if all are
            occupied, it cannot step.
        square_bits: bit set of each square.
        square_colours: colour of each square.
        odds: first proof number of a side's loss by its lead plus `MAX_LEAD` (`estimate`).
        plain_lines: the lines of each entry, for plain Python; empty where it is compiled.
    """

    teeth: IntArray
    wins: IntArray
    line_starts: IntArray
    targets: IntArray
    steps: IntArray
    replies: IntArray
    left_home: IntArray
    straight_home: IntArray
    right_home: IntArray
    squares_in_front: IntArray
    square_bits: IntArray
    square_colours: IntArray
    odds: IntArray
    plain_lines: Sequence[tuple[PlainLine, ...]]


@cache
def _line_targets(side: Side, strength: int, wins: bool) -> tuple[tuple[Square, ...], ...]:
    """Return the targets along the three lines from each square, the nearest first.

    Args:
        wins: False for a tower that earns too few points: its lines end before the home row.
    """
    found: list[tuple[Square, ...]] = []
    home = HOME_ROWS[side.other]
    for lines in LINES[0 if side is Side.WHITE else 1][strength]:
        for _, steps in lines:
            line = tuple(move.target for move in steps[0])
            found.append(line if wins or line[-1] not in home else line[:-1])
        found += [()] * (LINES_OF_A_TOWER - len(lines))
    return tuple(found)


@cache
def _front(side: Side) -> tuple[int, ...]:
    """Return by square the bit set of the squares that touch it ahead."""
    return tuple(
        sum(
            1 << square
            for sideways in (-1, 0, 1)
            for square in squares_ahead(side, origin, sideways, 1)
        )
        for origin in range(SQUARES)
    )


def _plain_lines(
    lines: Sequence[tuple[Square, ...]],
    replies: Sequence[int],
    home_lines: Sequence[tuple[int, ...]],
) -> tuple[tuple[PlainLine, ...], ...]:
    """Return the lines of each entry.

    Args:
        lines: targets, three lines for each entry.
        replies: the tower that must reply, for each target of all lines.
        home_lines: bit sets of the lines to the home row, by entry.
    """
    ways = [home_lines[tower * SQUARES :][:SQUARES] for tower in range(TOWERS)]
    required = iter(replies)
    found = [
        tuple((1 << target, tower, ways[tower]) for target in line for tower in (next(required),))
        for line in lines
    ]
    return tuple(
        tuple(found[first : first + LINES_OF_A_TOWER])
        for first in range(0, len(found), LINES_OF_A_TOWER)
    )


@lru_cache(maxsize=16)  # 1.5 MB each
def build_move_tables(teeth: bytes, wins: Sequence[bool] = ANY_WIN) -> MoveTables:
    """Build the tables of towers with these teeth.

    Args:
        teeth: 16 bytes, by tower number.
        wins: for each tower, True if its side wins a round that ends with its tooth.
    """
    lines: list[tuple[Square, ...]] = []
    replies: list[int] = []
    home_lines: list[tuple[int, ...]] = []
    squares_in_front: list[int] = []
    for tower, strength in enumerate(teeth):
        side = side_of(tower)
        reach = _line_targets(side, strength, wins[tower])
        lines += reach
        opponent = 8 - (tower & 8)
        replies += [opponent + SQUARE_COLOURS[target] for line in reach for target in line]
        squares_in_front += _front(side)
        for home in home_lines_of(side, strength):
            ways = home if wins[tower] else ()
            home_lines.append((*ways, *[_NEVER_FREE] * (LINES_OF_A_TOWER - len(ways))))
    left, straight, right = zip(*home_lines, strict=True)
    targets = [target for line in lines for target in line]
    square_bits = [1 << square for square in range(SQUARES)]
    return MoveTables(
        teeth=list(teeth),
        wins=list(map(int, wins)),
        line_starts=list(accumulate(map(len, lines), initial=0)),
        targets=targets,
        steps=[square_bits[target] for target in targets],
        replies=replies,
        left_home=list(left),
        straight_home=list(straight),
        right_home=list(right),
        squares_in_front=list(squares_in_front),
        square_bits=square_bits,
        square_colours=list(SQUARE_COLOURS),
        odds=list(ODDS),
        plain_lines=_plain_lines(lines, replies, home_lines),
    )
