"""Inference of sides on a board whose sensors only tell that something stands there.

A piece that was not lifted keeps its side.  What is put down while pieces of one side alone are in
the air is theirs.  While pieces of both sides are, as in a push, it stays open whose it is: of all
the ways to share out what was lifted that one is taken which explains the snapshot best, and it is
looked at again with each snapshot, until nothing is left to choose.

A side that nothing has shown is never taken as certain: a piece that stands where none belongs, as
at the beginning of a set-up, and one that is lifted because the lights doubt it, may be either's.
Wherever it is put, it is what explains the board.

So a board of on/off sensors is played on like any other.  What it cannot see is two pieces of
different sides being exchanged while both are in the air.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product

from host.engine.game import Square
from host.recognition.matching import Candidate
from host.recognition.snapshot import Snapshot, SquareState

MOST_OPEN = 6
"""Up to this many undecided squares, all assignments are tried; of more, the likely one."""

_SIDES = (SquareState.WHITE, SquareState.BLACK)


class SideInference:
    """Remembers the side of the piece on each square."""

    def __init__(self) -> None:
        self._certain: dict[Square, SquareState] = {}
        self._open: set[Square] = set()
        """Squares of pieces whose side is open."""
        self._lifted: list[tuple[SquareState | None, Square]] = []
        """Sides of the pieces in the air, None where it is open, and where they were lifted."""

    def readings(
        self,
        snapshot: Snapshot,
        expected: Snapshot,
        first: Snapshot,
        disputed: Collection[Square] = (),
    ) -> list[Snapshot]:
        """Return the snapshots with sides that may be meant, the likeliest first.

        Args:
            snapshot: of the sensors; OCCUPIED where they see something.
            expected: the board as the game has it.
            first: the first position, which may be set up at any time.
            disputed: squares whose pieces a correction wants to be lifted.
        """
        if all(
            (a is SquareState.EMPTY) is (b is SquareState.EMPTY)
            for a, b in zip(snapshot, expected, strict=True)
        ):
            # Such sensors could say nothing against it.
            self.settle(expected)
            return [expected]
        for square in [s for s in self._certain if snapshot[s] is SquareState.EMPTY]:
            side = self._certain.pop(square)
            self._lifted.append((None if square in disputed else side, square))
        for square in [s for s in self._open if snapshot[s] is SquareState.EMPTY]:
            self._open.remove(square)
            self._lifted.append((None, square))
        unsided = [
            square
            for square, state in enumerate(snapshot)
            if state is SquareState.OCCUPIED and square not in self._certain
        ]
        shares = list(self._shares(unsided, expected))
        found = [
            self._with(snapshot, unsided, share)
            for share in sorted(shares, key=lambda share: self._cost(unsided, share, expected))
        ]
        if len(shares) == 1 and (len(unsided) <= MOST_OPEN or len(set(shares[0])) == 1):
            for square, side in zip(unsided, shares[0], strict=True):
                self.place(square, side)
        self._open = {square for square in unsided if square not in self._certain}
        if first not in found and self._may_be(first, snapshot):
            found.append(first)
        return found

    def _may_be(self, reading: Snapshot, snapshot: Snapshot) -> bool:
        """Return True if pieces stand just where a reading has them, and none is known to be of
        the other side."""
        return all(
            (state is SquareState.EMPTY) is (seen is SquareState.EMPTY)
            for state, seen in zip(reading, snapshot, strict=True)
        ) and all(reading[square] is side for square, side in self._certain.items())

    def place(self, square: Square, side: SquareState) -> None:
        """Take the side of the piece on an occupied square as certain."""
        if square in self._certain:
            return
        self._certain[square] = side
        self._open.discard(square)
        mine = [lifted for lifted in self._lifted if lifted[0] is side]
        mine += [lifted for lifted in self._lifted if lifted[0] is None]
        if mine:
            self._lifted.remove(next((one for one in mine if one[1] == square), mine[0]))

    def agree(self, seen: Snapshot, candidate: Candidate) -> None:
        """Note a made move: whose pieces it has brought where is certain."""
        for square in candidate.touched:
            if candidate.after[square] is seen[square] is not SquareState.EMPTY:
                self.place(square, seen[square])

    def settle(self, snapshot: Snapshot) -> None:
        """Take all sides as certain, with no piece in the air that is known."""
        self._certain = {square: s for square, s in enumerate(snapshot) if s in _SIDES}
        self._open, self._lifted = set(), []

    def _with(
        self, snapshot: Snapshot, unsided: Sequence[Square], share: Sequence[SquareState]
    ) -> Snapshot:
        states = list(snapshot)
        for square, side in (*self._certain.items(), *zip(unsided, share, strict=True)):
            states[square] = side
        return tuple(states)

    def _shares(
        self, unsided: Sequence[Square], expected: Snapshot
    ) -> Iterator[tuple[SquareState, ...]]:
        """Return the ways in which the open squares may be shared out between the sides."""
        lifted = Counter(side for side, _ in self._lifted if side is not None)
        # More pieces have appeared than were lifted, or may be either's.
        strange = max(0, len(unsided) - len(self._lifted))
        either = strange + len(self._lifted) - lifted.total()
        if not either and len(lifted) == 1:
            yield (next(iter(lifted)),) * len(unsided)
            return
        if len(unsided) > MOST_OPEN:
            yield tuple(self._likely(unsided, expected))
            return
        for share in product(_SIDES, repeat=len(unsided)):
            wanted = Counter(share)
            if sum((wanted - lifted).values()) <= either:
                yield share

    def _likely(self, unsided: Sequence[Square], expected: Snapshot) -> Iterator[SquareState]:
        """Yield for each open square the side that is due there, or has more pieces to place."""
        left = Counter(state for state in expected if state in _SIDES)
        left.subtract(self._certain.values())
        left.subtract(expected[square] for square in unsided if expected[square] in _SIDES)
        for square in unsided:
            side = expected[square]
            if side not in _SIDES:
                side = max(_SIDES, key=left.__getitem__)
                left[side] -= 1
            yield side

    def _cost(
        self, unsided: Sequence[Square], share: Sequence[SquareState], expected: Snapshot
    ) -> tuple[int, int]:
        """Count the pieces that are not back where they were lifted, and those not due there."""
        lifted = {(side, square) for side, square in self._lifted}
        carried = sum(
            lifted.isdisjoint(((side, square), (None, square)))
            for side, square in zip(share, unsided, strict=True)
        )
        undue = sum(
            expected[square] is not side for side, square in zip(share, unsided, strict=True)
        )
        return carried, undue
