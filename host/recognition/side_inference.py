"""Inference of sides on a board whose sensors only tell that something stands there.

A piece that was not lifted keeps its side.  What is put down while pieces of one side alone are in
the air is theirs.  While pieces of both sides are, as in a push, it stays open whose it is: of all
the ways to share out what was lifted that one is taken which explains the snapshot best, and it is
looked at again with each snapshot, until nothing is left to choose.

So a board of on/off sensors is played on like any other.  What it cannot see is two pieces of
different sides being exchanged while both are in the air.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
        self._lifted: list[tuple[SquareState, Square]] = []

    def readings(self, snapshot: Snapshot, expected: Snapshot) -> list[Snapshot]:
        """Return the snapshots with sides that may be meant, the likeliest first.

        Args:
            snapshot: of the sensors; OCCUPIED where they see something.
            expected: the board as the game has it.
        """
        if all(
            (a is SquareState.EMPTY) is (b is SquareState.EMPTY)
            for a, b in zip(snapshot, expected, strict=True)
        ):
            # Such sensors could say nothing against it.
            self.settle(expected)
            return [expected]
        for square in [s for s in self._certain if snapshot[s] is SquareState.EMPTY]:
            self._lifted.append((self._certain.pop(square), square))
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
        if len(shares) == 1:
            for square, side in zip(unsided, shares[0], strict=True):
                self.place(square, side)
        return found

    def place(self, square: Square, side: SquareState) -> None:
        """Take the side of the piece on an occupied square as certain."""
        if square in self._certain:
            return
        self._certain[square] = side
        mine = [lifted for lifted in self._lifted if lifted[0] is side]
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
        self._lifted = []

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
        lifted = Counter(side for side, _ in self._lifted)
        # More pieces have appeared than were lifted.
        strange = len(unsided) - len(self._lifted)
        if strange <= 0 and len(lifted) == 1:
            yield (next(iter(lifted)),) * len(unsided)
            return
        if len(unsided) > MOST_OPEN:
            yield tuple(self._likely(unsided, expected, lifted))
            return
        for share in product(_SIDES, repeat=len(unsided)):
            wanted = Counter(share)
            if sum((wanted - lifted).values()) <= max(strange, 0):
                yield share

    def _likely(
        self, unsided: Sequence[Square], expected: Snapshot, lifted: Counter[SquareState]
    ) -> Iterator[SquareState]:
        """Yield for each open square the side that is due there, or the one with more to place."""
        left = Counter(lifted)
        for square in unsided:
            due = expected[square]
            side = due if due in _SIDES else max(_SIDES, key=left.__getitem__)
            left[side] -= 1
            yield side

    def _cost(
        self, unsided: Sequence[Square], share: Sequence[SquareState], expected: Snapshot
    ) -> tuple[int, int]:
        """Count the pieces that are not back where they were lifted, and those not due there."""
        carried = sum(place not in self._lifted for place in zip(share, unsided, strict=True))
        undue = sum(
            expected[square] is not side for side, square in zip(share, unsided, strict=True)
        )
        return carried, undue
