"""Successors of a node: the next node after a move, or the end of the round.

A node is a position in which the required tower can move.  0-moves make no nodes: a chain of them
(M6) belongs to the move before it, and an endless chain is a deadlock (M8), lost by the side that
made this move.  So a node need not store who moved last.

**Nodes never repeat.**  A tower is moved back only by the push of a tower with more teeth.  So the
towers with the most teeth only advance.  On a path from a node to itself they would have to stand
still, and so push nothing; then the next strongest towers only advance, and so on down to the
plain ones.  No tower would move at all, but every node is left by a move.  The value of a node
therefore never depends on the path to it.

Pruning (`expansion.py`): a step after which the opponent can reach the home row loses at once and
is left out.  A node without other moves is lost; a node from which a tower can reach the home row,
or that leaves the opponent no other moves, is won.

With a win threshold (`win_threshold.py`), a tower that earns too few points has no line to the home
row: its moves there lose and are left out as well.  In a deadlock the tower that gets the tooth
decides.

`squares` are the squares of the towers by
number, `occupied` is their bit set; a function that changes `squares` restores them.
"""

from __future__ import annotations

from host.ai.solver.arrays import IntArray
from host.ai.solver.move_tables import MoveTables
from host.engine.kamisado.board import FILES, SQUARES, TOWERS

ANY_WHITE, ANY_BLACK = 16, 24
"""Mover of the first move of a round: any of the side's eight towers (T1)."""
WHITE_WON, BLACK_WON = -1, -2
"""Results of `resolve_passes` if the round is decided."""
MOVER_BITS = 5
"""Bits of a mover: a tower's number, `ANY_WHITE` or `ANY_BLACK`."""
MOVERS = 1 << MOVER_BITS


def pushes(tables: MoveTables, squares: IntArray, occupied: int, tower: int) -> int:
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


def shift_towers(squares: IntArray, origin: int, way: int, count: int) -> None:
    """Move the towers on `count` squares in a row by one square.

    Args:
        origin: first square of the row.
        way: difference between a square and the next in the row, also the direction of the move.
    """
    for tower in range(TOWERS):
        far = squares[tower] - origin
        if way < 0:
            far = -far
        if 0 <= far < FILES * count and far % FILES == 0:
            squares[tower] += way


def can_reach_home(tables: MoveTables, squares: IntArray, occupied: int, tower: int) -> bool:
    """Return True if a tower can reach the opponent's home row in one move."""
    spot = tower << 6 | squares[tower]
    blocked = (
        tables.straight_home[spot] & occupied
        and tables.left_home[spot] & occupied
        and tables.right_home[spot] & occupied
    )
    return not blocked


def count_safe_moves(tables: MoveTables, squares: IntArray, occupied: int, tower: int) -> int:
    """Return the number of moves of a tower after which the opponent cannot reach the home row.

    Pushes count as safe.  Without safe moves the mover has lost.
    """
    origin = squares[tower]
    lifted = occupied ^ tables.square_bits[origin]
    count = 0
    for line in tables.plain_lines[tower << 6 | origin]:
        for bit, other, ways in line:
            if occupied & bit:
                break
            left, straight, right = ways[squares[other]]
            after = lifted | bit
            if straight & after and left & after and right & after:
                count += 1
    if tables.teeth[tower] and pushes(tables, squares, occupied, tower):
        count += 1
    return count


def resolve_passes(
    tables: MoveTables, squares: IntArray, occupied: int, required: int, last: int
) -> int:
    """Play the 0-moves that follow a move and return the next node.

    Args:
        required: the tower that must move next.
        last: the side that made the move: 0 for White, 8 for Black.

    Returns:
        The mover plus its number of safe moves times 2**`MOVER_BITS`; or WHITE_WON or BLACK_WON.
    """
    squares_in_front, teeth = tables.squares_in_front, tables.teeth
    first, chain = required, 0
    while True:
        ahead = squares_in_front[required << 6 | squares[required]]
        if ahead & occupied != ahead:
            break
        if teeth[required] and pushes(tables, squares, occupied, required):
            break
        if chain >> required & 1:
            # The first required colour is the one on which the last real move ended.
            counts_as_win = tables.wins[first & 7 | 8 - last]
            return BLACK_WON if (last < 8) == (counts_as_win != 0) else WHITE_WON
        chain |= 1 << required
        required = tables.square_colours[squares[required]] + 8 - (required & 8)
    if can_reach_home(tables, squares, occupied, required):
        return BLACK_WON if required & 8 else WHITE_WON
    count = count_safe_moves(tables, squares, occupied, required)
    if not count:
        return WHITE_WON if required & 8 else BLACK_WON
    return required | count << MOVER_BITS


def pack_squares(squares: IntArray, side: int) -> int:
    """Return the squares of a side's towers, six bits each, the first tower lowest."""
    found = 0
    for tower in range(8):
        found |= squares[side + tower] << 6 * tower
    return found
