"""Diagnosis of an illegal move in the rule book's notation.

An entry of this notation contains four facts, and the next entry begins with the colour on which
this one ended, so a writing error can nearly always be distinguished from an illegal move.
"""

from __future__ import annotations

from typing import NamedTuple

from host.engine.game import Square
from host.engine.kamisado.board import COLOUR_NAMES, FILES, Colour, Tower, name, tower_of
from host.engine.kamisado.legality import explain_illegal
from host.engine.kamisado.move_tables import FORWARD
from host.engine.kamisado.position import Position
from host.engine.kamisado.rulebook_notation import Direction, Entry, entries_of
from host.engine.kamisado.rules import legal_moves
from host.message import Message, alternatives, message

_SIDEWAYS = {Direction.UP: 0, Direction.LEFT: -1, Direction.RIGHT: 1}


class Diagnosis(NamedTuple):
    """The fault of some entries.

    Attributes:
        reason: why they are no legal move, without a full stop.
        meant: the entries of the only legal move that was probably meant; None if there is no such
            move, or more than one.
    """

    reason: Message
    meant: tuple[Entry, ...] | None


def diagnose(position: Position, entries: tuple[Entry, ...], following: Colour | None) -> Diagnosis:
    """Return why these entries are no legal move, and which move was probably meant.

    Args:
        position: before the move; the round is not over.
        entries: those of one move, at least one.
        following: tower of the next entry in the record; None at its end.
    """
    entry = entries[0]
    legal = [entries_of(position, move) for move in legal_moves(position)]
    required = position.required
    if required is not None and entry.tower != required:
        reason = message(
            "engine.other_tower", colour=COLOUR_NAMES[required], other=COLOUR_NAMES[entry.tower]
        )
        meant = [option for option in legal if option[0][1:] == entry[1:]]
        return _with_suggestion(reason, meant, following)
    same_direction = [option for option in legal if option[0][:3] == entry[:3]]
    for option in same_direction:
        if option[0].ended != entry.ended:
            return _wrong_colour(position, entry, option, legal, following)
    if same_direction:
        written = alternatives(*map(_words, same_direction))
        return Diagnosis(message("engine.pushed_towers", move=written), _only(same_direction))
    meant = [option for option in legal if _agreement(option[0], entry) == 3]
    return _with_suggestion(_explain_entry(position, entry), meant, following)


def _wrong_colour(
    position: Position,
    entry: Entry,
    option: tuple[Entry, ...],
    legal: list[tuple[Entry, ...]],
    following: Colour | None,
) -> Diagnosis:
    """Return why a legal move, `option`, does not end on the colour of the entry."""
    ended = option[0].ended
    square = _target(position, tower_of(position.turn, entry.tower), entry)
    assert square is not None, "a legal move ends on the board"
    reason = message(
        "engine.ends_on_other_colour",
        square=name(square),
        colour=COLOUR_NAMES[ended],
        other=COLOUR_NAMES[entry.ended],
    )
    if following == ended:
        slip = message("engine.colour_is_the_slip", reason=reason, colour=COLOUR_NAMES[ended])
        return Diagnosis(slip, option)
    others = [option for option in legal if option[0].tower == entry.tower]
    meant = [option for option in others if _agreement(option[0], entry) == 3]
    return _with_suggestion(reason, meant, following)


def _explain_entry(position: Position, entry: Entry) -> Message:
    """Return why the tower cannot make the move of an entry."""
    tower = tower_of(position.turn, entry.tower)
    origin = position.squares[tower]
    if entry.direction is Direction.DOWN:
        return message("engine.entry_backward")
    target = origin if entry.direction is Direction.NOWHERE else _target(position, tower, entry)
    if target is None:
        return message("engine.leaves_the_board", tower=position.describe(tower))
    reason = explain_illegal(position, origin, target)
    return reason or message("engine.cannot_go_there", tower=position.describe(tower))


def _target(position: Position, tower: Tower, entry: Entry) -> Square | None:
    """Return the target of an entry; None if it is off the board."""
    rank, file = divmod(position.squares[tower], FILES)
    forward = FORWARD[position.turn]
    rank += forward * entry.distance
    file += forward * entry.distance * _SIDEWAYS.get(entry.direction, 0)
    inside = 0 <= rank < FILES and 0 <= file < FILES
    return rank * FILES + file if inside else None


def _agreement(option: Entry, entry: Entry) -> int:
    return sum(a == b for a, b in zip(option, entry, strict=True))


def _with_suggestion(
    reason: Message, options: list[tuple[Entry, ...]], following: Colour | None
) -> Diagnosis:
    """Add the moves that were probably meant: those that the next entry confirms, or else all."""
    confirmed = [option for option in options if option[-1].ended == following]
    chosen = confirmed or options
    if not chosen:
        return Diagnosis(reason, None)
    move = alternatives(*map(_words, chosen))
    return Diagnosis(message("engine.was_meant", reason=reason, move=move), _only(chosen))


def _only(options: list[tuple[Entry, ...]]) -> tuple[Entry, ...] | None:
    return options[0] if len(options) == 1 else None


def _words(option: tuple[Entry, ...]) -> str:
    return repr(", ".join(entry.words for entry in option))
