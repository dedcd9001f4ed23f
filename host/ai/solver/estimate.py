"""First proof numbers of a node, estimated before it is searched.

The odds that a side wins follow from the safe moves of the tower that must move, and from the rows
by which the side's towers are ahead.  Of an only safe move the node after it is estimated.

All functions here may be compiled (`compiled.py`).
"""

from __future__ import annotations

from host.ai.solver.compiled import IntArray, compiled
from host.ai.solver.move_tables import MAX_LEAD, MoveTables
from host.ai.solver.proof_numbers import NUMBER_BITS
from host.ai.solver.successor import count_safe_moves


@compiled
def white_lead(squares: IntArray) -> int:
    """Return the rows by which White's towers have advanced, minus those of Black's."""
    rows = -MAX_LEAD
    for square in squares:
        rows += square >> 3
    return rows


@compiled
def estimate(tables: MoveTables, mover: int, count: int, lead: int) -> int:
    """Return the first proof numbers of a node, estimated by its safe moves and the lead.

    One of the moves must be proven for the mover's win, all of them refuted for the opponent's.

    Args:
        count: number of safe moves.
        lead: of White, in rows.
    """
    if mover & 8:
        return count * tables.odds[MAX_LEAD - lead] | tables.odds[MAX_LEAD + lead] << NUMBER_BITS
    return tables.odds[MAX_LEAD - lead] | count * tables.odds[MAX_LEAD + lead] << NUMBER_BITS


@compiled
def estimate_forced(
    tables: MoveTables, squares: IntArray, occupied: int, tower: int, lead: int
) -> int:
    """Return the first proof numbers of a node whose mover has only one safe move.

    They are those after this move, if it is a step and the opponent's tower can step then.

    Args:
        tower: the mover.
        lead: of White, in rows.

    Returns:
        The estimate; -1 if the move wins: it leaves the opponent no safe move.
    """
    straight, left, right = tables.straight_home, tables.left_home, tables.right_home
    line_starts, steps, replies = tables.line_starts, tables.steps, tables.replies
    origin = squares[tower]
    lifted = occupied ^ tables.square_bits[origin]
    first, found = 3 * (tower << 6 | origin), -1
    for line in range(first, first + 3):
        for step in range(line_starts[line], line_starts[line + 1]):
            bit = steps[step]
            if occupied & bit:
                break
            after = lifted | bit
            other = replies[step]
            spot = other << 6 | squares[other]
            if straight[spot] & after and left[spot] & after and right[spot] & after:
                found = step
    if found < 0:  # a push
        return estimate(tables, tower, 1, lead)
    required, after = replies[found], lifted | steps[found]
    ahead = tables.squares_in_front[required << 6 | squares[required]]
    if ahead & after == ahead:
        return estimate(tables, tower, 1, lead)
    target = tables.targets[found]
    squares[tower] = target
    count = count_safe_moves(tables, squares, after, required)
    squares[tower] = origin
    if not count:
        return -1
    return estimate(tables, required, count, lead + (target >> 3) - (origin >> 3))
