"""Formats of a match: its end, and whether towers earn teeth."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.message import Message, message


@dataclass(frozen=True, slots=True)
class Format:
    """Scoring and end of a match.

    Attributes:
        name: short lower-case id, as in position text: "standard".
        title: name for players: "standard match".
        points: points that win the match; None if points alone never end it.
        rounds: number of rounds after which it ends; None if that is not agreed.
        teeth: True if the winner of a round earns a tooth and the home rows are filled for
            the next.  Without teeth every round is worth one point and begins like the
            first, and the first mover alternates: a series of single rounds.
    """

    name: str
    title: Message = field(compare=False)  # follows from the rest; hashing it would take longer
    points: int | None
    rounds: int | None = None
    teeth: bool = True

    @property
    def game_name(self) -> str:
        """The id of the game for files and the command line: "kamisado-standard"."""
        return f"kamisado-{self.name}"


SINGLE = Format("single", message("game.single_round"), 1)
STANDARD = Format("standard", message("game.standard_match"), 3)
LONG = Format("long", message("game.long_match"), 7)
MARATHON = Format("marathon", message("game.marathon_match"), 15)
SERIES = Format("series", message("game.series"), None, None, teeth=False)

FORMATS: tuple[Format, ...] = (SINGLE, STANDARD, LONG, MARATHON, SERIES)
"""The formats with a name; `series` makes one of an agreed number of rounds."""

MAX_ROUNDS = 999


def series(rounds: int) -> Format:
    """Return a series of an agreed number of rounds, all of which are played: "series-5".

    Raises:
        ValueError: it is not 1 to 999 rounds.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(message("engine.series_rounds", most=MAX_ROUNDS, rounds=rounds))
    title = message("game.series_of_rounds", rounds=rounds)
    return Format(f"series-{rounds}", title, None, rounds, teeth=False)


def format_named(name: str) -> Format:
    """Return the format of that name.

    >>> format_named("long").points, format_named("series-5").rounds
    (7, 5)

    Raises:
        ValueError: there is none; the message quotes the name and lists those there are.
    """
    for known in FORMATS:
        if known.name == name:
            return known
    kind, _, rounds = name.partition("-")
    digits = rounds.isascii() and rounds.isdigit() and rounds[0] != "0"
    if kind == "series" and digits and len(rounds) <= len(str(MAX_ROUNDS)):
        return series(int(rounds))
    names = ", ".join(known.name for known in FORMATS)
    raise ValueError(message("engine.no_such_format", name=repr(name), known=names))
