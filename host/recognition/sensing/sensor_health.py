"""Detection of faulty sensors from the snapshots alone.

A sensor is faulty if it flickers faster than a hand can move a piece, if it goes on changing
from one piece to another, or if it has shown a piece too many, or the wrong side, for seconds while
nothing is missing.  A piece that is missing may be in a hand, so that only play without it tells,
and the word of players.  A whole rank that shows nothing is a strip without a connection.  A sensor
that is wrongly taken for faulty does no harm, and is used again once it has been right for some
time.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.sensing.reversed_pieces import ReversedPieces
from host.recognition.sensing.square_changes import SquareChanges
from host.recognition.snapshot import OTHER_SIDE, Snapshot, SquareState, differing
from host.recognition.times import (
    FAULT_MS,
    HELD_MS,
    SEES_MS,
    SEVERAL_MS,
    STILL_MS,
    WORKS_MS,
)

LONGER, LONGEST_MS = 4, 60_000
"""Factor by which that time grows each time the sensor fails again, and its upper bound."""
MOST_FAULTS = 2
"""Number of sensors that may be found faulty at the same time, those of one strip aside."""


class FaultKind(enum.Enum):
    """Kind of a fault."""

    SILENT = "silent"
    """It shows nothing where a piece stands."""
    STUCK = "stuck"
    """It shows a piece where none stands, or the wrong side."""
    REVERSED = "reversed"
    """It shows the wrong side, as the piece above it has its magnet the wrong way up, or as it is
    stuck: the next lift tells."""
    FLICKERS = "flickers"


@dataclass(frozen=True, slots=True)
class SensorFault:
    """Fault of one sensor.

    Attributes:
        shown: the wrong state that it shows; None if it flickers.
    """

    kind: FaultKind
    shown: SquareState | None = None


class SensorHealth:
    """Detector of the faulty sensors of one board.

    Args:
        files: of the game; a strip of sensors lies below each rank.

    Attributes:
        faults: the faults that are known, by square.
        shown: what they show; None while there is no board.
        failures: how often the sensor of a square has been found out of order.
        reversed: the pieces whose magnet is the wrong way up.
        changes: what each square has shown of late.
    """

    def __init__(self, files: int) -> None:
        self.faults: dict[Square, SensorFault] = {}
        self.failures = Counter[Square]()
        self._files = files
        self.shown: Snapshot | None = None
        self.reversed = ReversedPieces()
        self.changes = SquareChanges()
        self._raw: Snapshot | None = None
        self._suspects: dict[Square, SquareState] = {}
        """The expected states of squares that may have a faulty sensor."""
        self._suspects_ms = 0
        self._right_ms: dict[Square, int] = {}

    def watch(
        self,
        snapshot: Snapshot,
        now_ms: int,
        distance: Callable[[Snapshot], float] = lambda _: 0.0,
    ) -> list[Square]:
        """Take in a snapshot; return the squares whose sensors have been found to flicker.

        Args:
            distance: tells how far a reading of a snapshot is from what the game explains.
        """
        before, self._raw = self._raw, snapshot
        self._lift_reversed(snapshot)
        self.shown = self.reversed.read(snapshot, distance)
        if before is None or len(before) != len(snapshot):
            return []
        if any(agrees(self.shown[square], due) for square, due in self._suspects.items()):
            self._suspects = {}
        found = []
        for square in self.changes.take(before, snapshot, now_ms):
            if self._is_new(square, FaultKind.FLICKERS):
                self.declare(square, FaultKind.FLICKERS)
                found.append(square)
        return found

    def undue(self, square: Square, now_ms: int) -> tuple[bool, int | None]:
        """Take in that a square shows a piece more than there are.

        Returns:
            True if its sensor has been found to be out of order, and when to look again; None if
            there is nothing to wait for.
        """
        many, wake_ms = self.changes.undue(square, now_ms)
        if many:
            self.declare(square, FaultKind.FLICKERS)
        return many, wake_ms

    def _lift_reversed(self, snapshot: Snapshot) -> None:
        """Take in which pieces have been lifted that are seen as the other side's: their sensors
        are not stuck."""
        turned = {
            square: OTHER_SIDE[fault.shown]
            for square, fault in self.faults.items()
            if fault.kind is FaultKind.REVERSED and fault.shown is not None
        }
        for square, side in turned.items():
            if snapshot[square] is SquareState.EMPTY:
                seen = [s for q, s in enumerate(self.shown or ()) if q not in turned]
                of = (*seen, *turned.values()).count(side)
                self.reversed.lifted(side, of)
                del self.faults[square]
                self._right_ms.pop(square, None)

    def board_lost(self) -> None:
        """Forget what the sensors showed last."""
        self.shown, self._raw, self._suspects = None, None, {}
        self.reversed.board_lost()

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Let an interval not count in which the host was stalled: nobody knows what the board has
        shown meanwhile."""
        self._suspects_ms += until_ms - from_ms

    def check(
        self,
        expected: Snapshot,
        now_ms: int,
        is_held: bool = False,
        setting_up: bool = False,
        turned: bool = False,
    ) -> tuple[list[Square], int | None]:
        """Find sensors that show pieces too many, or wrong ones, while no piece is missing.

        Args:
            expected: the board as the game has it.
            is_held: True if players may hold pieces in their hands for long.
            setting_up: True if one may be missing all the same: as long as another seems to stand
                in a wrong place, nobody is asked whether it is there.
            turned: True if a piece that is just put may have its magnet the wrong way up.

        Returns:
            The squares whose sensors have just been found to be out of order, and when to look
            again; None if there is nothing to wait for.
        """
        shown = self.shown
        if shown is None:
            return [], None
        squares = contradicting(shown, expected, self.faults)
        wrong = [square for square in squares if shown[square] is not SquareState.EMPTY]
        missing = len(wrong) < len(squares)
        # A piece that is lifted because it is seen wrongly is a new trouble.
        vetoed = missing and not setting_up
        suspects = {} if vetoed else {square: expected[square] for square in wrong}
        if suspects != self._suspects:
            self._suspects, self._suspects_ms = suspects, now_ms
        if not suspects or len(squares) > MOST_FAULTS:
            return [], None
        reversed_ = any(SquareState.EMPTY not in (shown[s], expected[s]) for s in squares)
        several_ms = SEVERAL_MS if len(squares) > 1 or reversed_ else FAULT_MS
        # A sensor that goes on changing is wrong all the same, as long as nothing else is touched.
        since_ms = max(self._suspects_ms, self.changes.touched_ms({*squares, *self.faults}))
        due_ms = since_ms + (HELD_MS if is_held or turned or missing else several_ms)
        if now_ms < due_ms:
            return [], due_ms
        for square in wrong:
            still = self.changes.last_ms(square) <= self._suspects_ms
            other = OTHER_SIDE.get(shown[square])
            wrong_side = other is not None and (turned or expected[square] is other)
            self.declare(square, FaultKind.REVERSED if still and wrong_side else FaultKind.STUCK)
        return wrong, None

    def recover(
        self, expected: Snapshot, now_ms: int, but: Collection[Square] = ()
    ) -> tuple[list[Square], int | None]:
        """Believe sensors again that work; returns their squares, and when to look again.

        Args:
            but: squares on which something else than expected may stand.
        """
        if self.shown is None:
            return [], None
        works, wake_ms = [], None
        for square, fault in list(self.faults.items()):
            state = self.shown[square]
            wrong = state is fault.shown or not agrees(state, expected[square])
            if wrong or square in but:
                self._right_ms.pop(square, None)
                continue
            since_ms = self._right_ms.setdefault(square, now_ms)
            if fault.kind is FaultKind.FLICKERS:
                since_ms = max(since_ms, self.changes.last_ms(square))
            due_ms = since_ms + min(
                _LEAST_MS[fault.kind] * LONGER ** (self.failures[square] - 1), LONGEST_MS
            )
            if now_ms >= due_ms:
                del self.faults[square], self._right_ms[square]
                works.append(square)
            else:
                wake_ms = due_ms if wake_ms is None else min(wake_ms, due_ms)
        return works, wake_ms

    def left_by_reversed(self, expected: Snapshot) -> list[Square]:
        """Take sensors for stuck that seemed to show a reversed piece and go on showing it though
        it has left; return their squares."""
        left = [
            square
            for square, fault in self.faults.items()
            if fault.kind is FaultKind.REVERSED and expected[square] is SquareState.EMPTY
        ]
        for square in left:
            self.declare(square, FaultKind.STUCK)
        return left

    def declare(self, square: Square, kind: FaultKind) -> None:
        """Take a sensor for out of order; of a rank with two silent ones, all that show nothing."""
        assert self.shown is not None, "there is a board"
        shown = None if kind is FaultKind.FLICKERS else self.shown[square]
        if square not in self.faults:
            self.failures[square] += 1
        self.faults[square] = SensorFault(kind, shown)
        self._right_ms.pop(square, None)
        if kind is not FaultKind.SILENT:
            return
        first = square // self._files * self._files
        rank = range(first, first + self._files)
        silent = [s for s in rank if s in self.faults and self.faults[s].kind is kind]
        for other in rank if len(silent) > 1 else ():
            if self.shown[other] is SquareState.EMPTY:
                self.failures[other] += other not in self.faults
                self.faults.setdefault(other, SensorFault(kind, SquareState.EMPTY))

    def blame(self, square: Square, due: SquareState) -> None:
        """Take a sensor for out of order that shows something else than stands there."""
        assert self.shown is not None, "there is a board"
        kind, state = FaultKind.STUCK, self.shown[square]
        if state is SquareState.EMPTY:
            kind = FaultKind.SILENT
        elif state is OTHER_SIDE.get(due):
            kind = FaultKind.REVERSED
        self.declare(square, kind)

    def release(self, squares: Collection[Square]) -> None:
        """Believe sensors again that were none at fault: the board was disturbed."""
        for square in squares:
            if self.faults.pop(square, None) is not None:
                self.failures[square] -= 1
            self._right_ms.pop(square, None)
            self.changes.forget(square)
        self.failures = +self.failures

    def _is_new(self, square: Square, kind: FaultKind) -> bool:
        return square not in self.faults or self.faults[square].kind is not kind


