"""Notation: positions of rounds and matches, and moves, as text; moves in words.

    position   ranks 8 to 1 joined by "/", then the side to move, the tower that must move
               and, only where it is not the opponent of the side to move, the last mover:
               `obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -`
    rank       `N G R Y K P B O`, upper case for White, each followed by a "+" for each
               tooth; a digit for that number of empty squares
    match      the position of its round, then the format, the number of the round, the points of
               White and Black, and the side that began the round:
               `obpkyrgn/8/8/8/8/8/8/NGRYKPBO b - standard 1 0:0 b`
    move       `d8d4`, a push `c3c4+`, the 0-move of a blocked tower `pass`; between rounds
               `fill left`, `fill right`, and `set up` in a series

Towers have the teeth that the round is played with: a tooth earned by its end is in the points
only, until the next round begins.  The fields of the match may be omitted, all together, if they
follow from the round, and the last mover may stand there also where it need not.  Otherwise a
position has exactly one text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from host.engine.game import InvalidMoveError, InvalidPositionError, Side, not_legal
from host.engine.kamisado.board import (
    FILES,
    LETTERS,
    MAX_TEETH,
    TOWERS,
    Tower,
    name,
)
from host.engine.kamisado.legality import explain_illegal
from host.engine.kamisado.match_format import Format, format_named
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.rules import legal_moves, outcome
from host.engine.kamisado.scoring import Points
from host.engine.squares import parse_square
from host.message import Message, message, message_of

_TOWER_LETTERS = LETTERS + LETTERS.lower()
"""The letter of each tower, by its number."""

_CELL = re.compile(r"([1-9])|([A-Za-z])(\+*)")
_NUMBER = re.compile(r"[1-9][0-9]{0,7}")
_POINTS = re.compile(r"(0|[1-9][0-9]{0,7}):(0|[1-9][0-9]{0,7})")
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])(\+?)")


def position_text(position: Position) -> str:
    """Return the position of a round as one line."""
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
    """Return the position of a round that a text describes.

    Raises:
        InvalidPositionError: the message quotes the text and says what is wrong with it.
    """
    try:
        fields = text.split(" ")
        if len(fields) not in (3, 4) or "" in fields:
            raise ValueError(message("engine.round_fields"))
        board, turn, required, *last_mover = fields
        squares, teeth = _parse_board(board)
        return Position.of(
            squares,
            teeth,
            turn=_parse_side(turn, "engine.field_turn"),
            required=_parse_required(required),
            last_mover=_parse_side(last_mover[0], "engine.field_last_mover")
            if last_mover
            else None,
        )
    except ValueError as error:
        raise _invalid_position("kamisado", text, error) from None


def _parse_board(board: str) -> tuple[bytes, bytes]:
    """Parse the squares and the teeth of all towers."""
    ranks = board.split("/")
    if len(ranks) != FILES:
        raise ValueError(message("engine.number_of_ranks", ranks=FILES, found=len(ranks)))
    places: dict[Tower, tuple[int, int]] = {}
    for rank, rank_text in zip(reversed(range(FILES)), ranks, strict=True):
        _parse_rank(rank_text, rank, places)
    missing = [_TOWER_LETTERS[tower] for tower in range(TOWERS) if tower not in places]
    if missing:
        raise ValueError(message("engine.towers_missing", towers=" ".join(missing)))
    squares, teeth = zip(*(places[tower] for tower in range(TOWERS)), strict=True)
    return bytes(squares), bytes(teeth)


def _parse_rank(text: str, rank: int, places: dict[Tower, tuple[int, int]]) -> None:
    """Add the square and the teeth of each tower on one rank to `places`."""
    file, end, after_digit = 0, 0, False
    while end < len(text):
        cell = _CELL.match(text, end)
        if cell is None:
            raise ValueError(meaningless(text[end], rank))
        digit, letter, plus = cell.groups()
        if digit:
            if after_digit:
                raise ValueError(numbers_side_by_side(text, rank))
            file += int(digit)
        else:
            tower = _TOWER_LETTERS.find(letter)
            if tower < 0:
                raise ValueError(
                    message("engine.no_tower", letter=repr(letter), rank=rank + 1, towers=LETTERS)
                )
            if tower in places:
                raise ValueError(message("engine.tower_twice", letter=repr(letter)))
            if len(plus) > MAX_TEETH:
                raise ValueError(
                    message("engine.too_many_teeth", tower=repr(letter + plus), most=MAX_TEETH)
                )
            places[tower] = rank * FILES + file, len(plus)
            file += 1
        after_digit, end = bool(digit), cell.end()
    if file != FILES:
        raise ValueError(rank_length(text, rank, file))


def meaningless(char: str, rank: int) -> Message:
    """Return the problem that a character of a rank, numbered from 0, has no meaning."""
    return message("engine.means_nothing", text=repr(char), rank=rank + 1)


def numbers_side_by_side(text: str, rank: int) -> Message:
    """Return the problem that a rank has two numbers side by side."""
    return message("engine.numbers_side_by_side", rank=rank + 1, text=repr(text))


def rank_length(text: str, rank: int, squares: int) -> Message:
    """Return the problem that a rank has a wrong number of squares."""
    return message(
        "engine.rank_length", rank=rank + 1, text=repr(text), squares=squares, files=FILES
    )


def _parse_side(text: str, id: str) -> Side:
    try:
        return Side(text)
    except ValueError:
        raise ValueError(message(id, text=repr(text))) from None


def _invalid_position(game: str, text: str, error: ValueError) -> InvalidPositionError:
    reason = message_of(error)
    said = message("engine.no_position", game=game, text=repr(text), reason=reason)
    return InvalidPositionError(said, reason)


def _parse_required(text: str) -> int | None:
    if text == "-":
        return None
    letters = LETTERS.lower()
    if len(text) != 1 or text not in letters:
        raise ValueError(required_letter(text))
    return letters.index(text)


def required_letter(text: str) -> Message:
    """Return the problem that a text is not the letter of the tower that must move."""
    return message("engine.field_required", letters=" ".join(LETTERS.lower()), text=repr(text))


def move_text(move: Move) -> str:
    """Return a move of a round as text: `d8d4`, `c3c4+` or `pass`."""
    if move.is_pass:
        return "pass"
    return f"{name(move.origin)}{name(move.target)}{'+' if move.push else ''}"


def parse_move(position: Position, text: str) -> Move:
    """Return the legal move that a text names.

    Raises:
        InvalidMoveError: the message quotes the text and says why it is refused.
    """
    moves = legal_moves(position)
    for move in moves:
        if move_text(move) == text:
            return move
    if text == "pass":
        ended = outcome(position)
        raise not_legal(text, ended.reason if ended else message("engine.must_move"))
    squares = _MOVE.fullmatch(text)
    if squares is None:
        raise InvalidMoveError(message("engine.no_move", text=repr(text)))
    origin, target = (parse_square(squares[group], (FILES, FILES)) for group in (1, 2))
    if position.tower_at(origin) is None:
        raise not_legal(text, message("engine.no_tower_on", square=name(origin)))
    for move in moves:
        if (move.origin, move.target) == (origin, target):
            raise not_legal(text, message("engine.move_is_written", text=repr(move_text(move))))
    reason = explain_illegal(position, origin, target)
    raise not_legal(text, reason or message("engine.against_the_rules"))


def match_position_text(match: Format, position: MatchPosition) -> str:
    """Return the position of a match as one line."""
    return (
        f"{position_text(position.round)} {match.name} {position.number} "
        f"{position.points} {position.challenger.value}"
    )


def parse_match_position(match: Format, text: str) -> MatchPosition:
    """Return the position of a match that a text describes.

    Raises:
        InvalidPositionError: the message quotes the text and says what is wrong with it.
    """
    fields = text.split(" ")
    split = 4 if fields[3:4] in (["w"], ["b"]) else 3
    # The parser of the round reports errors in its part.
    position = parse_position(" ".join(fields[:split]))
    try:
        if not fields[split:]:
            return MatchPosition.of(match, position)
        if len(fields) != split + MATCH_FIELDS:
            raise ValueError(message("engine.match_fields"))
        name, number, points, challenger = fields[split:]
        if name != match.name:
            raise ValueError(
                message(
                    "engine.other_format",
                    found=repr(name),
                    match=match.title,
                    expected=repr(match.name),
                )
            )
        return MatchPosition.of(
            match,
            position,
            _parse_number(number),
            _parse_points(points),
            _parse_challenger(challenger),
        )
    except ValueError as error:
        raise _invalid_position(match.game_name, text, error) from None


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(message("engine.field_round", text=repr(text)))
    return int(text)


def _parse_points(text: str) -> Points:
    points = _POINTS.fullmatch(text)
    if points is None:
        raise ValueError(message("engine.field_points", text=repr(text)))
    return Points(int(points[1]), int(points[2]))


def _parse_challenger(text: str) -> Side:
    return _parse_side(text, "engine.field_challenger")


MATCH_FIELD_PARSERS: tuple[Callable[[str], object], ...] = (
    format_named,
    _parse_number,
    _parse_points,
    _parse_challenger,
)
"""The parser of each field of a match; a ValueError says what is wrong with it."""

MATCH_FIELDS = len(MATCH_FIELD_PARSERS)
