"""Expansion of a node: its children that do not lose at once, with first proof numbers.

Children are not looked up in the transposition table: four of five are not there.  What is known
of the others is found when the search enters them.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.solver.arrays import IntArray
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import (
    INFINITY,
    NUMBER_BITS,
    ProofNumbers,
    estimate,
    estimate_forced,
    white_lead,
)
from host.ai.solver.successor import (
    BLACK_WON,
    MOVER_BITS,
    MOVERS,
    count_safe_moves,
    pushes,
    resolve_passes,
    shift_towers,
)
from host.engine.kamisado.board import FILES, TOWERS

LOST, WON = 0, -1
"""Results of `expand` in place of a number of children, if the mover has lost or won."""
MAX_MOVES = 8 * 21
"""Bound on the moves of a node: eight towers on three lines of seven squares."""

# A packed move has its tower in the lowest four bits, and from these on
ORIGIN_SHIFT, TARGET_SHIFT, PUSHED_SHIFT, NEXT_SHIFT = 4, 10, 16, 18
PUSHED = 3 << PUSHED_SHIFT
"""Bits of a packed move that are set if it is a push."""


class ChildNodes(NamedTuple):
    """Children of nodes, one node's after another's: arrays with one row per child.

    Attributes:
        moves: the moves (`pack_move`).
        own_numbers, other_numbers: proof numbers of the side that moved and of its opponent.
    """

    moves: IntArray
    own_numbers: IntArray
    other_numbers: IntArray


def set_proof_numbers(children: ChildNodes, place: int, side: int, proof: ProofNumbers) -> None:
    """Write the proof numbers of a child.

    Args:
        side: the side that has moved: 0 for White, 8 for Black.
    """
    white, black = proof & INFINITY, proof >> NUMBER_BITS
    children.own_numbers[place] = black if side else white
    children.other_numbers[place] = white if side else black


def pack_move(tower: int, origin: int, target: int, pushed: int, mover: int) -> int:
    """Pack a move into one integer.

    Args:
        pushed: number of towers that it pushes.
        mover: the tower that moves next.
    """
    move = target << TARGET_SHIFT | origin << ORIGIN_SHIFT | tower
    return mover << NEXT_SHIFT | pushed << PUSHED_SHIFT | move


def add_push(
    tables: MoveTables,
    children: ChildNodes,
    place: int,
    squares: IntArray,
    occupied: int,
    tower: int,
    lead: int,
) -> int:
    """Add the child after a push, if the tower can push.

    Args:
        lead: of White before the push, in rows.

    Returns:
        1; 0 if there is no push or it loses at once and is left out; WON if it wins at once.
    """
    count = pushes(tables, squares, occupied, tower)
    if not count:
        return 0
    side, origin = tower & 8, squares[tower]
    way = -FILES if side else FILES
    end = origin + way * (count + 1)
    shift_towers(squares, origin, way, count + 1)
    after = occupied ^ tables.square_bits[origin] ^ tables.square_bits[end]
    found = resolve_passes(tables, squares, after, tables.square_colours[end] + side, side)
    shift_towers(squares, end, -way, count + 1)
    if found < 0:
        return WON if (found == BLACK_WON) == (side != 0) else 0
    mover = found & MOVERS - 1
    advanced = -(count + 1) if side else count + 1
    proof = estimate(tables, mover, found >> MOVER_BITS, lead + advanced)
    children.moves[place] = pack_move(tower, origin, origin + way, count, mover)
    set_proof_numbers(children, place, side, proof)
    return 1


def expand(  # noqa: PLR0912 (an inner loop, compiled as one)
    tables: MoveTables,
    children: ChildNodes,
    place: int,
    squares: IntArray,
    occupied: int,
    mover: int,
) -> int:
    """Write the children of a node, beginning at row `place`.

    The mover cannot reach the home row: `resolve_passes` creates no such nodes.  On each line the
    longest step comes last, because the search tries the last of equal moves and longer steps end
    the round sooner; the other order visits some more nodes.

    Returns:
        The number of children; WON or LOST if the result is certain at once.
    """
    left, straight, right = tables.left_home, tables.straight_home, tables.right_home
    line_starts, targets = tables.line_starts, tables.targets
    steps, replies = tables.steps, tables.replies
    squares_in_front = tables.squares_in_front
    moves, own_numbers, other_numbers = children
    side = mover & 8
    lead = white_lead(squares)
    child = place
    for tower in range(mover, mover + 1) if mover < TOWERS else range(side + 7, side - 1, -1):
        if tables.teeth[tower]:
            added = add_push(tables, children, child, squares, occupied, tower, lead)
            if added == WON:
                return WON
            child += added
        origin = squares[tower]
        lifted = occupied ^ tables.square_bits[origin]
        packed = origin << ORIGIN_SHIFT | tower
        first = 3 * (tower << 6 | origin)
        for line in range(first + 2, first - 1, -1):
            for step in range(line_starts[line], line_starts[line + 1]):
                bit = steps[step]
                if occupied & bit:
                    break
                after = lifted | bit
                required = replies[step]
                spot = required << 6 | squares[required]
                if not (straight[spot] & after and left[spot] & after and right[spot] & after):
                    continue  # the reply reaches the home row
                target = targets[step]
                advanced = lead + (target >> 3) - (origin >> 3)
                squares[tower] = target
                ahead = squares_in_front[spot]
                if ahead & after == ahead:  # no step, at most a push
                    found = resolve_passes(tables, squares, after, required, side)
                    squares[tower] = origin
                    if found < 0:
                        if (found == BLACK_WON) == (side != 0):
                            return WON
                        continue
                    required = found & MOVERS - 1
                    proof = estimate(tables, required, found >> MOVER_BITS, advanced)
                else:
                    count = count_safe_moves(tables, squares, after, required)
                    proof = 0
                    if count == 1:
                        proof = estimate_forced(tables, squares, after, required, advanced)
                    squares[tower] = origin
                    if not count:
                        return WON
                    if proof < 0:
                        continue  # the only safe reply wins
                    proof = proof or estimate(tables, required, count, advanced)
                moves[child] = packed | target << TARGET_SHIFT | required << NEXT_SHIFT
                if side:
                    own_numbers[child] = proof >> NUMBER_BITS
                    other_numbers[child] = proof & INFINITY
                else:
                    own_numbers[child] = proof & INFINITY
                    other_numbers[child] = proof >> NUMBER_BITS
                child += 1
    return child - place


def make_push(tables: MoveTables, move: int, squares: IntArray) -> int:
    """Make a packed push; return the bit set of the squares that have changed."""
    origin, count = move >> ORIGIN_SHIFT & 63, (move >> PUSHED_SHIFT & 3) + 1
    way = -FILES if move & 8 else FILES
    shift_towers(squares, origin, way, count)
    return tables.square_bits[origin] | tables.square_bits[origin + way * count]


def unmake_push(move: int, squares: IntArray) -> None:
    """Take back a packed push."""
    origin, count = move >> ORIGIN_SHIFT & 63, (move >> PUSHED_SHIFT & 3) + 1
    way = -FILES if move & 8 else FILES
    shift_towers(squares, origin + way * count, -way, count)
