"""Termination of a game by its players: resignation, or agreement.

A session keeps it beside the moves, and the store keeps its text.  The game says what an agreement
means: a draw, or a win of the side with more pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from host.engine.game import DrawByAgreement, Game, Outcome, Side
from host.message import message

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

_DRAW, _END = "draw agreed", "end agreed"
_RESIGNS = {f"{side.name.lower()} resigns": side for side in Side}


@dataclass(frozen=True, slots=True)
class Termination:
    """The end of a game by its players; `str` gives its text in the store.

    Attributes:
        outcome: the result.
        resigned_by: the side that has resigned; None if both have agreed.
    """

    outcome: Outcome
    resigned_by: Side | None = None

    def __str__(self) -> str:
        if self.resigned_by is not None:
            return f"{self.resigned_by.name.lower()} resigns"
        return _DRAW if self.outcome.winner is None else _END


def resignation(side: Side) -> Termination:
    """Return the termination by resignation of one side.

    A match is resigned as a whole: the rules do not say how a resigned round is scored.

    >>> str(resignation(Side.WHITE).outcome.reason)
    'White has resigned: Black wins.'
    """
    winner = side.other
    reason = message("engine.resigned", side=side.message, winner=winner.message)
    return Termination(Outcome(winner, reason), side)


def agreement(game: Game[PositionT, MoveT], position: PositionT) -> Termination:
    """Return the termination by agreement of both sides in a position.

    Raises:
        ValueError: the rules of this game do not allow it.
    """
    if not isinstance(game, DrawByAgreement) or not game.allows_agreement:
        raise ValueError(message("engine.no_agreement", game=repr(game.name)))
    return Termination(game.agreed_outcome(position))


def parse_termination(text: str, game: Game[PositionT, MoveT], position: PositionT) -> Termination:
    """Parse the text of a termination.

    Args:
        text: as in the store.
        game, position: the game, and its last position.

    Raises:
        ValueError: there is none; the message quotes the text.
    """
    if text in (_DRAW, _END):
        return agreement(game, position)
    if text not in _RESIGNS:
        known = ", ".join((*_RESIGNS, _DRAW, _END))
        raise ValueError(message("engine.no_termination", text=repr(text), known=known))
    return resignation(_RESIGNS[text])
