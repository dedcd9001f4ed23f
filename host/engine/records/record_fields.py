"""Fields of a record in every notation: who played, how it ended, and the help that was used.

    white player: Ann
    black player: Bob
    ...
    help: 3 hint, 7 proven
    # White has resigned: Black wins.
    result: white resigns

The players stand before the moves, the rest after them.  `help:` has the plies that were made with
a hint, or while proven values were shown.  `result:` has the end to which the moves lead ("white
wins", "black wins", "drawn"), or the text of a `Termination`; the comment before it tells it to
people.  Older records have the sentence itself there, in English.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from host.engine.game import Game, Outcome
from host.engine.records.player_names import PlayerNames, tidy
from host.engine.termination import Termination, terminations
from host.message import in_english, message

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

Aids: TypeAlias = tuple[tuple[int, str], ...]
"""Plies from 1, in their order, that were made with help, and which: "hint" or "proven"."""

AIDS = ("hint", "proven")
_AID = re.compile(r"([1-9][0-9]{0,5}) ([a-z]+)")


PLAYERS = tuple(f"{side} player" for side in ("white", "black"))
"""Fields of the players, in the order of `PlayerNames`."""


def player_lines(names: PlayerNames) -> list[str]:
    """Return the lines of the players whose names are known."""
    fields = zip(PLAYERS, (names.white, names.black), strict=True)
    return [f"{field}: {name}" for field, name in fields if name]


def with_player(names: PlayerNames, field: str, value: str) -> PlayerNames:
    """Return the names with that of a field of `PLAYERS`.

    Raises:
        ValueError: there is one already, or it is no name; the message quotes it.
    """
    side = field.split()[0]
    if getattr(names, side):
        raise ValueError(message("engine.record_two_players", text=repr(field)))
    return replace(names, **{side: tidy(value)})


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
        lines += [f"# {in_english(termination.outcome.reason)}", f"result: {termination}"]
    elif outcome is not None:
        lines += [f"# {in_english(outcome.reason)}", f"result: {_result(outcome)}"]
    return lines


def _result(outcome: Outcome) -> str:
    return "drawn" if outcome.winner is None else f"{outcome.winner.name.lower()} wins"


def parse_result(
    text: str, game: Game[PositionT, MoveT], position: PositionT
) -> Termination | None:
    """Parse the value of `result:`; None if the moves lead to it.

    Raises:
        ValueError: no game ends so in that position; the message quotes the text.
    """
    outcome = game.outcome(position)
    if outcome is None:
        for termination in terminations(game, position):
            if text in (str(termination), in_english(termination.outcome.reason)):
                return termination
        raise ValueError(message("engine.record_not_over", text=repr(text)))
    expected = _result(outcome)
    if text not in (expected, in_english(outcome.reason)):
        raise ValueError(
            message("engine.record_wrong_result", expected=repr(expected), text=repr(text))
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
