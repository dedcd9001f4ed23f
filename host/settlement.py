"""How players have ended a game that the rules had not: one has resigned, or a draw was agreed.

No game knows of it.  A session keeps it beside the moves, and the store keeps its text.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Outcome, Side

_DRAW = "draw agreed"
_RESIGNS = " resigns"


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a game by its players; `str` gives its text in the store.

    A match is given up as a whole: what one round of it brings when nobody has reached a home row
    or moved last, the rules do not say.

    Attributes:
        resigned: the side that has given the game up; None for a draw.
    """

    resigned: Side | None

    def __str__(self) -> str:
        return _DRAW if self.resigned is None else f"{self.resigned.name.lower()}{_RESIGNS}"

    @property
    def outcome(self) -> Outcome:
        """How the game has ended by it."""
        if self.resigned is None:
            return Outcome(None, "Drawn: both players have agreed to it.")
        winner = self.resigned.other
        return Outcome(winner, f"{self.resigned.label} has resigned: {winner.label} wins.")


def parse_settlement(text: str) -> Settlement:
    """The settlement of that text.

    >>> parse_settlement("white resigns").outcome.reason
    'White has resigned: Black wins.'

    Raises:
        ValueError: there is none; the message quotes the text.
    """
    known = {str(settlement): settlement for settlement in map(Settlement, (*Side, None))}
    if text not in known:
        raise ValueError(f"{text!r} is no end of a game; there are: {', '.join(known)}")
    return known[text]
