"""The children of a node: the moves that are worth a look, each with what is known of what follows.

All functions here may be compiled (`compiled.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.solver.compiled import Numbers, compiled
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import BITS, NEVER, ProofNumbers
from host.ai.solver.successor import (
    BLACK_WON,
    MOVER_BITS,
    MOVERS,
    estimate,
    follow,
    goes_home,
    pack_squares,
    pushes,
    replies,
    shift_towers,
)
from host.ai.solver.transposition_table import Memory, slot_of
from host.engine.kamisado.board import FILES, TOWERS

LOST, WON = 0, -1
"""What `expand` says where the mover has lost or won."""
MAX_MOVES = 8 * 21
"""More than any node has: eight towers on three lines of seven squares."""


class ChildNodes(NamedTuple):
    """The moves from the nodes on the way, one after the other, each number of one at its place.

    Attributes:
        whites, blacks: where White's and Black's towers stand after it, six bits each.
        movers: the tower that moves then.
        towers, origins, targets: which tower moved from where to where.
        pushed: how many towers it pushed.
        owns, others: what is still to be shown before the side that moved is proven to win, and
            before the other one is (`proof_numbers.py`).
    """

    whites: Numbers
    blacks: Numbers
    movers: Numbers
    towers: Numbers
    origins: Numbers
    targets: Numbers
    pushed: Numbers
    owns: Numbers
    others: Numbers


@compiled
def set_proof_numbers(children: ChildNodes, place: int, side: int, effort: ProofNumbers) -> None:
    """Enter what is known of a child.

    Args:
        side: who has moved: 0 for White, 8 for Black.
    """
    if side:
        children.owns[place], children.others[place] = effort >> BITS, effort & NEVER
    else:
        children.owns[place], children.others[place] = effort & NEVER, effort >> BITS


@compiled
def enter(
    children: ChildNodes,
    place: int,
    tower: int,
    origin: int,
    target: int,
    pushed: int,
    mover: int,
    effort: ProofNumbers,
) -> None:
    """Enter the move that leads to a child, and all of it but for its words."""
    children.towers[place], children.pushed[place] = tower, pushed
    children.origins[place], children.targets[place] = origin, target
    children.movers[place] = mover
    set_proof_numbers(children, place, tower & 8, effort)


@compiled
def add_step(
    tables: MoveTables,
    memory: Memory,
    children: ChildNodes,
    place: int,
    squares: Numbers,
    taken: int,
    tower: int,
    origin: int,
    bound: int,
) -> int:
    """Enter the child after a step; its words are there already, and the tower on its target.

    Args:
        taken: the squares of all towers after the step.
        bound: the tower that is bound to move then, and does not go straight home.

    Returns:
        1, or 0 where the child is left out, for it loses; WON where it is seen to win.
    """
    side = tower & 8
    ahead = tables.front[bound << 6 | squares[bound]]
    count = 0
    if ahead & taken == ahead:  # it can push at most
        found = follow(tables, squares, taken, bound, side)
        if found < 0:
            return WON if (found == BLACK_WON) == (side != 0) else 0
        bound, count = found & MOVERS - 1, found >> MOVER_BITS
    slot = slot_of(memory, children.whites[place], children.blacks[place], bound)
    effort = memory.efforts[slot]
    if not (effort or count):
        count = replies(tables, squares, taken, bound)
        if not count:
            return WON
    effort = effort or estimate(bound, count)
    enter(children, place, tower, origin, squares[tower], 0, bound, effort)
    return 1


@compiled
def add_push(
    tables: MoveTables,
    memory: Memory,
    children: ChildNodes,
    place: int,
    squares: Numbers,
    occupied: int,
    tower: int,
) -> int:
    """Enter the child after a push, if the tower can push; returns the same as `add_step`."""
    count = pushes(tables, squares, occupied, tower)
    if not count:
        return 0
    side, origin = tower & 8, squares[tower]
    way = -FILES if side else FILES
    end = origin + way * (count + 1)
    shift_towers(squares, origin, way, count + 1)
    taken = occupied ^ tables.square_bits[origin] ^ tables.square_bits[end]
    found = follow(tables, squares, taken, tables.square_tints[end] + side, side)
    white, black = pack_squares(squares, 0), pack_squares(squares, 8)
    shift_towers(squares, end, -way, count + 1)
    if found < 0:
        return WON if (found == BLACK_WON) == (side != 0) else 0
    mover = found & MOVERS - 1
    effort = memory.efforts[slot_of(memory, white, black, mover)]
    effort = effort or estimate(mover, found >> MOVER_BITS)
    children.whites[place], children.blacks[place] = white, black
    enter(children, place, tower, origin, origin + way, count, mover, effort)
    return 1


@compiled
def expand(
    tables: MoveTables,
    memory: Memory,
    children: ChildNodes,
    place: int,
    squares: Numbers,
    occupied: int,
    white: int,
    black: int,
    mover: int,
) -> int:
    """Enter the children of a node from a place on.

    The mover is taken not to be able to go home: `follow` makes no such nodes.  Along a line the
    longest step is the first: of moves that look equally good the search tries the first, and what
    is far ahead ends the round sooner.  With the shortest first, some more nodes are visited.

    Args:
        white, black: where the towers stand, as in `ChildNodes`.

    Returns:
        How many there are; WON or LOST where that is seen at once.
    """
    starts, targets, steps, tints = tables.starts, tables.targets, tables.steps, tables.tints
    side = mover & 8
    count = 0
    for tower in range(mover, mover + 1) if mover < TOWERS else range(side, side + 8):
        origin = squares[tower]
        lifted = occupied ^ tables.square_bits[origin]
        line = 3 * (tower << 6 | origin)
        for first in range(line, line + 3):
            begin = free = starts[first]
            end = starts[first + 1]
            while free < end and not occupied & steps[free]:
                free += 1
            for step in range(free - 1, begin - 1, -1):
                bound = 8 - side + tints[step]
                taken = lifted | steps[step]
                if goes_home(tables, squares, taken, bound):
                    continue
                target = targets[step]
                moved = (target - origin) << 6 * (tower & 7)
                child = place + count
                children.whites[child] = white if side else white + moved
                children.blacks[child] = black + moved if side else black
                squares[tower] = target
                added = add_step(
                    tables, memory, children, child, squares, taken, tower, origin, bound
                )
                squares[tower] = origin
                if added == WON:
                    return WON
                count += added
        if tables.teeth[tower]:
            added = add_push(tables, memory, children, place + count, squares, occupied, tower)
            if added == WON:
                return WON
            count += added
    return count


@compiled
def make_move(tables: MoveTables, children: ChildNodes, child: int, squares: Numbers) -> int:
    """Make the move that leads to a child; the squares that have changed, as a bit set."""
    origin, target = children.origins[child], children.targets[child]
    end = target
    if children.pushed[child]:
        count = children.pushed[child] + 1
        end = origin + (target - origin) * count
        shift_towers(squares, origin, target - origin, count)
    else:
        squares[children.towers[child]] = target
    return tables.square_bits[origin] | tables.square_bits[end]


@compiled
def unmake_move(children: ChildNodes, child: int, squares: Numbers) -> None:
    """Take that move back."""
    origin, target = children.origins[child], children.targets[child]
    if children.pushed[child]:
        count = children.pushed[child] + 1
        shift_towers(squares, origin + (target - origin) * count, origin - target, count)
    else:
        squares[children.towers[child]] = origin