_LEAST_MS = {
    FaultKind.SILENT: SEES_MS,
    FaultKind.STUCK: WORKS_MS,
    FaultKind.REVERSED: WORKS_MS,
    FaultKind.FLICKERS: STILL_MS,
}


def agrees(shown: SquareState, expected: SquareState) -> bool:
    """Return True if a sensor shows what is expected, as far as it tells sides."""
    if shown is SquareState.OCCUPIED:
        return expected is not SquareState.EMPTY
    return shown is expected


def contradicting(
    shown: Snapshot, expected: Snapshot, but: Collection[Square] = ()
) -> list[Square]:
    """Return the squares that show something else than expected.

    Args:
        but: squares that are not looked at.
    """
    return [
        square
        for square in differing(shown, expected)
        if square not in but and not agrees(shown[square], expected[square])
    ]


def fill(snapshot: Snapshot, squares: Mapping[Square, SquareState]) -> Snapshot:
    """Return a snapshot with other states on some squares."""
    if not squares:
        return snapshot
    filled = list(snapshot)
    for square, state in squares.items():
        filled[square] = state
    return tuple(filled)


def states_on(snapshot: Snapshot, squares: Collection[Square]) -> dict[Square, SquareState]:
    """Return the states of some squares."""
    return {square: snapshot[square] for square in squares}
