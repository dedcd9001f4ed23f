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
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from host.ai.effort import BITS, WINS, Effort
from host.ai.stake import ANY_WIN
from host.ai.terrain import BIT, BYTE, terrains
from host.engine.kamisado.board import FILES, SQUARES, TINTS, TOWERS, Tower

Node: TypeAlias = tuple[bytes, int, Tower, Effort]
"""The towers' squares, their bit set, the tower that moves, and the first estimate.

The first and the third tell it from all others of a round.
"""

ANY_WHITE, ANY_BLACK = 16, 24
"""In place of the tower that moves, on the first move of a round: any of eight (T1)."""
MOVERS = 32
"""More than any number in that place."""


class Successors:
    """The rules of one round, for towers with certain teeth.

    Args:
        teeth: 16 bytes, by tower number.
        enough: for each tower, whether a round that ends with its tooth counts as won by its side.
    """

    def __init__(self, teeth: bytes, enough: Sequence[bool] = ANY_WIN) -> None:
        self._teeth = teeth
        self._enough = enough
        tables = terrains(teeth, enough)
        self._ways = tuple(table.ways for table in tables)
        self._goals = tuple(table.goals for table in tables)
        self._front = tuple(table.front for table in tables)

    def after(self, squares: bytes, occupied: int, bound: Tower, last: int) -> Node | Effort:
        """The node that a real move leads to, 0-moves played; or the proof of who has won.

        Args:
            squares: where the towers stand; none has reached the opponent's home row.
            occupied: the bit set of these squares.
            bound: the tower that is bound to move.
            last: who made that move: 0 for White, 8 for Black.
        """
        chain: list[Tower] = []
        while not self._can_move(squares, occupied, bound):
            if bound in chain:
                # The colour that was bound first is the one on which the last real move ended.
                rewarded = chain[0] & 7 | 8 - last
                return WINS[(last < 8) is self._enough[rewarded]]
            chain.append(bound)
            bound = TINTS[squares[bound]] + 8 - (bound & 8)
        for goal in self._goals[bound][squares[bound]]:
            if not goal & occupied:
                return WINS[bound >> 3]
        replies = self._replies(squares, occupied, bound)
        if not replies:
            return WINS[1 - (bound >> 3)]
        return squares, occupied, bound, estimate(bound, replies)

    def expand(self, node: Node) -> tuple[Node, ...] | Effort:
        """The nodes that can follow, or the proof of who wins if that is seen at once.

        The mover is taken not to be able to go home: `after` makes no such nodes.
        """
        squares, occupied, mover, _ = node
        side = mover & 8
        won = WINS[side >> 3]
        found: list[Node] = []
        for tower in (mover,) if mover < TOWERS else range(side, side + 8):
            if self._step(squares, occupied, tower, found):
                return won
            if self._teeth[tower] and (pushed := self._push(squares, occupied, tower)):
                child = self.after(*pushed, side)
                if not isinstance(child, int):
                    found.append(child)
                elif child == won:
                    return won
        return tuple(found) or WINS[1 - (side >> 3)]

    def _step(self, squares: bytes, occupied: int, tower: Tower, found: list[Node]) -> bool:
        """Add the nodes after a tower's steps; True if one of the steps is seen to win."""
        goals, front = self._goals, self._front
        origin = squares[tower]
        lifted = occupied ^ BIT[origin]
        opponent = 8 - (tower & 8)
        from_byte = BYTE[origin]
        for mask, steps in self._ways[tower][origin]:
            for target, bit, colour in steps[occupied & mask]:
                other = opponent + colour
                stands = squares[other]
                taken = lifted | bit
                for goal in goals[other][stands]:
                    if not goal & taken:
                        break
                else:
                    moved = squares.replace(from_byte, target)
                    ahead = front[other][stands]
                    if ahead & taken == ahead:  # it can push at most
                        child = self.after(moved, taken, other, tower & 8)
                        if not isinstance(child, int):
                            found.append(child)
                        elif child == WINS[tower >> 3]:
                            return True
                        continue
                    replies = self._replies(moved, taken, other)
                    if not replies:
                        return True
                    found.append((moved, taken, other, estimate(opponent, replies)))
        return False

    def _replies(self, squares: bytes, occupied: int, tower: Tower) -> int:
        """How many moves a tower has that do not let the opponent go straight home.

        None is a proof that the mover has lost.
        """
        goals = self._goals
        origin = squares[tower]
        lifted = occupied ^ BIT[origin]
        opponent = 8 - (tower & 8)
        count = 0
        for mask, steps in self._ways[tower][origin]:
            for _, bit, colour in steps[occupied & mask]:
                other = opponent + colour
                taken = lifted | bit
                for goal in goals[other][squares[other]]:
                    if not goal & taken:
                        break
                else:
                    count += 1
        if self._teeth[tower] and self._push(squares, occupied, tower):
            count += 1
        return count

    def _can_move(self, squares: bytes, occupied: int, tower: Tower) -> bool:
        """Whether a tower can step or push."""
        front = self._front[tower][squares[tower]]
        return front & occupied != front or (
            self._teeth[tower] > 0 and self._push(squares, occupied, tower) is not None
        )

    def _push(self, squares: bytes, occupied: int, tower: Tower) -> tuple[bytes, int, Tower] | None:
        """The squares, their bit set and the tower that is bound next, after a push.

        None if there is nothing that the tower can push (S2-S11, DS2-DS8, TS2-TS8).
        """
        teeth = self._teeth
        strength = teeth[tower]
        ahead = -FILES if tower & 8 else FILES
        origin = squares[tower]
        square = origin + ahead
        while 0 <= square < SQUARES and occupied >> square & 1:
            other = squares.index(square)
            if not (other ^ tower) & 8 or teeth[other] >= strength:
                return None
            square += ahead
        pushed = (square - origin) // ahead - 1
        if not 0 < pushed <= strength or not 0 <= square < SQUARES:
            return None
        for place in range(square - ahead, origin - ahead, -ahead):
            squares = squares.replace(BYTE[place], BYTE[place + ahead])
        return squares, occupied ^ BIT[origin] ^ BIT[square], TINTS[square] + (tower & 8)


def estimate(mover: Tower, replies: int) -> Effort:
    """The effort of a node that nothing is known of but its replies.

    Of the mover's replies one has to be shown to win, of the opponent all have to be refuted.
    """
    return replies | 1 << BITS if mover & 8 else 1 | replies << BITS
