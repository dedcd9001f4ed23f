"""Detection of faulty sensors from the snapshots alone.

A sensor is faulty if it flickers faster than a hand can move a piece, if it goes on changing
from one piece to another, or if it has shown a piece too many, or the wrong side, for seconds while
nothing is missing.  A piece that is missing may be in a hand: see `missing_pieces.py`.  A whole
rank that shows nothing is a strip without a connection.  A sensor that is wrongly taken for
faulty does no harm, and is used again once it has been right for some time.
"""

from __future__ import annotations

import enum
from collections import Counter, deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.snapshot import Snapshot, SquareState

FAULT_MS = 5000
"""Time for which a sensor must show a piece too many while nothing else changes."""
SEVERAL_MS = 20_000
"""FAULT_MS for several sensors together, and for one that shows the wrong side, as its piece may be
the wrong way up."""
HELD_MS = 60_000
"""FAULT_MS while players are asked something, or hold the pieces that open the menu."""
FLICKER_CHANGES, FLICKER_MS = 13, 3000
"""Number of changes of a square in a time that no hand causes: a piece that is turned over,
touched, and bounces twice each time changes it twelve times, and two pieces dragged over a square,
each unclear at both edges, eight times."""
SWINGS, SWINGS_MS = 6, 60_000
"""Number of changes of a square in a time from one piece, clear or unclear, directly to another
that no hand causes: a hand that lifts a piece leaves its square empty."""
EDGE_MS = 200
"""Time for which a piece is unclear that comes to a square or leaves it."""
DRAGGED_MS = 75
"""Longest time for which a piece is seen on two squares, as it is dragged from one to the other."""
WORKS_MS = 5000
"""Time for which a faulty sensor must agree with the position to be used again."""
SEES_MS = 1000
"""WORKS_MS for one that was silent: its piece may have stood off the middle."""
STILL_MS = 10_000
"""WORKS_MS for one that has flickered, and must not change meanwhile."""
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
    """

    def __init__(self, files: int) -> None:
        self.faults: dict[Square, SensorFault] = {}
        self.failures = Counter[Square]()
        self._files = files
        self.shown: Snapshot | None = None
        self._changes: dict[Square, deque[tuple[int, SquareState]]] = {}
        self._swings: dict[Square, deque[int]] = {}
        self._came_ms: dict[Square, int] = {}
        self._suspects: dict[Square, SquareState] = {}
        """The expected states of squares that may have a faulty sensor."""
        self._suspects_ms = 0
        self._right_ms: dict[Square, int] = {}

    def watch(self, snapshot: Snapshot, now_ms: int) -> list[Square]:
        """Take in a snapshot; return the squares whose sensors have been found to flicker."""
        before, self.shown = self.shown, snapshot
        if before is None or len(before) != len(snapshot):
            return []
        if any(agrees(snapshot[square], due) for square, due in self._suspects.items()):
            self._suspects = {}
        found = []
        for square, (was, state) in enumerate(zip(before, snapshot, strict=True)):
            if was is state:
                continue
            changes = self._changes.setdefault(square, deque(maxlen=FLICKER_CHANGES))
            if changes and changes[-1][0] == now_ms:
                changes.pop()  # a line that was read late: nobody knows how fast it changed
            changes.append((now_ms, state))
            many = len(changes) == FLICKER_CHANGES and now_ms - changes[0][0] <= FLICKER_MS
            many = many or self._swings_too_often(square, was, state, now_ms)
            if many and self._is_new(square, FaultKind.FLICKERS):
                self.declare(square, FaultKind.FLICKERS)
                found.append(square)
        return found

    def _swings_too_often(
        self, square: Square, was: SquareState, state: SquareState, now_ms: int
    ) -> bool:
        """Count a change from one piece to another, unless one is just dragged over the square;
        return True if there were too many of late."""
        swings = self._swings.setdefault(square, deque(maxlen=SWINGS))
        if was is SquareState.EMPTY:
            self._came_ms[square] = now_ms
        elif state is SquareState.EMPTY:
            if swings and now_ms - swings[-1] <= EDGE_MS:
                swings.pop()
        elif self._came_ms.get(square, 0) < now_ms - EDGE_MS:
            if now_ms not in swings:
                swings.append(now_ms)
            return len(swings) == SWINGS and now_ms - swings[0] <= SWINGS_MS
        return False

    def board_lost(self) -> None:
        """Forget what the sensors showed last."""
        self.shown, self._suspects = None, {}

    def host_stalled(self, from_ms: int, until_ms: int) -> None:
        """Let an interval not count in which the host was stalled: nobody knows what the board has
        shown meanwhile."""
        self._suspects_ms += until_ms - from_ms

    def check(
        self, expected: Snapshot, now_ms: int, is_held: bool = False, setting_up: bool = False
    ) -> tuple[list[Square], int | None]:
        """Find sensors that show pieces too many, or wrong ones, while no piece is missing.

        Args:
            expected: the board as the game has it.
            is_held: True if players may hold pieces in their hands for long.
            setting_up: True if one may be missing all the same: as long as another seems to stand
                in a wrong place, nobody is asked whether it is there.

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
        since_ms = max(self._suspects_ms, self._touched_ms(squares))
        due_ms = since_ms + (HELD_MS if is_held or missing else several_ms)
        if now_ms < due_ms:
            return [], due_ms
        for square in wrong:
            self.declare(square, FaultKind.STUCK)
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
            changes = self._changes.get(square)
            since_ms = self._right_ms.setdefault(square, now_ms)
            if fault.kind is FaultKind.FLICKERS and changes:
                since_ms = max(since_ms, changes[-1][0])
            due_ms = since_ms + min(
                _LEAST_MS[fault.kind] * LONGER ** (self.failures[square] - 1), LONGEST_MS
            )
            if now_ms >= due_ms:
                del self.faults[square], self._right_ms[square]
                works.append(square)
            else:
                wake_ms = due_ms if wake_ms is None else min(wake_ms, due_ms)
        return works, wake_ms

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

    def has_changed(self, square: Square) -> bool:
        """Return True if a square has ever been seen to change."""
        return square in self._changes

    def shown_of_late(self, square: Square, within_ms: int) -> list[SquareState]:
        """Return what a square has changed to in such a time before its last change, that included;
        at most FLICKER_CHANGES states."""
        changes = self._changes.get(square)
        if not changes:
            return []
        last_ms, _ = changes[-1]
        return [state for at_ms, state in changes if last_ms - at_ms <= within_ms]

    def came_while_off(self, square: Square, other: Square) -> bool:
        """Return True if a piece has come to a square while another one was seen empty that has
        shown a piece again since, and is empty now."""
        came, changes = self._changes.get(square, ()), list(self._changes.get(other, ()))
        if not came or len(changes) < 3:
            return False
        (off_ms, state), (back_ms, _), _ = changes[-3:]
        return state is SquareState.EMPTY and off_ms <= came[-1][0] < back_ms

    def came_first(self, square: Square, other: Square) -> bool:
        """Return True if the piece on a square came there well before another one became empty, and
        so not from there; False where one of them has a faulty sensor."""
        came, left = self._changes.get(square), self._changes.get(other)
        if not came or not left or not self.faults.keys().isdisjoint((square, other)):
            return False
        (came_ms, piece), (left_ms, nothing) = came[-1], left[-1]
        empty = SquareState.EMPTY
        return piece is not empty and nothing is empty and came_ms + DRAGGED_MS < left_ms

    def changes_of_late(self, square: Square, within_ms: int, now_ms: int) -> int:
        """Return how often a square has changed in such a time; at most FLICKER_CHANGES times."""
        return sum(now_ms - at_ms <= within_ms for at_ms, _ in self._changes.get(square, ()))

    def swings_of_late(self, square: Square, now_ms: int) -> int:
        """Return how often a square has lately changed from one piece to another; at most SWINGS
        times."""
        swings = self._swings.get(square, ())
        return sum(now_ms - at_ms <= SWINGS_MS for at_ms in swings)

    def _touched_ms(self, but: Collection[Square]) -> int:
        """Return when a square was last seen to change that is looked at, but for some."""
        return max(
            (
                changes[-1][0]
                for square, changes in self._changes.items()
                if square not in but and square not in self.faults
            ),
            default=0,
        )

    def _is_new(self, square: Square, kind: FaultKind) -> bool:
        return square not in self.faults or self.faults[square].kind is not kind


_LEAST_MS = {
    FaultKind.SILENT: SEES_MS,
    FaultKind.STUCK: WORKS_MS,
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
        for square, (state, due) in enumerate(zip(shown, expected, strict=True))
        if state is not due and square not in but and not agrees(state, due)
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
