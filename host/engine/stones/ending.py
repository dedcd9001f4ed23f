"""How a game of stones ends: a side has a single stone left, or the stones are counted."""

from __future__ import annotations

from typing import Protocol

from host.engine.game import Outcome, Setting, Side
from host.engine.stones.lines import Bits, squares_of


class Stones(Protocol):
    """What every position of such a game tells."""

    @property
    def white(self) -> Bits:
        """The squares of the light stones."""

    @property
    def black(self) -> Bits:
        """The squares of the dark stones."""

    @property
    def turn(self) -> Side:
        """Whose turn it is."""

    @property
    def halfmove_clock(self) -> int:
        """How many plies ago the last stone was taken; since the first ply if none was.

        A pass is such a ply: it is that side's turn.  Otherwise a game might never end in which
        one side can move for ever and the other never.
        """


def single_stone_outcome(position: Stones) -> Outcome | None:
    """The end of a game in which a side has lost all its stones but one; None if none has."""
    for side, left, other in (
        (Side.WHITE, position.white, position.black),
        (Side.BLACK, position.black, position.white),
    ):
        if not left & (left - 1):
            rest = "a single stone" if left else "no stone"
            reason = f"{side.label} is left with {rest}: {side.other.label} wins."
            return Outcome(side.other, reason, tuple(squares_of(other)))
    return None


def outcome_by_count(why: str, white: Bits, black: Bits) -> Outcome:
    """The end of a game which the side with more stones wins.

    Args:
        why: what ended it, without a full stop.
        white: the light stones.
        black: the dark ones.
    """
    counts = white.bit_count(), black.bit_count()
    if counts[0] == counts[1]:
        return Outcome(None, f"{why}: drawn, with {_stones(counts[0])} each.")
    winner, stones = (Side.WHITE, white) if counts[0] > counts[1] else (Side.BLACK, black)
    score = f"{_stones(max(counts))} to {min(counts)}"
    return Outcome(winner, f"{why}: {winner.label} wins by {score}.", tuple(squares_of(stones)))


def limit_reached(limit: int) -> str:
    """What ended a game by its limit, without a full stop."""
    moves = "one move" if limit == 1 else f"{limit} moves"
    return f"Nothing has been taken in {moves} of each side"


def limit_setting(default: int) -> Setting:
    """The number of moves without a capture after which a game is over."""
    return Setting(
        "limit",
        "moves of each side without a capture after which the game is over",
        (),
        str(default),
    )


def check_count(white: Bits, black: Bits, most: int) -> None:
    """Neither side has more stones than it begins with.

    Raises:
        ValueError: one has.
    """
    for side, stones in ((Side.WHITE, white), (Side.BLACK, black)):
        if stones.bit_count() > most:
            raise ValueError(
                f"{side.label} has {stones.bit_count()} stones and never has more than {most}"
            )


def check_single_stone(position: Stones) -> None:
    """A side that has a single stone left has just lost the others.

    Raises:
        ValueError: it cannot have.
    """
    ended = single_stone_outcome(position)
    if ended is None:
        return
    if (position.white & (position.white - 1)) == (position.black & (position.black - 1)) == 0:
        raise ValueError("both sides have lost: the first to have a single stone ends the game")
    assert ended.winner is not None, "somebody wins against a single stone"
    if position.turn is ended.winner or position.halfmove_clock:
        loser = ended.winner.other
        raise ValueError(
            f"{loser.label} has just lost its stones, so it must be its turn "
            f"({loser.value!r}) and nothing can have been moved since (0)"
        )


def _stones(count: int) -> str:
    return "one stone" if count == 1 else f"{count} stones"
