"""Happenings of a story, as lines of text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

WIDTH = 80
"""Columns of a line."""
MARGIN = 18
"""Columns before the text of a line: time and kind."""


@dataclass(frozen=True, slots=True)
class Other:
    """A legal game that explains a board as well, and was not taken for it.

    Attributes:
        taken_back, made: texts of the moves.
        rest_ms: how long the board must stand so until it is taken; None if it will not be.
        reasons: why it was not taken, in words.
        text: all of that, for people.
    """

    taken_back: Sequence[str]
    made: Sequence[str]
    rest_ms: int | None
    reasons: Sequence[str]
    text: str


@dataclass(slots=True)
class Happening:
    """One line of a story.

    Attributes:
        at_ms: since the start of the trace.
        kind: what kind of thing happened; the kinds are in `HELP`.
        text: what happened.
        plies: number of moves of the game then, passes included.
        others: other games that explain the board.
    """

    at_ms: int
    kind: str
    text: str
    plies: int
    others: list[Other] = field(default_factory=list)

    def add(self, text: str = "", others: Iterable[Other] = ()) -> None:
        """Tell more of it."""
        self.text += text
        self.others.extend(others)

    def lines(self) -> Iterator[str]:
        """Yield it as lines of text, one for each thing, broken where they are too long."""
        yield from _lines(f"{self.at_ms / 1000:9.3f} s", self.kind, self.text)
        for other in self.others:
            yield from _lines("", "else", other.text)

    def fields(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {
            "at": self.at_ms,
            "kind": self.kind,
            "text": self.text,
            "moves": self.plies,
            "others": [
                {
                    "taken_back": list(other.taken_back),
                    "made": list(other.made),
                    "rest": other.rest_ms,
                    "reasons": list(other.reasons),
                }
                for other in self.others
            ],
        }


def _lines(time: str, kind: str, text: str) -> Iterator[str]:
    first = f"{time:>11} {kind:<5} "
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=" " * MARGIN, break_on_hyphens=False
    )
