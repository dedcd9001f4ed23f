"""Pieces left where they were, as moves were taken back or made again on a display.

What the board shows of them means no move, until hands have led them to the position.
"""

from __future__ import annotations

from host.recognition.matching import Expectation, Finished, explain
from host.recognition.snapshot import Snapshot


class LeftPieces:
    """Pieces that a request has left where they were, or that are being led back since.

    Attributes:
        passed: snapshots of the moves that were taken back or made again by request: on their way
            there hands show some of these again.
        undone: how many moves hands have taken back since one was made or asked for.
    """

    def __init__(self) -> None:
        self.passed: tuple[Snapshot, ...] = ()
        self.undone = 0
        self._left: Snapshot | None = None

    # What has happened

    def leave(self, seen: Snapshot | None) -> None:
        """Take what is seen for left, or nothing."""
        self._left = seen

    def lead_back(self, *passed: Snapshot) -> None:
        """Have pieces led back past these snapshots."""
        self.passed = passed

    def allow(self, snapshot: Snapshot) -> None:
        """Take a snapshot for a move after all, though it was left or passed."""
        self.passed = tuple(seen for seen in self.passed if seen != snapshot)
        if self._left == snapshot:
            self._left = None

    def moves_asked_for(self) -> None:
        """Count anew what hands take back: a display has asked for moves."""
        self.undone = 0

    def taken_back_by_hand(self, moves: int) -> None:
        """Count moves that hands have taken back."""
        self.undone += moves

    def move_made(self) -> None:
        """End the way back, as a move is made."""
        self.passed, self.undone = (), 0

    def move_undone(self) -> None:
        """Begin another way back, as a move is undone."""
        self.passed = ()

    # What is seen

    @property
    def are_led_back(self) -> bool:
        """True while they are led back past what was taken back or made again."""
        return bool(self.passed)

    def explain(self, seen: Snapshot | None) -> bool:
        """Return True while they explain what is seen, so that nothing forbids where they are."""
        return self.are_led_back or (seen is not None and seen == self._left)

    def are_untouched(self, seen: Snapshot) -> bool:
        """Return True while just what was left is seen; anything else is no longer that."""
        if seen == self._left:
            return True
        self._left = None
        return False

    def hide_moves(self, seen: Snapshot, expectation: Expectation) -> bool:
        """Return True while what is seen is what was left, or on the way back from there.

        Once it is the position or a move that was not passed, they are back.

        Args:
            expectation: of the position to which they are led.
        """
        if self.are_untouched(seen):
            return True
        if self.passed and seen != expectation.snapshot:
            finished = isinstance(explain(expectation, seen), Finished)
            if not finished or seen in self.passed:
                return True
        self.passed = ()
        return False
