"""What can follow a position, as the search sees it: real moves only, the hopeless left out.

A node is a position in which the tower that is bound to move can move.  0-moves are no nodes:
a chain of them (M6) belongs to the real move before it, and one that never ends is a deadlock
(M8), the loss of who made that move.  So a node need not say who moved last.

**Nodes never repeat.**  A tower goes back only when one with more teeth pushes it.  So those
with the most teeth only advance; on a way from a node to itself they would have to stand still,
and then push nothing, so the next strongest only advance, and so on down to the plain ones: no
tower moves at all, but every node is left by a real move.  A value therefore never depends on
how a node was reached.

What is left out: a step after which the opponent goes straight home, for it loses at once.
What is known at once: a node with no other moves is lost, and one from which a tower goes home,
or that leaves the opponent no other moves, is won.

Where a win must bring a number of points (`stake.py`), a tower that brings too little has no way
home: there it loses what is asked for, so its moves onto the home row are left out like any other
that loses at once.  A deadlock looks at the tower that gets the tooth.

All functions here may be compiled (`compiled.py`); `squares` are the squares of the towers by
number, `occupied` is their bit set.  Whoever changes squares puts them back.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.compiled import Numbers, compiled
from host.ai.effort import BITS, NEVER
from host.ai.table import Memory, slot_of
from host.ai.terrain import Terrain
from host.engine.kamisado.board import FILES, SQUARES, TOWERS

ANY_WHITE, ANY_BLACK = 16, 24
"""In place of the tower that moves, on the first move of a round: any of eight (T1)."""
WHITE_WON, BLACK_WON = -1, -2
"""What `follow` says where the round is decided."""
MOVER_BITS = 5
"""Of a tower's number, or of what stands in its place."""
MOVERS = 1 << MOVER_BITS
LOST, WON = 0, -1
"""What `expand` says where the mover has lost or won."""
MOST_MOVES = 8 * 21
"""More than any node has: eight towers on three lines of seven squares."""


