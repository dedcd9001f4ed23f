"""Proof numbers of a node for White and for Black, packed into one integer.

The proof number of a side is a lower estimate of the number of positions that must still be proven
before the side is proven to win.  0 is a proof, `INFINITY` a disproof; one comes with the other,
because every round has a winner (M7, M8): the proof number of one side is the disproof number of
the other.

df-pn usually keeps the numbers by player to move.  Here they are kept by colour, because a side
may move several times in a row (pushes and 0-moves).

The first numbers of a node are estimated before it is searched: the odds that a side wins follow
from the safe moves of the tower that must move, and from the rows by which the side's towers are
ahead.  Of an only safe move the node after it is estimated.
"""

from __future__ import annotations

from typing import TypeAlias

from host.ai.solver.arrays import IntArray
from host.ai.solver.move_tables import MAX_LEAD, MoveTables
from host.ai.solver.successor import count_safe_moves
from host.engine.game import Side

ProofNumbers: TypeAlias = int
"""White's number plus Black's times 2**`NUMBER_BITS`: one array element instead of two."""

NUMBER_BITS = 30
INFINITY = (1 << NUMBER_BITS) - 1
EPSILON_DIVISOR = 2
"""1/ε of the 1+ε trick (Pawlewicz and Lew, 2007): a child is searched until its proof number is
half above the second smallest among its siblings, so that the search switches less often."""
SLACK_DIVISOR = 8
"""The sum of the children's numbers may exceed a threshold by an eighth, for the same end."""

WHITE_WINS: ProofNumbers = INFINITY << NUMBER_BITS
BLACK_WINS: ProofNumbers = INFINITY
WINS: tuple[ProofNumbers, ProofNumbers] = (WHITE_WINS, BLACK_WINS)
"""Proof numbers of a won node by the upper bit of a tower's number: `WINS[tower >> 3]`."""


def winner(proof: ProofNumbers) -> Side | None:
    """Return the proven winner; None if nothing is proven."""
    if proof == WHITE_WINS:
        return Side.WHITE
    return Side.BLACK if proof == BLACK_WINS else None


def white_lead(squares: IntArray) -> int:
    """Return the rows by which White's towers have advanced, minus those of Black's."""
    rows = -MAX_LEAD
    for square in squares:
        rows += square >> 3
    return rows


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
