"""The piece that moved last: do hands take it up again, to go on with it or to let the turn go?"""

from __future__ import annotations

from host.recognition.history import History
from host.recognition.matching import Candidate
from host.recognition.recogniser import REST_MS
from host.recognition.snapshot import Snapshot, SquareState
from host.session.dwell_timer import DwellTimer
from host.session.gestures import TOUCH_MS


class TurnEndDetector:
    """Watched from the move that it made to the next one.

    Attributes:
        taken_up: whether it was seen in the air again before anything else had changed.
        lifted: whether it was lifted where the turn may be let go.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another piece has moved, or what hands did was not seen."""
        self.taken_up = self.lifted = False

    def watch(self, history: History, seen: Snapshot) -> None:
        """Note whether it goes on: nobody else's would be in the air yet."""
        last, expectation = history.last_of_round, history.expectation
        if last is None or last.side is expectation.turn or seen == expectation.snapshot:
            self.taken_up = False  # or it may just be its turn again
        elif _alone_in_the_air(history, seen):
            self.taken_up = True

    def lets_go(
        self, history: History, seen: Snapshot, dwell: DwellTimer, now_ms: int
    ) -> Candidate | None:
        """The move that lets the turn go, where it has been lifted and put back; None if it has
        not."""
        expectation = history.expectation
        if expectation.letting_go is None or history.last_of_round is None:
            self.lifted = False
            return None
        if seen == expectation.snapshot:
            put_back = self.lifted and dwell.elapsed(REST_MS, now_ms)
            return expectation.letting_go if put_back else None
        alone = _alone_in_the_air(history, seen)
        # What is seen for a moment only is a sensor's slip.
        touched = alone and dwell.elapsed(TOUCH_MS, now_ms)
        self.lifted = alone and (touched or self.lifted)
        return None


def _alone_in_the_air(history: History, seen: Snapshot) -> bool:
    """Whether all is as the position has it, but for the piece that moved last, which is gone."""
    last, before = history.last_of_round, history.expectation.snapshot
    changed = [square for square, sight in enumerate(seen) if sight is not before[square]]
    return last is not None and changed == [last.target] and seen[changed[0]] is SquareState.EMPTY
