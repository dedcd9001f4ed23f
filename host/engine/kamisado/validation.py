"""Validation of position text: all problems, where the parser stops at the first.

A text has no problems if and only if the parser accepts it.
"""

from __future__ import annotations

from host.engine.game import InvalidPositionError, Side
from host.engine.kamisado import notation
from host.engine.kamisado.board import (
    COLOUR_NAMES,
    FILES,
    HOME_ROWS,
    LETTERS,
    MAX_TEETH,
    SQUARE_COLOURS,
    TOWERS,
    Tower,
    colour_of,
    name,
    side_of,
)
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.position import arrival_colour, two_arrivals
from host.message import Message, message, message_of

_TOWERS = LETTERS + LETTERS.lower()
_FIELDS_MISSING = ("engine.no_board", "engine.no_turn", "engine.no_required_tower")


def problems(text: str) -> tuple[Message, ...]:
    """Return the problems of a position of a round, or of a match if it has its fields.

    Returns:
        Sentences without full stops, in the order of the text, then those that follow from
        the rules.  Empty if the parser accepts the text.
    """
    fields = text.split(" ")
    found: list[Message] = []
    if "" in fields:
        found.append(message("engine.one_space"))
        fields = text.split()
    found += [message(field) for field in _FIELDS_MISSING[len(fields) :]]
    ranks, turn, required, *rest = fields + [""] * (len(_FIELDS_MISSING) - len(fields))
    squares, wrong = _squares(ranks) if fields else ({}, [])
    found += wrong
    found += _turn_problems(turn, required)
    last_mover = rest.pop(0) if rest and rest[0] in ("w", "b") else None
    found += _consistency_problems(squares, turn, required, last_mover)
    found += _match_problems(rest)
    if found:
        return tuple(found)
    # The parser finds what is left.
    try:
        if rest:
            notation.parse_match_position(format_named(rest[0]), text)
        else:
            notation.parse_position(text)
    except InvalidPositionError as error:
        return (error.reason,)
    return ()


def _squares(board: str) -> tuple[dict[Tower, int], list[Message]]:
    """Return the squares of the towers as far as they can be read, and the problems."""
    found: list[Message] = []
    squares: dict[Tower, int] = {}
    ranks = board.split("/")
    if len(ranks) != FILES:
        found.append(message("engine.number_of_ranks", ranks=FILES, found=len(ranks)))
    for rank, text in zip(reversed(range(FILES)), ranks, strict=False):
        found += _rank_problems(text, rank, squares)
    missing = [_TOWERS[tower] for tower in range(TOWERS) if tower not in squares]
    if missing:
        found.append(message("engine.towers_missing", towers=" ".join(missing)))
    return squares, found


def _rank_problems(text: str, rank: int, squares: dict[Tower, int]) -> list[Message]:
    """Add the towers of one rank to `squares`, and return its problems."""
    found = []
    file, teeth, before = 0, 0, ""
    for char in text:
        if char.isascii() and char.isdigit() and char != "0":
            if before.isdigit():
                found.append(notation.numbers_side_by_side(text, rank))
            file += int(char)
        elif char == "+" and before and before in _TOWERS + "+":
            teeth += 1
            if teeth == MAX_TEETH + 1:
                found.append(message("engine.teeth_in_rank", rank=rank + 1, most=MAX_TEETH))
        elif char in _TOWERS:
            tower, teeth = _TOWERS.index(char), 0
            if tower in squares:
                found.append(message("engine.tower_twice", letter=repr(char)))
            squares.setdefault(tower, rank * FILES + file)
            file += 1
        else:
            found.append(notation.meaningless(char, rank))
        before = char
    if file != FILES:
        found.append(notation.rank_length(text, rank, file))
    return found


def _turn_problems(turn: str, required: str) -> list[Message]:
    found = []
    if turn and turn not in ("w", "b"):
        found.append(message("engine.field_turn", text=repr(turn)))
    letters = LETTERS.lower()
    if required and required != "-" and (len(required) != 1 or required not in letters):
        found.append(notation.required_letter(required))
    return found


def _consistency_problems(
    squares: dict[Tower, int], turn: str, required: str, last_mover: str | None
) -> list[Message]:
    """Return the problems by the rules, for the towers that could be read."""
    found = []
    if required == "-":
        found += [
            message("engine.name_the_tower", tower=_describe(tower, square))
            for tower, square in squares.items()
            if square not in HOME_ROWS[side_of(tower)]
        ]
        if last_mover == turn:
            found.append(message("engine.nobody_has_moved"))
    arrived = [
        (tower, square)
        for tower, square in squares.items()
        if square in HOME_ROWS[side_of(tower).other]
    ]
    if len(arrived) > 1:
        found.append(two_arrivals(*(_describe(tower, square) for tower, square in arrived)))
    elif arrived:
        found += _arrival_problems(*arrived[0], turn, required, last_mover)
    return found


def _arrival_problems(
    tower: Tower, square: int, turn: str, required: str, last_mover: str | None
) -> list[Message]:
    """Return the problems of a round that an arrival has ended."""
    found = []
    winner, loser = side_of(tower), side_of(tower).other
    described = _describe(tower, square)
    if turn == winner.value:
        found.append(message("engine.arrival_side", tower=described, turn=repr(loser.value)))
    if last_mover == loser.value:
        found.append(message("engine.arrival_last_mover", tower=described, side=winner.message))
    letter = LETTERS[SQUARE_COLOURS[square]].lower()
    if len(required) == 1 and required in LETTERS.lower() and required != letter:
        found.append(arrival_colour(described, square))
    return found


def _match_problems(rest: list[str]) -> list[Message]:
    """Return the problems of the fields that follow those of the round."""
    if not rest:
        return []
    if len(rest) != notation.MATCH_FIELDS:
        return [
            message(
                "engine.number_of_match_fields",
                fields=notation.MATCH_FIELDS,
                found=len(rest),
                text=repr(" ".join(rest)),
            )
        ]
    found = []
    for parse, text in zip(notation.MATCH_FIELD_PARSERS, rest, strict=True):
        try:
            parse(text)
        except ValueError as error:
            found.append(message_of(error))
    return found


def _describe(tower: Tower, square: int) -> Message:
    white = side_of(tower) is Side.WHITE
    return message(
        "piece.white_tower_on" if white else "piece.black_tower_on",
        colour=COLOUR_NAMES[colour_of(tower)],
        square=name(square),
    )
