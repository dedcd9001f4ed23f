"""The piece that moved last: do hands take it up again, to go on with it or to let the turn go?"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from host.recognition.history import History
from host.recognition.matching import Option
from host.recognition.recogniser import REST_MS
from host.recognition.snapshot import Picture, Sight
from host.session.dwell_timer import Patience
from host.session.gestures import TOUCH_MS

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


class LastPiece(Generic[PositionT, MoveT]):
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

    def watch(self, history: History[PositionT, MoveT], seen: Picture) -> None:
        """Note whether it goes on: nobody else's would be in the air yet."""
        last, outlook = history.last_of_round, history.outlook
        if last is None or last.side is outlook.turn or seen == outlook.picture:
            self.taken_up = False  # or it may just be its turn again
        elif _alone_in_the_air(history, seen):
            self.taken_up = True

    def lets_go(
        self, history: History[PositionT, MoveT], seen: Picture, patience: Patience, now_ms: int
    ) -> Option[MoveT] | None:
        """The move that lets the turn go, where it has been lifted and put back; None if it has
        not."""
        outlook = history.outlook
        if outlook.letting_go is None or history.last_of_round is None:
            self.lifted = False
            return None
        if seen == outlook.picture:
            put_back = self.lifted and patience.rested(REST_MS, now_ms)
            return outlook.letting_go if put_back else None
        alone = _alone_in_the_air(history, seen)
        # What is seen for a moment only is a sensor's slip.
        touched = alone and patience.rested(TOUCH_MS, now_ms)
        self.lifted = alone and (touched or self.lifted)
        return None


def _alone_in_the_air(history: History[PositionT, MoveT], seen: Picture) -> bool:
    """Whether all is as the position has it, but for the piece that moved last, which is gone."""
    last, before = history.last_of_round, history.outlook.picture
    changed = [square for square, sight in enumerate(seen) if sight is not before[square]]
    return last is not None and changed == [last.target] and seen[changed[0]] is Sight.EMPTY
