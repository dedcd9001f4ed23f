"""How players have ended a game that the rules had not: one has resigned, or both agreed to end it.

A session keeps it beside the moves, and the store keeps its text.  What an agreement brings, a draw
or the win of a side that stands better, the game says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from host.engine.game import DrawByAgreement, Game, Outcome, Side

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

_DRAW, _END = "draw agreed", "end agreed"
_RESIGNS = {f"{side.name.lower()} resigns": side for side in Side}


@dataclass(frozen=True, slots=True)
class Termination:
    """The end of a game by its players; `str` gives its text in the store.

    Attributes:
        outcome: how the game has ended by it.
        resigned_by: the side that has given the game up; None if both have agreed.
    """

    outcome: Outcome
    resigned_by: Side | None = None

    def __str__(self) -> str:
        if self.resigned_by is not None:
            return f"{self.resigned_by.name.lower()} resigns"
        return _DRAW if self.outcome.winner is None else _END


def resignation(side: Side) -> Termination:
    """A game that one side has given up.

    A match is given up as a whole: what one round of it brings when nobody has reached a home row
    or moved last, the rules do not say.

    >>> resigned(Side.WHITE).outcome.reason
    'White has resigned: Black wins.'
    """
    winner = side.other
    return Termination(Outcome(winner, f"{side.label} has resigned: {winner.label} wins."), side)


def agreement(game: Game[PositionT, MoveT], position: PositionT) -> Termination:
    """A game that both sides have agreed to end in a position.

    Raises:
        ValueError: this game cannot be ended so.
    """
    if not isinstance(game, DrawByAgreement) or not game.allows_agreement:
        raise ValueError(f"a game of {game.name!r} is not ended by agreement")
    return Termination(game.agreed_outcome(position))


def parse_termination(text: str, game: Game[PositionT, MoveT], position: PositionT) -> Termination:
    """The settlement of that text.

    Args:
        text: as in the store.
        game, position: what was played, and how far.

    Raises:
        ValueError: there is none; the message quotes the text.
    """
    if text in (_DRAW, _END):
        return agreement(game, position)
    if text not in _RESIGNS:
        known = ", ".join((*_RESIGNS, _DRAW, _END))
        raise ValueError(f"{text!r} is no end of a game; there are: {known}")
    return resignation(_RESIGNS[text])
