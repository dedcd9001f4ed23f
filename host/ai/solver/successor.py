"""What follows a move, as the search sees it: the next real move, or the end of the round.

A node is a position in which the tower that is bound to move can move.  0-moves are no nodes:
a chain of them (M6) belongs to the real move before it, and one that never ends is a deadlock
(M8), the loss of who made that move.  So a node need not say who moved last.

**Nodes never repeat.**  A tower goes back only when one with more teeth pushes it.  So those
with the most teeth only advance; on a way from a node to itself they would have to stand still,
and then push nothing, so the next strongest only advance, and so on down to the plain ones: no
tower moves at all, but every node is left by a real move.  A value therefore never depends on
how a node was reached.

What is left out (`expansion.py`): a step after which the opponent goes straight home, for it loses
at once.  What is known at once: a node with no other moves is lost, and one from which a tower goes
home, or that leaves the opponent no other moves, is won.

Where a win must bring a number of points (`win_threshold.py`), a tower with too few has no way
home: there it loses what is asked for, so its moves onto the home row are left out like any other
that loses at once.  A deadlock looks at the tower that gets the tooth.

All functions here may be compiled (`compiled.py`); `squares` are the squares of the towers by
number, `occupied` is their bit set.  Whoever changes squares puts them back.
"""

from __future__ import annotations

from host.ai.solver.compiled import Numbers, compiled
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import BITS
from host.engine.kamisado.board import FILES, SQUARES, TOWERS

ANY_WHITE, ANY_BLACK = 16, 24
"""In place of the tower that moves, on the first move of a round: any of eight (T1)."""
WHITE_WON, BLACK_WON = -1, -2
"""What `follow` says where the round is decided."""
MOVER_BITS = 5
"""Of a tower's number, or of what stands in its place."""
MOVERS = 1 << MOVER_BITS


@compiled
def pushes(tables: MoveTables, squares: Numbers, occupied: int, tower: int) -> int:
    """Return the number of towers that a push moves (S2-S11, DS2-DS8, TS2-TS8); 0 if it cannot."""
    teeth = tables.teeth
    strength = teeth[tower]
    ahead = -FILES if tower & 8 else FILES
    origin = squares[tower]
    square = origin + ahead
    count = 0
    while 0 <= square < SQUARES and occupied >> square & 1:
        other = 0
        while squares[other] != square:
            other += 1
        if not (other ^ tower) & 8 or teeth[other] >= strength:
            return 0
        count += 1
        square += ahead
    if count > strength or not 0 <= square < SQUARES:
        return 0
    return count


@compiled
def shift_towers(squares: Numbers, origin: int, way: int, count: int) -> None:
    """Move the towers on so many squares in a row, from the first of them on, by one square.

    Args:
        way: from a square to the next in the row.
        count: of towers; in `way` if that is positive, otherwise the other way.
    """
    for tower in range(TOWERS):
        far = squares[tower] - origin
        if way < 0:
            far = -far
        if 0 <= far < FILES * count and far % FILES == 0:
            squares[tower] += way


@compiled
def goes_home(tables: MoveTables, squares: Numbers, occupied: int, tower: int) -> bool:
    """Whether a tower can go straight to the opponent's home row."""
    goals = tables.goals
    goal = 3 * (tower << 6 | squares[tower])
    taken = goals[goal] & occupied and goals[goal + 1] & occupied and goals[goal + 2] & occupied
    return not taken


@compiled
def replies(tables: MoveTables, squares: Numbers, occupied: int, tower: int) -> int:
    """Return the number of moves of a tower that do not let the opponent go straight home.

    None is a proof that the mover has lost.
    """
    starts, steps, tints, goals = tables.starts, tables.steps, tables.tints, tables.goals
    origin = squares[tower]
    lifted = occupied ^ tables.square_bits[origin]
    opponent = 8 - (tower & 8)
    count = 0
    line = 3 * (tower << 6 | origin)
    for first in range(line, line + 3):
        for step in range(starts[first], starts[first + 1]):
            bit = steps[step]
            if occupied & bit:
                break
            other = opponent + tints[step]
            goal = 3 * (other << 6 | squares[other])  # `goes_home`, which would cost a call here
            taken = lifted | bit
            if goals[goal] & taken and goals[goal + 1] & taken and goals[goal + 2] & taken:
                count += 1
    if tables.teeth[tower] and pushes(tables, squares, occupied, tower):
        count += 1
    return count


@compiled
def follow(tables: MoveTables, squares: Numbers, occupied: int, bound: int, last: int) -> int:
    """The node that a real move leads to, 0-moves played.

    Args:
        bound: the tower that is bound to move.
        last: who made that move: 0 for White, 8 for Black.

    Returns:
        The tower that moves, and the number of its replies times 2**`MOVER_BITS`; or WHITE_WON
        or BLACK_WON.
    """
    front, teeth = tables.front, tables.teeth
    first, chain = bound, 0
    while True:
        ahead = front[bound << 6 | squares[bound]]
        if ahead & occupied != ahead:
            break
        if teeth[bound] and pushes(tables, squares, occupied, bound):
            break
        if chain >> bound & 1:
            # The colour that was bound first is the one on which the last real move ended.
            is_enough = tables.enough[first & 7 | 8 - last]
            return BLACK_WON if (last < 8) == (is_enough != 0) else WHITE_WON
        chain |= 1 << bound
        bound = tables.square_tints[squares[bound]] + 8 - (bound & 8)
    if goes_home(tables, squares, occupied, bound):
        return BLACK_WON if bound & 8 else WHITE_WON
    count = replies(tables, squares, occupied, bound)
    if not count:
        return WHITE_WON if bound & 8 else BLACK_WON
    return bound | count << MOVER_BITS


@compiled
def pack_squares(squares: Numbers, side: int) -> int:
    """Return the squares of a side's towers, six bits each, the first tower lowest."""
    found = 0
    for tower in range(8):
        found |= squares[side + tower] << 6 * tower
    return found


@compiled
def estimate(mover: int, count: int) -> int:
    """The effort of a node that nothing is known of but its replies.

    Of the mover's replies one has to be shown to win, of the opponent all have to be refuted.
    """
    return count | 1 << BITS if mover & 8 else 1 | count << BITS
