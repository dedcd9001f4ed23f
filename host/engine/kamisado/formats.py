"""The formats of a match: when it ends, and whether towers earn teeth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """How a match is scored and when it ends.

    Attributes:
        name: short lower-case id, as in position text: "standard".
        title: what people call it: "standard match".
        points: how many points win the match; None if points alone never end it.
        rounds: after how many rounds it ends; None if their number is not agreed.
        teeth: whether the winner of a round earns a tooth and the home rows are filled for
            the next.  Without teeth every round is worth one point and begins like the
            first, and the first mover alternates: a series of single rounds.
    """

    name: str
    title: str
    points: int | None
    rounds: int | None = None
    teeth: bool = True

    @property
    def game_name(self) -> str:
        """The id of its game in files and on the command line: "kamisado-standard"."""
        return f"kamisado-{self.name}"


SINGLE = Format("single", "single round", 1)
STANDARD = Format("standard", "standard match", 3)
LONG = Format("long", "long match", 7)
MARATHON = Format("marathon", "marathon match", 15)
SERIES = Format("series", "series of single rounds", None, None, teeth=False)

FORMATS: tuple[Format, ...] = (SINGLE, STANDARD, LONG, MARATHON, SERIES)
"""The formats that have a name; a series of an agreed number of rounds is made by `series`."""

MAX_ROUNDS = 999


def series(rounds: int) -> Format:
    """A series of an agreed number of rounds, all of which are played: "series-5".

    Raises:
        ValueError: if it is not 1 to 999 rounds.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"a series has 1 to {MAX_ROUNDS} rounds, not {rounds}")
    return Format(
        f"series-{rounds}", f"series of {rounds} single rounds", None, rounds, teeth=False
    )


def format_named(name: str) -> Format:
    """The format of that name.

    >>> format_named("long").points, format_named("series-5").rounds
    (7, 5)

    Raises:
        ValueError: if there is none; the message quotes the name and lists those there are.
    """
    for known in FORMATS:
        if known.name == name:
            return known
    kind, _, rounds = name.partition("-")
    digits = rounds.isascii() and rounds.isdigit() and rounds[0] != "0"
    if kind == "series" and digits and len(rounds) <= len(str(MAX_ROUNDS)):
        return series(int(rounds))
    names = ", ".join(known.name for known in FORMATS)
    raise ValueError(
        f"there is no match format {name!r}; there are: {names}, and series-5 for 5 rounds"
    )
