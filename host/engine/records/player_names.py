"""Names of the players of a match, as people write them."""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Side
from host.message import message

LONGEST = 24
"""Characters of a name: as many as stand beside a clock on a phone."""
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Unprintable, and yet parts of names in Persian and of composed emoji."""


def tidy(text: str) -> str:
    """Return a name as it was written, with single spaces between its words alone."""
    return " ".join(text.split())


def parse_names(text: str) -> PlayerNames:
    """Parse "Ann, Bob", White's name first; one of them may be missing, but not the comma.

    Raises:
        ValueError: they are not two; the message quotes the text.
    """
    white, comma, black = text.partition(",")
    if not comma:
        raise ValueError(message("engine.wants_two_names", text=repr(text)))
    return PlayerNames(tidy(white), tidy(black))


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """White's and Black's name; "" where none is known.

    Raises:
        ValueError: a name is longer than `LONGEST`, or has characters that cannot be printed or
            spaces that do not stand between words; the message quotes it.
    """

    white: str = ""
    black: str = ""

    def __post_init__(self) -> None:
        for name in (self.white, self.black):
            if len(name) > LONGEST:
                raise ValueError(message("engine.name_too_long", text=repr(name), most=LONGEST))
            if name != tidy(name) or not name.translate(_JOINERS).isprintable():
                raise ValueError(message("engine.name_not_printable", text=repr(name)))

    def __bool__(self) -> bool:
        """Return True if a name is known."""
        return bool(self.white or self.black)

    def of(self, side: Side) -> str:
        """Return the name of a side."""
        return self.white if side is Side.WHITE else self.black

    def only(self, side: Side) -> PlayerNames:
        """Return the names without that of the other side."""
        return PlayerNames(self.white, "") if side is Side.WHITE else PlayerNames("", self.black)

    @property
    def exchanged(self) -> PlayerNames:
        """The names once the players have exchanged their sides."""
        return PlayerNames(self.black, self.white)


NO_NAMES = PlayerNames()
