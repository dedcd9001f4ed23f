"""The ten levels of the computer: how far each thinks, how much it overlooks, and the perfect one.

A level never plays a move by lot.  It plays what looks best to somebody who follows the chain of
colours for so many plies and overlooks so much (`reckoning.py`, `eyes.py`); between moves that
look equally good it has its taste, which the seed gives.  The numbers were chosen so that each
level beats the one below; docs/opponents.md has what was measured, and the command for it.
"""

from __future__ import annotations

from dataclasses import dataclass

LOWEST, PERFECT = 1, 10


@dataclass(frozen=True, slots=True)
class Level:
    """How somebody plays who makes mistakes.

    Attributes:
        plies: how far the chain of colours is followed: 1 sees the own move alone, and not
            that the square it ends on may send the opponent home.
        blindness: how often the far end of the longest diagonal is overlooked (`Eyes`, which have
            a limit).
        words: whom it plays like.
    """

    plies: int
    blindness: float
    words: str


LEVELS: dict[int, Level] = {
    1: Level(1, 1.0, "a first game: it looks at its own move only"),
    2: Level(2, 1.0, "a child: it sees the reply, where it is near"),
    3: Level(2, 0.5, "it sees the reply, and often the far ones"),
    4: Level(3, 0.4, "it thinks one move farther"),
    5: Level(3, 0.18, "it overlooks less"),
    6: Level(4, 0.15, "it follows the colours for four plies"),
    7: Level(4, 0.07, "the same, with good eyes"),
    8: Level(5, 0.04, "it follows the colours for five plies"),
    9: Level(7, 0.02, "an expert: seven plies, hardly a slip"),
}
"""The levels below the perfect one, which proves who wins (`players.perfect.PerfectPlayer`)."""

PERFECT_WORDS = "perfect: it proves who wins"


def parse_level(text: str) -> int:
    """The number of a level.

    Raises:
        ValueError: there is no such level; the message quotes the text.
    """
    if text.isascii() and text.isdigit() and LOWEST <= int(text) <= PERFECT:
        return int(text)
    raise ValueError(f"{text!r} is no level: they are {LOWEST} to {PERFECT}")


def level_words(number: int) -> str:
    """What a level is like."""
    return PERFECT_WORDS if number == PERFECT else LEVELS[number].words
