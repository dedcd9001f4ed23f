"""What can follow a position, as the search sees it: real moves only, the hopeless ones left out.

A node is a position in which the tower that is bound to move can move.  0-moves are no nodes:
a chain of them (M6) belongs to the move before it, and one that never ends is a deadlock (M8),
the loss of who made that move.  So a node need not say who moved last, and nodes never repeat:
a tower is pushed back only by one with more teeth, so the strongest towers only ever advance,
and where they stand still, so do the next strongest.

What is left out: a move after which the opponent goes straight home, for it loses.  What is
known at once: a position with no other moves is lost, and one from which a tower goes home, or
which leaves the opponent no other moves, is won.
"""

from __future__ import annotations

from typing import TypeAlias

from host.ai.terrain import BIT, terrains
from host.engine.kamisado.board import FILES, SQUARES, TINTS, TOWERS, Tower

Key: TypeAlias = int
Effort: TypeAlias = tuple[int, int]
"""How much is to be shown before White is proven to win, and before Black is: two proof numbers.

(0, NEVER) says that White wins, (NEVER, 0) that Black does; others are estimates above 0.
"""
Node: TypeAlias = tuple[Key, bytes, int, Tower, Effort]
"""The key, the towers' squares and their bit set, the tower that moves, and the first estimate."""

NEVER = 1 << 29
WINS: tuple[Effort, Effort] = ((0, NEVER), (NEVER, 0))
"""The effort that says that White wins, and that Black does."""

ANY_WHITE, ANY_BLACK = 16, 24
"""In place of the tower that moves, on the first move of a round: any of eight (T1)."""

_BYTE = tuple(bytes([square]) for square in range(SQUARES))

# A key is the sum of each tower's square times a weight: the upper bits, which six-bit digits
# share, tell all positions apart; the lower ones, powers of a large number, spread over a dict
# what would else fall on few of its places (Python takes integers modulo 2**61 - 1).
_PRIME = (1 << 61) - 1
_LOW_BITS = 72  # sixteen squares below 64 times numbers below 2**61, and the tower's
_WEIGHTS = tuple(
    (1 << _LOW_BITS + 6 * tower) + pow(0x9E3779B97F4A7C15, tower + 1, _PRIME)
    for tower in range(TOWERS + 1)
)
_PLACE = tuple(tuple(square * weight for square in range(SQUARES)) for weight in _WEIGHTS[:TOWERS])
_MOVER = tuple(tower * _WEIGHTS[TOWERS] for tower in range(32))


