"""Lines of a tower that end on the opponent's home row, as bit sets.

Not in `solver.move_tables`, because the evaluation of a position needs them without the compiler.
"""

from __future__ import annotations

from functools import cache

from host.engine.game import Side
from host.engine.kamisado.board import HOME_ROWS, side_of
from host.engine.kamisado.move_tables import LINES


@cache
def home_lines(teeth: bytes) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return, by tower and square, the squares of each line home as a bit set.

    Args:
        teeth: 16 bytes, by tower number.
    """
    return tuple(home_lines_of(side_of(tower), strength) for tower, strength in enumerate(teeth))


@cache
def home_lines_of(side: Side, strength: int) -> tuple[tuple[int, ...], ...]:
    """Return the lines home, by square, of a tower with `strength` teeth."""
    home = HOME_ROWS[side.other]
    return tuple(
        tuple(mask for mask, steps in lines if steps[0][-1].target in home)
        for lines in LINES[0 if side is Side.WHITE else 1][strength]
    )
