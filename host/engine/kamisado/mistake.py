"""What is wrong with an entry of a record that fits no legal move, and what was probably meant.

Each entry says four things, and the next one begins with the colour that this one ended on,
so a slip of the pen can nearly always be told from a move that was not legal.
"""

from __future__ import annotations

from host.engine.game import Square
from host.engine.kamisado.board import COLOURS, FILES, Colour, Tower, name, tower_of
from host.engine.kamisado.legality import explain_illegal
from host.engine.kamisado.move_tables import FORWARD
from host.engine.kamisado.position import Position
from host.engine.kamisado.rulebook_notation import Direction, Entry, entries_of
from host.engine.kamisado.rules import legal_moves

_SIDEWAYS = {Direction.UP: 0, Direction.LEFT: -1, Direction.RIGHT: 1}


def mistake(position: Position, entries: tuple[Entry, ...], following: Colour | None) -> str:
    """Why these entries are no legal move here, as a sentence without its full stop.

    Args:
        position: before the move, with the round going on.
        entries: of one move, at least one.
        following: the tower of the next entry in the record; None at its end.
    """
    entry = entries[0]
    legal = [entries_of(position, move) for move in legal_moves(position)]
    required = position.required
    if required is not None and entry.tower != required:
        return (
            f"the {COLOURS[required]} tower must move (T2), not the {COLOURS[entry.tower]} one"
            + _suggestion([option for option in legal if option[0][1:] == entry[1:]], following)
        )
    same_way = [option for option in legal if option[0][:3] == entry[:3]]
    for option in same_way:
        if option[0].ended != entry.ended:
            return _wrong_colour(position, entry, option[0].ended, legal, following)
    if same_way:
        written = " or ".join(_words(option) for option in same_way)
        return f"the pushed towers do not agree: here it is {written}"
    return _not_legal(position, entry) + _suggestion(
        [option for option in legal if _agreement(option[0], entry) == 3], following
    )


def _wrong_colour(
    position: Position,
    entry: Entry,
    ended: Colour,
    legal: list[tuple[Entry, ...]],
    following: Colour | None,
) -> str:
    """The way is legal, but it does not end on the colour that the entry says."""
    square = _target(position, tower_of(position.turn, entry.tower), entry)
    where = "" if square is None else f" on {name(square)}"
    reason = f"this ends{where} on {COLOURS[ended]}, not on {COLOURS[entry.ended]}"
    if following == ended:
        return f"{reason}; the {COLOURS[ended]} tower moves next, so the colour is the slip"
    others = [option for option in legal if option[0].tower == entry.tower]
    return reason + _suggestion(
        [option for option in others if _agreement(option[0], entry) == 3], following
    )


def _not_legal(position: Position, entry: Entry) -> str:
    """Why the tower cannot go that way that far."""
    tower = tower_of(position.turn, entry.tower)
    origin = position.squares[tower]
    if entry.direction is Direction.DOWN:
        return "towers never move backward (M1): a move begins with the pusher's entry"
    target = origin if entry.direction is Direction.NOWHERE else _target(position, tower, entry)
    if target is None:
        return f"the {position.describe(tower)} would leave the board"
    return (
        explain_illegal(position, origin, target)
        or f"the {position.describe(tower)} cannot go there"
    )


def _target(position: Position, tower: Tower, entry: Entry) -> Square | None:
    """Where an entry leads; None off the board."""
    rank, file = divmod(position.squares[tower], FILES)
    forward = FORWARD[position.turn]
    rank += forward * entry.distance
    file += forward * entry.distance * _SIDEWAYS.get(entry.direction, 0)
    inside = 0 <= rank < FILES and 0 <= file < FILES
    return rank * FILES + file if inside else None


def _agreement(option: Entry, entry: Entry) -> int:
    return sum(a == b for a, b in zip(option, entry, strict=True))


def _suggestion(options: list[tuple[Entry, ...]], following: Colour | None) -> str:
    """What was probably meant: the options that the next entry confirms, or else all."""
    confirmed = [option for option in options if option[-1].ended == following]
    chosen = confirmed or options
    if not chosen:
        return ""
    return f"; was {' or '.join(_words(option) for option in chosen)} meant?"


def _words(option: tuple[Entry, ...]) -> str:
    return repr(", ".join(entry.words for entry in option))
