"""Fields at the end of a record, in every notation: how the game ended, and the help that was used.

    help: 3 hint, 7 proven
    result: White has resigned: Black wins.

`help:` has the plies that were made with a hint, or while proven values were shown.  `result:` has
the sentence on the end, in English whatever the reader's language: the end to which the moves lead,
or a resignation, an agreement or a clock that ran out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from host.engine.game import Game
from host.engine.termination import Termination, terminations
from host.message import message

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

Aids: TypeAlias = tuple[tuple[int, str], ...]
"""Plies from 1, in their order, that were made with help, and which: "hint" or "proven"."""

AIDS = ("hint", "proven")
_AID = re.compile(r"([1-9][0-9]{0,5}) ([a-z]+)")


def closing_lines(
    game: Game[PositionT, MoveT],
    position: PositionT,
    termination: Termination | None,
    aids: Aids,
) -> list[str]:
    """Return the lines that end a record; none of a game that goes on without help.

    Args:
        position: the last.
    """
    lines = []
    if aids:
        lines.append("help: " + ", ".join(f"{ply} {aid}" for ply, aid in aids))
    outcome = game.outcome(position)
    if outcome is None and termination is not None:
        outcome = termination.outcome
    if outcome is not None:
        lines.append(f"result: {outcome.reason}")
    return lines


def parse_result(
    sentence: str, game: Game[PositionT, MoveT], position: PositionT
) -> Termination | None:
    """Parse the value of `result:`; None if the moves lead to it.

    Raises:
        ValueError: no game ends so in that position; the message quotes the sentence.
    """
    outcome = game.outcome(position)
    if outcome is None:
        for termination in terminations(game, position):
            if sentence == str(termination.outcome.reason):
                return termination
        raise ValueError(message("engine.record_not_over", text=repr(sentence)))
    expected = str(outcome.reason)
    if sentence != expected:
        raise ValueError(
            message("engine.record_wrong_result", expected=repr(expected), text=repr(sentence))
        )
    return None


def parse_aids(text: str, plies: Sequence[object]) -> Aids:
    """Parse the value of `help:`.

    Args:
        plies: of the record, up to there.

    Raises:
        ValueError: it names no such ply or help; the message quotes it.
    """
    aids = []
    for part in text.split(","):
        found = _AID.fullmatch(part.strip())
        if found is None or found[2] not in AIDS or int(found[1]) > len(plies):
            raise ValueError(
                message("engine.record_no_help", text=repr(part.strip()), last=len(plies))
            )
        aids.append((int(found[1]), found[2]))
    return tuple(sorted(aids))
