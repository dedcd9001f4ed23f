"""Schedule of the hands: each does one phase of motion after another, all at the same time."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from simulator.board.pieces import PieceSet
from simulator.hand.stroke import Stroke

Tag = tuple[object, object] | None
"""The client to notify when a request is finished, and the request's id; None to notify nobody."""
Timed = tuple[float, list[Stroke]]
"""A phase before it is scheduled: its duration in seconds and its strokes."""


@dataclass(frozen=True, slots=True)
class Task:
    """Hand, start and duration of a request.

    Attributes:
        hand: name of the hand.
        now_us: simulated time of the request.
        seconds: duration; None for that of a person.
        tag: returned when it is finished.
    """

    hand: str
    now_us: int
    seconds: float | None = None
    tag: Tag = None


@dataclass(slots=True)
class _Phase:
    """Strokes that start and end together; `tag` is reported if it is the last of a request."""

    strokes: list[Stroke]
    begin_us: int
    end_us: int
    is_last: bool
    tag: Tag


@dataclass(slots=True)
class _Hand:
    phases: deque[_Phase] = field(default_factory=deque)
    free_us: int = 0


class Schedule:
    """The scheduled motions of all hands, which move the pieces as time passes."""

    def __init__(self, pieces: PieceSet) -> None:
        self._pieces = pieces
        self._hands: dict[str, _Hand] = {}

    @property
    def busy(self) -> bool:
        """True while a hand has something to do."""
        return any(hand.phases for hand in self._hands.values())

    @property
    def due_us(self) -> int | None:
        """End of the next motion; None while no hand is busy."""
        ends = (hand.phases[0].end_us for hand in self._hands.values() if hand.phases)
        return min(ends, default=None)

    def clear(self) -> None:
        """Drop all motions."""
        self._hands.clear()

    def advance(self, now_us: int) -> list[Tag]:
        """Move the pieces to their positions at a time; return the tags of finished requests."""
        finished = []
        for hand in self._hands.values():
            while hand.phases and hand.phases[0].begin_us <= now_us:
                phase = hand.phases[0]
                for stroke in phase.strokes:
                    stroke.advance(self._pieces, now_us)
                if now_us < phase.end_us:
                    break
                hand.phases.popleft()
                if phase.is_last:
                    finished.append(phase.tag)
        return finished

    def add(self, task: Task, phases: list[Timed]) -> int:
        """Schedule phases after all others of the task's hand.

        Returns:
            the simulated time at which they are done, in us.
        """
        hand = self._hands.setdefault(task.hand, _Hand())
        begin_us = at_us = max(task.now_us, hand.free_us)
        whole_s = sum(seconds for seconds, _ in phases)
        scale = 1.0 if task.seconds is None or not whole_s else task.seconds / whole_s
        passed_s = 0.0
        phases = phases or [(0.0, [])]
        for number, (seconds, strokes) in enumerate(phases, 1):
            passed_s += seconds * scale
            end_us = begin_us + round(passed_s * 1e6)
            for stroke in strokes:
                stroke.begin_us, stroke.end_us = at_us, end_us
            hand.phases.append(_Phase(strokes, at_us, end_us, number == len(phases), task.tag))
            at_us = end_us
        hand.free_us = at_us
        return at_us
