"""Part of a trace, from one moment to another: each a time or a move."""

from __future__ import annotations

import re
from dataclasses import dataclass

WHEN = "seconds, as 81.5, or a move, as m7 (the seventh, passes counted)"
"""Form of a moment, for people."""
_MOMENT = re.compile(r"(?P<seconds>\d+(\.\d*)?|\.\d+)s?|m(?P<move>[1-9]\d*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a trace: a time or a move.

    Attributes:
        at_ms: since the start of the trace; None for a move.
        move: its number, from 1, passes counted; 0 for a time.
    """

    at_ms: int | None = None
    move: int = 0


START = Moment(0)


def parse_moment(text: str) -> Moment:
    """Parse a moment.

    Raises:
        ValueError: it is none; the message quotes it.
    """
    told = _MOMENT.fullmatch(text)
    if told is None:
        raise ValueError(f"{text!r} is no moment of a trace: give {WHEN}")
    if told["move"]:
        return Moment(move=int(told["move"]))
    return Moment(round(float(told["seconds"]) * 1000))


@dataclass(slots=True)
class Part:
    """Part of a trace, while that is read from its beginning.

    Attributes:
        begin: its first moment; with a move what led to it.
        end: its last moment, with a move what followed until the next one; None for the end.
    """

    begin: Moment = START
    end: Moment | None = None
    _has_begun: bool = False
    _has_ended: bool = False

    def holds(self, at_ms: int, plies: int) -> bool:
        """Return True if it has a moment; they are asked for in their order.

        Args:
            at_ms: its time.
            plies: number of moves of the game then, passes included; moves taken back make them
                fewer.
        """
        begin, end = self.begin, self.end
        begun = plies + 1 >= begin.move if begin.at_ms is None else at_ms >= begin.at_ms
        self._has_begun = self._has_begun or begun
        if self._has_begun and end is not None:
            over = plies > end.move if end.at_ms is None else at_ms > end.at_ms
            self._has_ended = self._has_ended or over
        return self._has_begun and not self._has_ended
