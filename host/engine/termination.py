"""Termination of a game that its moves do not end: resignation, agreement, time, or absence.

A session keeps it beside the moves, and the store keeps its text.  The game says what an agreement
means: a draw, or a win of the side with more pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from host.engine.game import DrawByAgreement, Game, Outcome, Side
from host.message import message

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

_DRAW, _END = "draw agreed", "end agreed"


@dataclass(frozen=True, slots=True)
class Termination:
    """The end of a game that its moves do not tell; `str` gives its text in the store.

    Attributes:
        outcome: the result.
        text: "white resigns", "draw agreed", "end agreed", "white out of time", "white away" or
            "white away, drawn".
    """

    outcome: Outcome
    text: str

    def __str__(self) -> str:
        return self.text


def resignation(side: Side) -> Termination:
    """Return the termination by resignation of one side.

    A match is resigned as a whole: the rules do not say how a resigned round is scored.

    >>> str(resignation(Side.WHITE).outcome.reason)
    'White has resigned: Black wins.'
    """
    winner = side.other
    reason = message("engine.resigned", side=side.message, winner=winner.message)
    return Termination(Outcome(winner, reason), f"{side.name.lower()} resigns")


def out_of_time(side: Side) -> Termination:
    """Return the termination by the clock of one side.

    >>> str(out_of_time(Side.WHITE).outcome.reason)
    "White's time is up: Black wins on time."
    """
    winner = side.other
    reason = message("engine.time_is_up", side=side.message, winner=winner.message)
    return Termination(Outcome(winner, reason), f"{side.name.lower()} out of time")


def absence(side: Side, is_won: bool) -> Termination:
    """Return the termination by a side that was away for longer than was agreed.

    Args:
        side: that was away.
        is_won: True if the other side claims to have won, False if it claims a draw.

    >>> str(absence(Side.WHITE, True).outcome.reason)
    'White was away for longer than agreed: Black wins.'
    """
    text, arguments = f"{side.name.lower()} away", {"side": side.message}
    if not is_won:
        reason = message("engine.away_drawn", **arguments)
        return Termination(Outcome(None, reason), f"{text}, drawn")
    reason = message("engine.away", **arguments, winner=side.other.message)
    return Termination(Outcome(side.other, reason), text)


def can_be_agreed(game: Game[PositionT, MoveT]) -> bool:
    """Return True if both sides may end the game by agreement."""
    return isinstance(game, DrawByAgreement) and game.allows_agreement


def agreement(game: Game[PositionT, MoveT], position: PositionT) -> Termination:
    """Return the termination by agreement of both sides in a position.

    Raises:
        ValueError: the rules of this game do not allow it.
    """
    if not isinstance(game, DrawByAgreement) or not game.allows_agreement:
        raise ValueError(message("engine.no_agreement", game=repr(game.name)))
    outcome = game.agreed_outcome(position)
    return Termination(outcome, _DRAW if outcome.winner is None else _END)


def terminations(game: Game[PositionT, MoveT], position: PositionT) -> Iterator[Termination]:
    """Yield every termination that a game may have in a position."""
    for side in Side:
        yield resignation(side)
        yield out_of_time(side)
        yield absence(side, True)
        yield absence(side, False)
    if can_be_agreed(game):
        yield agreement(game, position)


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
    known = {str(termination): termination for termination in terminations(game, position)}
    if text not in known:
        every = ", ".join((*known, _DRAW, _END))
        raise ValueError(message("engine.no_termination", text=repr(text), known=every))
    return known[text]
