"""Positions and moves as text, both ways, and moves in words.

    position   ranks 8 to 1 joined by "/", then the side to move, the tower that must move
               and, only where it is not the opponent of the side to move, the last mover:
               `obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -`
    rank       `N G R Y K P B O`, upper case for White, each followed by a "+" for each
               tooth; a digit for so many empty squares
    move       `d8d4`, a push `c3c4+`, the 0-move of a blocked tower `pass`

A position has one text, and a text that is not exactly so is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from host.engine.game import InvalidMoveError, InvalidPositionError, Side
from host.engine.kamisado.board import (
    FILES,
    LETTERS,
    MAX_TEETH,
    TOWERS,
    Tower,
    name,
)
from host.engine.kamisado.formats import Format, format_named
from host.engine.kamisado.legality import explain_illegal
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rulebook_notation import entries_of
from host.engine.kamisado.rules import legal_moves, outcome
from host.engine.kamisado.scoring import Points
from host.engine.squares import parse_square

_TOWER_LETTERS = LETTERS + LETTERS.lower()
"""The letter of each tower, by its number."""

_CELL = re.compile(r"([1-9])|([A-Za-z])(\+*)")
_NUMBER = re.compile(r"[1-9][0-9]{0,7}")
_POINTS = re.compile(r"(0|[1-9][0-9]{0,7}):(0|[1-9][0-9]{0,7})")
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])(\+?)")


def position_text(position: Position) -> str:
    """The position as one line, e.g. `obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -`."""
    ranks = (_rank_text(position, rank) for rank in reversed(range(FILES)))
    required = "-" if position.required is None else LETTERS[position.required].lower()
    text = f"{'/'.join(ranks)} {position.turn.value} {required}"
    if position.last_mover is position.turn:
        text += f" {position.last_mover.value}"
    return text


def _rank_text(position: Position, rank: int) -> str:
    text, empty = "", 0
    for square in range(rank * FILES, (rank + 1) * FILES):
        tower = position.tower_at(square)
        if tower is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + _TOWER_LETTERS[tower]
        text += "+" * position.teeth[tower]
        empty = 0
    return text + (str(empty) if empty else "")


def parse_position(text: str) -> Position:
    """The position that a text describes.

    Raises:
        InvalidPositionError: the message quotes the text and says what is wrong with it.
    """
    try:
        fields = text.split(" ")
        if len(fields) not in (3, 4) or "" in fields:
            raise ValueError(
                "write the ranks, the side to move and the tower that must move (or '-'), "
                "with one space between them"
            )
        board, turn, required, *last_mover = fields
        squares, teeth = _parse_board(board)
        return Position.of(
            squares,
            teeth,
            turn=_parse_side(turn, "side to move"),
            required=_parse_required(required),
            last_mover=_parse_side(last_mover[0], "last mover") if last_mover else None,
        )
    except ValueError as error:
        raise InvalidPositionError(f"no kamisado position is written {text!r}: {error}") from None


def _parse_board(board: str) -> tuple[bytes, bytes]:
    """The squares and the teeth of all towers."""
    ranks = board.split("/")
    if len(ranks) != FILES:
        raise ValueError(f"there must be {FILES} ranks with '/' between them, not {len(ranks)}")
    places: dict[Tower, tuple[int, int]] = {}
    for rank, rank_text in zip(reversed(range(FILES)), ranks, strict=True):
        _parse_rank(rank_text, rank, places)
    missing = [_TOWER_LETTERS[tower] for tower in range(TOWERS) if tower not in places]
    if missing:
        raise ValueError(f"these towers are missing: {' '.join(missing)}")
    squares, teeth = zip(*(places[tower] for tower in range(TOWERS)), strict=True)
    return bytes(squares), bytes(teeth)


def _parse_rank(text: str, rank: int, places: dict[Tower, tuple[int, int]]) -> None:
    """Add the square and the teeth of each tower on one rank to `places`."""
    file, end, after_digit = 0, 0, False
    while end < len(text):
        cell = _CELL.match(text, end)
        if cell is None:
            raise ValueError(f"{text[end]!r} in rank {rank + 1} means nothing there")
        digit, letter, plus = cell.groups()
        if digit:
            if after_digit:
                raise ValueError(f"two numbers side by side in rank {rank + 1}, {text!r}: add them")
            file += int(digit)
        else:
            tower = _TOWER_LETTERS.find(letter)
            if tower < 0:
                raise ValueError(f"{letter!r} in rank {rank + 1} is no tower ({LETTERS})")
            if tower in places:
                raise ValueError(f"the tower {letter!r} is there twice")
            if len(plus) > MAX_TEETH:
                raise ValueError(f"{letter + plus!r} has more than {MAX_TEETH} teeth")
            places[tower] = rank * FILES + file, len(plus)
            file += 1
        after_digit, end = bool(digit), cell.end()
    if file != FILES:
        raise ValueError(f"rank {rank + 1}, {text!r}, has {file} squares instead of {FILES}")


def _parse_side(text: str, role: str) -> Side:
    try:
        return Side(text)
    except ValueError:
        raise ValueError(f"the {role} must be 'w' or 'b', not {text!r}") from None


def _parse_required(text: str) -> int | None:
    if text == "-":
        return None
    letters = LETTERS.lower()
    if len(text) != 1 or text not in letters:
        raise ValueError(
            f"the tower that must move must be one of {' '.join(letters)}, or '-', not {text!r}"
        )
    return letters.index(text)


def move_text(move: Move) -> str:
    """The move as text: `d8d4`, `c3c4+` or `pass`."""
    if move.is_pass:
        return "pass"
    return f"{name(move.origin)}{name(move.target)}{'+' if move.push else ''}"


def parse_move(position: Position, text: str) -> Move:
    """The legal move that a text names.

    Raises:
        InvalidMoveError: the message quotes the text and says why it is refused.
    """
    moves = legal_moves(position)
    for move in moves:
        if move_text(move) == text:
            return move
    if text == "pass":
        ended = outcome(position)
        _refuse(text, ended.reason if ended else "a tower that can move must move (M5)")
    squares = _MOVE.fullmatch(text)
    if squares is None:
        raise InvalidMoveError(
            f"no kamisado move is written {text!r}: write from and to as in 'd8d4', "
            "a push as in 'c3c4+', a 0-move as 'pass'"
        )
    origin, target = (parse_square(squares[group], (FILES, FILES)) for group in (1, 2))
    if position.tower_at(origin) is None:
        _refuse(text, f"there is no tower on {name(origin)}")
    for move in moves:
        if (move.origin, move.target) == (origin, target):
            _refuse(text, f"this move is written {move_text(move)!r}")
    _refuse(text, explain_illegal(position, origin, target) or "it is against the rules")


def _refuse(text: str, reason: str) -> NoReturn:
    raise InvalidMoveError(f"{text!r} is not legal here: {reason}")


def describe_move(position: Position, move: Move) -> str:
    """A legal move as the rule book's notation says it, e.g. "Purple left 5 Yellow".

    Left and right are the mover's own.  A push is the pusher's entry followed by one for
    each pushed tower, nearest first: "Yellow 1 Orange, Brown down 1 Green".
    """
    return ", ".join(entry.words for entry in entries_of(position, move))


def match_position_text(match: Format, position: MatchPosition) -> str:
    """The position as one line, as the module describes it."""
    return (
        f"{position_text(position.round)} {match.name} {position.number} "
        f"{position.points} {position.challenger.value}"
    )


def parse_match_position(match: Format, text: str) -> MatchPosition:
    """The position of a match that a text describes.

    Raises:
        InvalidPositionError: the message quotes the text and says what is wrong with it.
    """
    fields = text.split(" ")
    split = 4 if fields[3:4] in (["w"], ["b"]) else 3
    # The round's part is refused by its own parser, in its own words.
    position = parse_position(" ".join(fields[:split]))
    try:
        if not fields[split:]:
            return MatchPosition.of(match, position)
        if len(fields) != split + MATCH_FIELDS:
            raise ValueError(
                "after the round's position write the format, the number of the round, "
                "the points and who began it"
            )
        name, number, points, challenger = fields[split:]
        if name != match.name:
            raise ValueError(
                f"its format is {name!r}, and this is a {match.title} ({match.name!r})"
            )
        return MatchPosition.of(
            match,
            position,
            _parse_number(number),
            _parse_points(points),
            _parse_challenger(challenger),
        )
    except ValueError as error:
        raise InvalidPositionError(
            f"no {match.game_name} position is written {text!r}: {error}"
        ) from None


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"the number of the round must be 1 or more, not {text!r}")
    return int(text)


def _parse_points(text: str) -> Points:
    points = _POINTS.fullmatch(text)
    if points is None:
        raise ValueError(f"the points must be White's and Black's as in '2:1', not {text!r}")
    return Points(int(points[1]), int(points[2]))


def _parse_challenger(text: str) -> Side:
    try:
        return Side(text)
    except ValueError:
        raise ValueError(f"who began the round must be 'w' or 'b', not {text!r}") from None


MATCH_FIELD_PARSERS: tuple[Callable[[str], object], ...] = (
    format_named,
    _parse_number,
    _parse_points,
    _parse_challenger,
)
"""What reads each field of the match; a ValueError says what is wrong with it."""

MATCH_FIELDS = len(MATCH_FIELD_PARSERS)