class Children(NamedTuple):
    """The moves from the nodes on the way, one after the other, each number of one at its place.

    Attributes:
        whites, blacks: where White's and Black's towers stand after it, six bits each.
        movers: the tower that moves then.
        towers, origins, targets: which tower moved from where to where.
        pushed: how many towers it pushed.
        owns, others: what is still to be shown before the side that moved is proven to win, and
            before the other one is (`effort.py`).
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
def pushes(terrain: Terrain, squares: Numbers, occupied: int, tower: int) -> int:
    """How many towers a tower pushes if it does (S2-S11, DS2-DS8, TS2-TS8); 0 if it cannot."""
    teeth = terrain.teeth
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
def shove(squares: Numbers, origin: int, way: int, count: int) -> None:
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
def replies(terrain: Terrain, squares: Numbers, occupied: int, tower: int) -> int:
    """How many moves a tower has that do not let the opponent go straight home.

    None is a proof that the mover has lost.
    """
    starts, steps, tints, goals = terrain.starts, terrain.steps, terrain.tints, terrain.goals
    origin = squares[tower]
    lifted = occupied ^ terrain.square_bits[origin]
    opponent = 8 - (tower & 8)
    count = 0
    line = 3 * (tower << 6 | origin)
    for first in range(line, line + 3):
        for step in range(starts[first], starts[first + 1]):
            bit = steps[step]
            if occupied & bit:
                break
            other = opponent + tints[step]
            goal = 3 * (other << 6 | squares[other])
            taken = lifted | bit
            if goals[goal] & taken and goals[goal + 1] & taken and goals[goal + 2] & taken:
                count += 1
    if terrain.teeth[tower] and pushes(terrain, squares, occupied, tower):
        count += 1
    return count


@compiled
def follow(terrain: Terrain, squares: Numbers, occupied: int, bound: int, last: int) -> int:
    """The node that a real move leads to, 0-moves played.

    Args:
        bound: the tower that is bound to move.
        last: who made that move: 0 for White, 8 for Black.

    Returns:
        The tower that moves, and the number of its replies times 2**`MOVER_BITS`; or WHITE_WON
        or BLACK_WON.
    """
    front, goals, teeth = terrain.front, terrain.goals, terrain.teeth
    first, chain = bound, 0
    while True:
        place = bound << 6 | squares[bound]
        ahead = front[place]
        if ahead & occupied != ahead:
            break
        if teeth[bound] and pushes(terrain, squares, occupied, bound):
            break
        if chain >> bound & 1:
            # The colour that was bound first is the one on which the last real move ended.
            is_enough = terrain.enough[first & 7 | 8 - last]
            return BLACK_WON if (last < 8) == (is_enough != 0) else WHITE_WON
        chain |= 1 << bound
        bound = terrain.square_tints[squares[bound]] + 8 - (bound & 8)
    goal = 3 * place
    if not (goals[goal] & occupied and goals[goal + 1] & occupied and goals[goal + 2] & occupied):
        return BLACK_WON if bound & 8 else WHITE_WON
    count = replies(terrain, squares, occupied, bound)
    if not count:
        return WHITE_WON if bound & 8 else BLACK_WON
    return bound | count << MOVER_BITS


@compiled
def enter(children: Children, place: int, side: int, mover: int, effort: int) -> None:
    """Enter the last fields of a child: who moves, and what is known of it.

    Args:
        side: who has moved: 0 for White, 8 for Black.
        mover: the tower that moves then.
    """
    children.movers[place] = mover
    if side:
        children.owns[place], children.others[place] = effort >> BITS, effort & NEVER
    else:
        children.owns[place], children.others[place] = effort & NEVER, effort >> BITS


@compiled
def expand(
    terrain: Terrain,
    memory: Memory,
    children: Children,
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

    Returns:
        How many there are; WON or LOST where that is seen at once.
    """
    starts, targets, steps, tints = terrain.starts, terrain.targets, terrain.steps, terrain.tints
    goals, front, square_bits = terrain.goals, terrain.front, terrain.square_bits
    efforts = memory.efforts
    side = mover & 8
    opponent = 8 - side
    lost = WHITE_WON if side else BLACK_WON
    won = BLACK_WON if side else WHITE_WON
    first_place = place
    towers = range(mover, mover + 1) if mover < TOWERS else range(side, side + 8)
    for tower in towers:
        origin = squares[tower]
        lifted = occupied ^ square_bits[origin]
        shift = 6 * (tower & 7)
        line = 3 * (tower << 6 | origin)
        for first in range(line, line + 3):
            begin = free = starts[first]
            end = starts[first + 1]
            while free < end and not occupied & steps[free]:
                free += 1
            for step in range(free - 1, begin - 1, -1):
                bit = steps[step]
                other = opponent + tints[step]
                stands = other << 6 | squares[other]
                taken = lifted | bit
                goal = 3 * stands
                if not (
                    goals[goal] & taken and goals[goal + 1] & taken and goals[goal + 2] & taken
                ):
                    continue
                target = targets[step]
                moved = (target - origin) << shift
                if side:
                    later_white, later_black = white, black + moved
                else:
                    later_white, later_black = white + moved, black
                squares[tower] = target
                ahead = front[stands]
                if ahead & taken == ahead:  # it can push at most
                    found = follow(terrain, squares, taken, other, side)
                    if found == won:
                        squares[tower] = origin
                        return WON
                    if found == lost:
                        squares[tower] = origin
                        continue
                    other, count = found & MOVERS - 1, found >> MOVER_BITS
                    effort = efforts[slot_of(memory, later_white, later_black, other)]
                else:
                    effort = efforts[slot_of(memory, later_white, later_black, other)]
                    count = 0 if effort else replies(terrain, squares, taken, other)
                    if not (effort or count):
                        squares[tower] = origin
                        return WON
                squares[tower] = origin
                children.whites[place], children.blacks[place] = later_white, later_black
                children.towers[place], children.pushed[place] = tower, 0
                children.origins[place], children.targets[place] = origin, target
                enter(children, place, side, other, effort or estimate(other, count))
                place += 1
        if terrain.teeth[tower]:
            count = pushes(terrain, squares, occupied, tower)
            if count:
                way = -FILES if side else FILES
                end = origin + way * (count + 1)
                shove(squares, origin, way, count + 1)
                taken = lifted ^ square_bits[end]
                bound = terrain.square_tints[end] + side
                found = follow(terrain, squares, taken, bound, side)
                later_white, later_black = word(squares, 0), word(squares, 8)
                shove(squares, end, -way, count + 1)
                if found == won:
                    return WON
                if found != lost:
                    other = found & MOVERS - 1
                    effort = efforts[slot_of(memory, later_white, later_black, other)]
                    children.whites[place], children.blacks[place] = later_white, later_black
                    children.towers[place], children.pushed[place] = tower, count
                    children.origins[place], children.targets[place] = origin, origin + way
                    effort = effort or estimate(other, found >> MOVER_BITS)
                    enter(children, place, side, other, effort)
                    place += 1
    return place - first_place


@compiled
def word(squares: Numbers, side: int) -> int:
    """Where a side's towers stand, six bits each, the first tower lowest."""
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
