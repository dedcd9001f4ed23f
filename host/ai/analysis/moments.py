"""Moments of a review: the two or three moves from which most can be learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

from host.ai.results import NEAR, ReviewedMove
from host.engine.game import Side
from host.message import Message, message
from host.message.messages import Argument


@dataclass(frozen=True, slots=True)
class Moment:
    """A move to look at again.

    Attributes:
        ply: number of the move.
        line: texts of the moves that show it, from the position before it.
    """

    ply: int
    kind: Literal["blunder", "missed", "defence", "only"]
    words: Message
    line: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Return the fields as a JSON object whose text is still a `Message`."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def moments(reviewed: Sequence[ReviewedMove]) -> list[Moment]:
    """Return at most three moments, in order.

    They are the last blunder with something near to see, else the last one; the nearest win that
    was missed beside it, else the nearest short defence; and an only winning move that was found.
    """
    found = []
    blunders = sorted((m for m in reviewed if m.is_blunder), key=lambda m: m.ply)
    if blunders:
        near = [move for move in blunders if 0 < _nearest(move) <= NEAR]
        last = (near or blunders)[-1]
        is_missed = last.best_end > 0 and last.best_end == _nearest(last)
        found.append(_missed(last) if is_missed else _blunder(last))
        blunders.remove(last)
    missed = [move for move in blunders if move.best_end]
    short = [move for move in reviewed if move.is_short_defence]
    only = [move for move in reviewed if move.is_only_win]
    if missed:
        found.append(_missed(min(missed, key=lambda m: (m.best_end, -m.ply))))
    elif short:
        found.append(_short_defence(min(short, key=lambda m: (m.end, -m.ply))))
    if only:
        found.append(_only(max(only, key=lambda m: (m.choices, m.ply))))
    return sorted(found, key=lambda moment: moment.ply)


def _nearest(blunder: ReviewedMove) -> int:
    """Return how near the win was that was missed, or given to the opponent; 0: not known."""
    return min((end for end in (blunder.end, blunder.best_end) if end), default=0)


def _blunder(move: ReviewedMove) -> Moment:
    winner = Side[move.side.upper()].other
    args = {**_args(move), "winner": winner.message}
    words = message("ai.moment_blunder_far", **args)
    if move.end:
        words = message("ai.moment_blunder", **args, count=move.end)
    return Moment(move.ply, "blunder", words, move.refutation)


def _missed(move: ReviewedMove) -> Moment:
    words = message("ai.moment_missed", **_args(move), count=move.best_end)
    return Moment(move.ply, "missed", words, move.best_line)


def _short_defence(move: ReviewedMove) -> Moment:
    words = message("ai.moment_defence_far", **_args(move), count=move.end)
    if move.best_end:
        args = {**_args(move), "longer": move.best_end}
        words = message("ai.moment_defence", **args, count=move.end)
    return Moment(move.ply, "defence", words, move.refutation)


def _only(move: ReviewedMove) -> Moment:
    words = message("ai.moment_only", **_args(move), choices=move.choices)
    return Moment(move.ply, "only", words, (move.text,))


def _args(move: ReviewedMove) -> dict[str, Argument]:
    return {"ply": move.ply, "side": Side[move.side.upper()].message}
