"""Positions of a match: the values that `KamisadoMatch` works on."""

from __future__ import annotations

import enum
from typing import NamedTuple

from host.engine.game import Outcome, Side
from host.engine.kamisado.match_format import Format
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import Points, points_of, rewarded_tower, with_tooth
from host.message import message


class Phase(enum.Enum):
    """State of a match: what it waits for."""

    PLAYING = "playing"
    """A move of the round."""
    CHOOSING = "choosing"
    """The choice of the fill by the winner of the round."""
    OVER = "over"
    """Nothing: the match is over."""


class MatchPosition(NamedTuple):
    """A position of a match: immutable, hashable.  `MatchPosition.of` validates its arguments.

    Attributes:
        round: position of the round; between two rounds and at the end, the final one of the
            last round, with the teeth it was played with.
        number: number of that round, from 1.
        points: the score, including that round once it is over.
        challenger: the side that made the first move of the round.
        phase: what the match waits for.
    """

    round: Position
    number: int
    points: Points
    challenger: Side
    phase: Phase

    @classmethod
    def of(
        cls,
        match: Format,
        position: Position,
        number: int | None = None,
        points: Points | None = None,
        challenger: Side | None = None,
    ) -> MatchPosition:
        """Return the position of a match, after checking that its parts are consistent.

        Args:
            match: the format.
            position: position of the round.
            number: None to derive it from the teeth; without teeth, 1.
            points: None to derive them from the teeth and the result of the round.
            challenger: None to derive it from the number or the side to move.

        Raises:
            ValueError: they are not consistent; the message says why.
        """
        ended = outcome(position)
        before = _points_before(match, position, points, ended)
        after = points_after(match, position, before)
        rounds_before = sum(position.teeth) if match.teeth else before.white + before.black
        if number is None:
            number = rounds_before + 1
        if points is not None and points != after:
            raise ValueError(
                message("engine.points_disagree", expected=str(after), points=str(points))
            )
        if number != rounds_before + 1:
            raise ValueError(
                message(
                    "engine.round_by_teeth" if match.teeth else "engine.round_by_points",
                    earlier=rounds_before,
                    expected=rounds_before + 1,
                    number=number,
                )
            )
        if is_over(match, before, number - 1):
            raise ValueError(message("engine.match_was_over", match=match.title, score=str(before)))
        challenger = _checked_challenger(match, position, number, challenger)
        phase = Phase.PLAYING
        if ended is not None:
            phase = Phase.OVER if is_over(match, after, number) else Phase.CHOOSING
        return cls(position, number, after, challenger, phase)

    @property
    def ended(self) -> Outcome | None:
        """The result of the round; None while it is played."""
        return None if self.phase is Phase.PLAYING else outcome(self.round)

    @property
    def defender(self) -> Side:
        """The side that did not make the first move of the round."""
        return self.challenger.other


def points_after(match: Format, position: Position, before: Points) -> Points:
    """Return the score after a round that began with the score `before`; `before` if it goes on."""
    ended = outcome(position)
    if ended is None:
        return before
    if match.teeth:
        return points_of(with_tooth(position.teeth, rewarded_tower(position, ended)))
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    return before.plus(ended.winner, 1)


def is_over(match: Format, points: Points, rounds: int) -> bool:
    """Return True if a match has ended at this score after this number of rounds."""
    return rounds == match.rounds or (match.points is not None and max(points) >= match.points)


def first_mover(match: Format, number: int) -> Side | None:
    """Return the side that begins round `number`; None if it is the loser of the last one."""
    if number == 1:
        return Side.BLACK
    if match.teeth:
        return None
    return Side.BLACK if number % 2 else Side.WHITE


def _points_before(
    match: Format, position: Position, points: Points | None, ended: Outcome | None
) -> Points:
    """Return the score at the beginning of the round."""
    if match.teeth:
        return points_of(position.teeth)
    if any(position.teeth):
        raise ValueError(message("engine.no_teeth", match=match.title))
    if points is None:
        return Points()
    if ended is None:
        return points
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    if points.of(ended.winner) == 0:
        raise ValueError(
            message("engine.winner_has_points", side=ended.winner.message, points=str(points))
        )
    return points.plus(ended.winner, -1)


def _checked_challenger(
    match: Format, position: Position, number: int, challenger: Side | None
) -> Side:
    """Return the side that began the round, after checking that it is consistent."""
    known = first_mover(match, number)
    if position.required is None:
        if known is position.turn.other:
            raise ValueError(message("engine.begins_round", side=known.message, number=number))
        if (number == 1 or not match.teeth) and position.squares != start().squares:
            raise ValueError(message("engine.round_begins_at_start"))
        known = position.turn
    if known is None:
        known = challenger
    if known is None:
        raise ValueError(message("engine.add_challenger"))
    if challenger is known.other:
        raise ValueError(message("engine.began_round", side=known.message, number=number))
    return known
