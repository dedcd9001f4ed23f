"""Expansion of a node: its children that do not lose at once, with their stored proof numbers.

All functions here may be compiled (`compiled.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.solver.compiled import IntArray, compiled
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import INFINITY, NUMBER_BITS, ProofNumbers
from host.ai.solver.successor import (
    BLACK_WON,
    MOVER_BITS,
    MOVERS,
    can_reach_home,
    count_safe_moves,
    estimate,
    pack_squares,
    pushes,
    resolve_passes,
    shift_towers,
    white_lead,
)
from host.ai.solver.transposition_table import Slots, find_slot
from host.engine.kamisado.board import FILES, TOWERS

LOST, WON = 0, -1
"""Results of `expand` in place of a number of children, if the mover has lost or won."""
MAX_MOVES = 8 * 21
"""Bound on the moves of a node: eight towers on three lines of seven squares."""


class ChildNodes(NamedTuple):
    """Children of the nodes on the path, one node's after another's: arrays with one row per child.

    Attributes:
        whites, blacks: squares of White's and Black's towers after the move, six bits each.
        moves: the moves (`pack_move`).
        own_numbers, other_numbers: proof numbers of the side that moved and of its opponent.
    """

    whites: IntArray
    blacks: IntArray
    moves: IntArray
    own_numbers: IntArray
    other_numbers: IntArray


@compiled
def set_proof_numbers(children: ChildNodes, place: int, side: int, proof: ProofNumbers) -> None:
    """Write the proof numbers of a child.

    Args:
        side: the side that has moved: 0 for White, 8 for Black.
    """
    white, black = proof & INFINITY, proof >> NUMBER_BITS
    children.own_numbers[place] = black if side else white
    children.other_numbers[place] = white if side else black


@compiled
def pack_move(tower: int, origin: int, target: int, pushed: int, mover: int) -> int:
    """Pack a move into one integer.

    Args:
        pushed: number of towers that it pushes.
        mover: the tower that moves next.
    """
    return mover << 18 | pushed << 16 | target << 10 | origin << 4 | tower


@compiled
def next_mover(move: int) -> int:
    """Return the tower that moves after a packed move."""
    return move >> 18


@compiled
def add_step(
    tables: MoveTables,
    slots: Slots,
    children: ChildNodes,
    place: int,
    squares: IntArray,
    occupied: int,
    tower: int,
    origin: int,
    required: int,
    lead: int,
) -> int:
    """Add the child after a step; its `whites` and `blacks` and the tower's square are set already.

    Args:
        occupied: bit set of the squares of all towers after the step.
        required: the tower that must move next; it cannot reach the home row.
        lead: of White after the step, in rows.

    Returns:
        1; 0 if the move loses at once and is left out; WON if it wins at once.
    """
    side = tower & 8
    ahead = tables.squares_in_front[required << 6 | squares[required]]
    count = 0
    if ahead & occupied == ahead:  # no step, at most a push
        found = resolve_passes(tables, squares, occupied, required, side)
        if found < 0:
            return WON if (found == BLACK_WON) == (side != 0) else 0
        required, count = found & MOVERS - 1, found >> MOVER_BITS
    slot = find_slot(slots, children.whites[place], children.blacks[place], required)
    proof = slots.proofs[slot]
    if not (proof or count):
        count = count_safe_moves(tables, squares, occupied, required)
        if not count:
            return WON
    proof = proof or estimate(tables, required, count, lead)
    children.moves[place] = pack_move(tower, origin, squares[tower], 0, required)
    set_proof_numbers(children, place, side, proof)
    return 1


@compiled
def add_push(
    tables: MoveTables,
    slots: Slots,
    children: ChildNodes,
    place: int,
    squares: IntArray,
    occupied: int,
    tower: int,
    lead: int,
) -> int:
    """Add the child after a push, if the tower can push; return the same as `add_step`.

    Args:
        lead: of White before the push, in rows.
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
    white, black = pack_squares(squares, 0), pack_squares(squares, 8)
    shift_towers(squares, end, -way, count + 1)
    if found < 0:
        return WON if (found == BLACK_WON) == (side != 0) else 0
    mover = found & MOVERS - 1
    proof = slots.proofs[find_slot(slots, white, black, mover)]
    advanced = -(count + 1) if side else count + 1
    proof = proof or estimate(tables, mover, found >> MOVER_BITS, lead + advanced)
    children.whites[place], children.blacks[place] = white, black
    children.moves[place] = pack_move(tower, origin, origin + way, count, mover)
    set_proof_numbers(children, place, side, proof)
    return 1


@compiled
def expand(
    tables: MoveTables,
    slots: Slots,
    children: ChildNodes,
    place: int,
    squares: IntArray,
    occupied: int,
    white: int,
    black: int,
    mover: int,
) -> int:
    """Write the children of a node, beginning at row `place`.

    The mover cannot reach the home row: `resolve_passes` creates no such nodes.  On each line the
    longest step comes first, because the search tries the first of equal moves and longer steps
    end the round sooner; the other order visits some more nodes.

    Args:
        white, black: squares of the towers, as in `ChildNodes`.

    Returns:
        The number of children; WON or LOST if the result is certain at once.
    """
    line_starts, targets = tables.line_starts, tables.targets
    steps, target_colours = tables.steps, tables.target_colours
    side = mover & 8
    lead = white_lead(squares)
    count = 0
    for tower in range(mover, mover + 1) if mover < TOWERS else range(side, side + 8):
        origin = squares[tower]
        lifted = occupied ^ tables.square_bits[origin]
        line = 3 * (tower << 6 | origin)
        for first in range(line, line + 3):
            begin = free = line_starts[first]
            end = line_starts[first + 1]
            while free < end and not occupied & steps[free]:
                free += 1
            for step in range(free - 1, begin - 1, -1):
                required = 8 - side + target_colours[step]
                after = lifted | steps[step]
                if can_reach_home(tables, squares, after, required):
                    continue
                target = targets[step]
                moved = (target - origin) << 6 * (tower & 7)
                child = place + count
                children.whites[child] = white if side else white + moved
                children.blacks[child] = black + moved if side else black
                squares[tower] = target
                added = add_step(
                    tables,
                    slots,
                    children,
                    child,
                    squares,
                    after,
                    tower,
                    origin,
                    required,
                    lead + (target >> 3) - (origin >> 3),
                )
                squares[tower] = origin
                if added == WON:
                    return WON
                count += added
        if tables.teeth[tower]:
            added = add_push(tables, slots, children, place + count, squares, occupied, tower, lead)
            if added == WON:
                return WON
            count += added
    return count


@compiled
def make_move(tables: MoveTables, children: ChildNodes, child: int, squares: IntArray) -> int:
    """Make the move that leads to a child; return the bit set of the squares that have changed."""
    move = children.moves[child]
    origin, target = move >> 4 & 63, move >> 10 & 63
    end = target
    pushed = move >> 16 & 3
    if pushed:
        count = pushed + 1
        end = origin + (target - origin) * count
        shift_towers(squares, origin, target - origin, count)
    else:
        squares[move & 15] = target
    return tables.square_bits[origin] | tables.square_bits[end]


@compiled
def unmake_move(children: ChildNodes, child: int, squares: IntArray) -> None:
    """Take back the move that leads to a child."""
    move = children.moves[child]
    origin, target = move >> 4 & 63, move >> 10 & 63
    pushed = move >> 16 & 3
    if pushed:
        count = pushed + 1
        shift_towers(squares, origin + (target - origin) * count, origin - target, count)
    else:
        squares[move & 15] = origin