class Successors:
    """The rules of one round, for towers with certain teeth.

    Args:
        teeth: 16 bytes, by tower number.
    """

    def __init__(self, teeth: bytes) -> None:
        self._teeth = teeth
        tables = terrains(teeth)
        self._ways = tuple(table.ways for table in tables)
        self._homes = tuple(table.homes for table in tables)
        self._front = tuple(table.front for table in tables)

    def after(self, squares: bytes, occupied: int, bound: Tower, last: int) -> Node | Effort:
        """The node that a real move leads to, 0-moves played; or its value if that is seen.

        Args:
            squares: where the towers stand.
            occupied: the bit set of these squares.
            bound: the tower that is bound to move.
            last: who made that move: 0 for White, 8 for Black.
        """
        chain: list[Tower] = []
        while not self.can_move(squares, occupied, bound):
            if bound in chain:
                return WINS[last < 8]
            chain.append(bound)
            bound = TINTS[squares[bound]] + 8 - (bound & 8)
        for home in self._homes[bound][squares[bound]]:
            if not home & occupied:
                return WINS[bound >> 3]
        replies = self.replies(squares, occupied, bound)
        if not replies:
            return WINS[1 - (bound >> 3)]
        effort = (replies, 1) if bound & 8 else (1, replies)
        return key_of(squares, bound), squares, occupied, bound, effort

    def can_move(self, squares: bytes, occupied: int, tower: Tower) -> bool:
        """Whether a tower can step or push."""
        front = self._front[tower][squares[tower]]
        return front & occupied != front or (
            self._teeth[tower] > 0 and self.push(squares, occupied, tower) is not None
        )

    def push(self, squares: bytes, occupied: int, tower: Tower) -> tuple[bytes, int, Tower] | None:
        """The squares, their bit set and the tower that is bound next, after a push.

        None if there is nothing that the tower can push (S2-S11, DS2-DS8, TS2-TS8).
        """
        teeth = self._teeth
        strength = teeth[tower]
        ahead = -FILES if tower & 8 else FILES
        origin = square = squares[tower]
        for _ in range(strength + 1):
            square += ahead
            if not 0 <= square < SQUARES:
                return None
            if not occupied >> square & 1:
                break
            other = squares.index(square)
            if not (other ^ tower) & 8 or teeth[other] >= strength:
                return None
        else:
            return None
        if square == origin + ahead:
            return None  # nothing in front of it
        for place in range(square - ahead, origin - ahead, -ahead):
            squares = squares.replace(_BYTE[place], _BYTE[place + ahead])
        return squares, occupied ^ BIT[origin] ^ BIT[square], TINTS[square] + (tower & 8)

    def replies(self, squares: bytes, occupied: int, tower: Tower) -> int:
        """How many moves a tower has that do not let the opponent go straight home.

        At least those that do not lose: none is a proof that the position is lost.
        """
        homes = self._homes
        origin = squares[tower]
        lifted = occupied ^ BIT[origin]
        opponent = 8 - (tower & 8)
        count = 0
        for mask, steps in self._ways[tower][origin]:
            for _, bit, colour in steps[occupied & mask]:
                other = opponent + colour
                taken = lifted | bit
                for home in homes[other][squares[other]]:
                    if not home & taken:
                        break
                else:
                    count += 1
        if self._teeth[tower] and self.push(squares, occupied, tower):
            count += 1
        return count

    def expand(self, node: Node) -> list[Node] | Effort:
        """The nodes that can follow, or the value of the node if that is seen at once.

        The mover is taken not to be able to go home: `after` makes no such nodes.
        """
        key, squares, occupied, mover, _ = node
        side = mover & 8
        found: list[Node] = []
        for tower in (mover,) if mover < TOWERS else range(side, side + 8):
            if self._steps(key, squares, occupied, mover, tower, found):
                return WINS[side >> 3]
            if self._teeth[tower] and (pushed := self.push(squares, occupied, tower)):
                child = self.after(*pushed, side)
                if len(child) == 5:
                    found.append(child)
                elif child == WINS[side >> 3]:
                    return child
        return found or WINS[1 - (side >> 3)]

    def _steps(
        self,
        key: Key,
        squares: bytes,
        occupied: int,
        mover: Tower,
        tower: Tower,
        found: list[Node],
    ) -> bool:
        """Add the nodes after a tower's steps; whether one of the steps is seen to win."""
        homes, front, replies = self._homes, self._front, self.replies
        origin = squares[tower]
        lifted = occupied ^ BIT[origin]
        opponent = 8 - (tower & 8)
        from_byte, place = _BYTE[origin], _PLACE[tower]
        base = key - place[origin] - _MOVER[mover]
        for mask, steps in self._ways[tower][origin]:
            for target, bit, colour in steps[occupied & mask]:
                other = opponent + colour
                stands = squares[other]
                taken = lifted | bit
                for home in homes[other][stands]:
                    if not home & taken:
                        break
                else:
                    moved = squares.replace(from_byte, _BYTE[target])
                    ahead = front[other][stands]
                    if ahead & taken == ahead:
                        child = self.after(moved, taken, other, tower & 8)
                        if len(child) == 5:
                            found.append(child)
                        elif child == WINS[tower >> 3]:
                            return True
                        continue
                    count = replies(moved, taken, other)
                    if not count:
                        return True
                    effort = (count, 1) if opponent else (1, count)
                    found.append(
                        (base + place[target] + _MOVER[other], moved, taken, other, effort)
                    )
        return False


def key_of(squares: bytes, mover: Tower) -> Key:
    """The key of a node: no two nodes of a round share one."""
    return sum(_PLACE[tower][square] for tower, square in enumerate(squares)) + _MOVER[mover]
