"""A position within a match of Kamisado: the value that `KamisadoMatch` works on."""

from __future__ import annotations

import enum
from typing import NamedTuple

from host.engine.game import Outcome, Side
from host.engine.kamisado.formats import Format
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import Points, points_of, rewarded_tower, with_tooth


class Phase(enum.Enum):
    """What a match is waiting for."""

    PLAYING = "playing"
    """A move of the round."""
    CHOOSING = "choosing"
    """The word of the round's winner on how the home rows are filled."""
    OVER = "over"
    """Nothing: somebody has won it, or the agreed rounds are played."""


class MatchPosition(NamedTuple):
    """Where a match stands: immutable, hashable.  Make one with `MatchPosition.of`.

    Attributes:
        round: the round that is played; between two rounds and at the end, the one that was
            just played, as it ended, with the teeth it was played with.
        number: which round of the match that is, from 1.
        points: the score, with what the round has brought once it is over.
        challenger: who made the first move of the round.
        phase: what the match is waiting for.
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
        """The position of a match, once it is certain that its parts belong together.

        Args:
            match: the format, which tells what a round is worth and when the match ends.
            position: of the round.
            number: None for the number that follows from the teeth; without teeth, the first.
            points: None for the score that follows from the teeth and the end of the round.
            challenger: None if it follows from the number or from the side to move.

        Raises:
            ValueError: with a sentence that says what does not belong together.
        """
        ended = outcome(position)
        before = _points_before(match, position, points, ended)
        after = points_after(match, position, before)
        rounds_before = sum(position.teeth) if match.teeth else before.white + before.black
        if number is None:
            number = rounds_before + 1
        if points is not None and points != after:
            raise ValueError(f"the teeth and this round are worth {after}, not {points}")
        if number != rounds_before + 1:
            each = "a tooth" if match.teeth else "a point"
            raise ValueError(
                f"each round that is over brings {each}, and there are {rounds_before} from "
                f"earlier rounds, so this is round {rounds_before + 1}, not {number}"
            )
        if is_over(match, before, number - 1):
            raise ValueError(f"the {match.title} was over before this round, at {before}")
        challenger = _checked_challenger(match, position, number, challenger)
        phase = Phase.PLAYING
        if ended is not None:
            phase = Phase.OVER if is_over(match, after, number) else Phase.CHOOSING
        return cls(position, number, after, challenger, phase)

    @property
    def ended(self) -> Outcome | None:
        """How the round ended; None while it is played."""
        return None if self.phase is Phase.PLAYING else outcome(self.round)

    @property
    def defender(self) -> Side:
        """Who did not make the first move of the round."""
        return self.challenger.other


def points_after(match: Format, position: Position, before: Points) -> Points:
    """The score `before` the round, with what its end brings; the same while it is played."""
    ended = outcome(position)
    if ended is None:
        return before
    if match.teeth:
        return points_of(with_tooth(position.teeth, rewarded_tower(position, ended)))
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    return before.plus(ended.winner, 1)


def is_over(match: Format, points: Points, rounds: int) -> bool:
    """Whether a match has ended at this score after so many rounds."""
    return rounds == match.rounds or (match.points is not None and max(points) >= match.points)


def first_mover(match: Format, number: int) -> Side | None:
    """Who begins round `number`, where that alone tells it; else it is the last one's loser."""
    if number == 1:
        return Side.BLACK
    if match.teeth:
        return None
    return Side.BLACK if number % 2 else Side.WHITE


def _points_before(
    match: Format, position: Position, points: Points | None, ended: Outcome | None
) -> Points:
    """The score when the round began."""
    if match.teeth:
        return points_of(position.teeth)
    if any(position.teeth):
        raise ValueError(f"there are no teeth in a {match.title}")
    if points is None:
        return Points()
    if ended is None:
        return points
    assert ended.winner is not None, "a round of Kamisado is never drawn"
    if points.of(ended.winner) == 0:
        raise ValueError(
            f"{ended.winner.label} has won this round, so the score cannot be {points}"
        )
    return points.plus(ended.winner, -1)


def _checked_challenger(
    match: Format, position: Position, number: int, challenger: Side | None
) -> Side:
    """Who began the round, once it is certain that nothing speaks against it."""
    known = first_mover(match, number)
    if position.required is None:
        if known is position.turn.other:
            raise ValueError(f"{known.label} begins round {number}")
        if (number == 1 or not match.teeth) and position.squares != start().squares:
            raise ValueError("this round begins with every tower on its own colour")
        known = position.turn
    if known is None:
        known = challenger
    if known is None:
        raise ValueError("add who began this round, which follows from nothing else")
    if challenger is known.other:
        raise ValueError(f"{known.label} began round {number}")
    return known
