"""Results of games of stones: a side has a single stone left, or the stones are counted."""

from __future__ import annotations

from typing import Protocol

from host.engine.game import Outcome, Setting, Side
from host.engine.stones.lines import Bits, squares_of
from host.message import Message, message


class Stones(Protocol):
    """The common part of all positions of such games."""

    @property
    def white(self) -> Bits:
        """Squares of the light stones."""

    @property
    def black(self) -> Bits:
        """Squares of the dark stones."""

    @property
    def turn(self) -> Side:
        """The side to move."""

    @property
    def halfmove_clock(self) -> int:
        """Number of plies since the last capture, or since the start if there was none.

        A pass counts as a ply: otherwise a game in which only one side can move might never end.
        """


def single_stone_outcome(position: Stones) -> Outcome | None:
    """Return the result if a side has at most one stone left; None if neither has."""
    return _outcome_by_loss(position, 1)


def no_stone_outcome(position: Stones) -> Outcome | None:
    """Return the result if a side has no stone left; None if both have some."""
    return _outcome_by_loss(position, 0)


def _outcome_by_loss(position: Stones, most: int) -> Outcome | None:
    """Return the result if a side has at most `most` stones left; None if neither has."""
    for side, left, other in (
        (Side.WHITE, position.white, position.black),
        (Side.BLACK, position.black, position.white),
    ):
        if left.bit_count() <= most:
            id = "engine.single_stone" if left else "engine.no_stone_left"
            reason = message(id, side=side.message, winner=side.other.message)
            return Outcome(side.other, reason, tuple(squares_of(other)))
    return None


def outcome_by_count(why: Message, white: Bits, black: Bits) -> Outcome:
    """Return the result of a game that the side with more stones wins.

    Args:
        why: the reason of its end, without a full stop.
        white: the light stones.
        black: the dark ones.
    """
    counts = white.bit_count(), black.bit_count()
    if counts[0] == counts[1]:
        return Outcome(None, message("engine.drawn_by_count", why=why, count=counts[0]))
    winner, stones = (Side.WHITE, white) if counts[0] > counts[1] else (Side.BLACK, black)
    reason = message(
        "engine.won_by_count",
        why=why,
        side=winner.message,
        count=max(counts),
        other=min(counts),
    )
    return Outcome(winner, reason, tuple(squares_of(stones)))


def limit_reached(limit: int) -> Message:
    """Return the reason of an end by the limit, without a full stop."""
    return message("engine.nothing_taken", count=limit)


def limit_setting(default: int) -> Setting:
    """Return the setting for the number of moves without a capture that end a game."""
    return Setting("limit", message("engine.setting_limit"), (), str(default))


def check_count(white: Bits, black: Bits, most: int) -> None:
    """Check that neither side has more stones than it begins with.

    Raises:
        ValueError: one side has.
    """
    for side, stones in ((Side.WHITE, white), (Side.BLACK, black)):
        if stones.bit_count() > most:
            raise ValueError(
                message(
                    "engine.too_many_stones",
                    side=side.message,
                    stones=stones.bit_count(),
                    most=most,
                )
            )


def check_single_stone(position: Stones) -> None:
    """Check that a side with a single stone has just lost the others.

    Raises:
        ValueError: it cannot have.
    """
    ended = single_stone_outcome(position)
    if ended is None:
        return
    if (position.white & (position.white - 1)) == (position.black & (position.black - 1)) == 0:
        raise ValueError(message("engine.both_have_lost"))
    assert ended.winner is not None, "somebody wins against a single stone"
    if position.turn is ended.winner or position.halfmove_clock:
        loser = ended.winner.other
        raise ValueError(
            message("engine.just_lost_stones", side=loser.message, turn=repr(loser.value))
        )


def check_no_stone(white: Bits, black: Bits, turn: Side, halfmove_clock: int) -> None:
    """Check that a side without stones has just lost them.

    Raises:
        ValueError: it cannot have.
    """
    if not (white or black):
        raise ValueError(message("engine.no_stones"))
    for side, stones in ((Side.WHITE, white), (Side.BLACK, black)):
        if not stones and (turn is not side or halfmove_clock):
            raise ValueError(
                message("engine.just_lost_stones", side=side.message, turn=repr(side.value))
            )
