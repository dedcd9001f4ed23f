"""Reading the text of a record back; a refusal names the line, the move and the reason."""

from __future__ import annotations

import re
from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import COLOURS, FILES, Colour, Tower, name, tower_of
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.formats import SINGLE, format_named
from host.engine.kamisado.legality import explain_illegal
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_position import Phase
from host.engine.kamisado.move_tables import FORWARD
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.record import Form, Record, row_text
from host.engine.kamisado.rulebook_notation import (
    Direction,
    Entry,
    entries_of,
    parse_glyphs,
    parse_words,
)
from host.engine.kamisado.rules import legal_moves

_ROUND = re.compile(r"round ([0-9]{1,9})(?:, ([0-9]+:[0-9]+))?")
_ROW = re.compile(r"([0-9]{1,4})\.\s*([^|]*)(?:\|([^|]*))?")
_FIELD = re.compile(r"([a-z]+):\s*(.*)")
_SIDEWAYS = {Direction.UP: 0, Direction.LEFT: -1, Direction.RIGHT: 1}
_FILLS = {fill.value: fill for fill in Fill}


class InvalidRecordError(ValueError):
    """Text that is no record of a match.

    Attributes:
        line: where, from 1.
        move: the text of the move that is wrong; None if it is something else.
        reason: what is wrong, without line and move.
    """

    def __init__(self, line: int, move: str | None, reason: str) -> None:
        quoted = "" if move is None else f", move {move!r}"
        super().__init__(f"line {line}{quoted}: {reason}")
        self.line = line
        self.move = move
        self.reason = reason


class _Cell(NamedTuple):
    """One move as it was written."""

    line: int
    row: int | None  # the number of the row; None where there are no columns
    side: Side | None
    text: str


class _Line(NamedTuple):
    """A line that is neither empty nor a comment."""

    number: int
    text: str


def read(text: str) -> Record:
    """The record that a text holds.

    A text without `game:` is one round; one without `form:` has coordinates, in columns or
    one after the other.

    Raises:
        InvalidRecordError: for the first thing that is wrong.
    """
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    lines = [_Line(number, line.strip()) for number, line in numbered]
    return _Reader([line for line in lines if line.text and not line.text.startswith("#")]).read()


class _Reader:
    """Goes through the lines once, with the match at the place where it reads."""

    def __init__(self, lines: list[_Line]) -> None:
        self._lines = lines
        self._form = Form.COORDINATES
        self._moves: list[MatchMove] = []
        self._row = 0
        self._seen: set[str] = set()
        self._set_game(KamisadoMatch(SINGLE))

    def _set_game(self, game: KamisadoMatch) -> None:
        self._game = game
        self._start = self._position = game.start()

    def read(self) -> Record:
        cells = [self._cells(line) for line in self._lines]
        for index, line in enumerate(self._lines):
            if cells[index]:
                later = [cell for row in cells[index + 1 :] for cell in row[:1]][:1]
                self._play_row(cells[index], later)
            elif line.text in _FILLS:
                self._fill(line)
            elif round_heading := _ROUND.fullmatch(line.text):
                self._check_round(line, int(round_heading[1]), round_heading[2])
            elif field := _FIELD.fullmatch(line.text):
                self._field(line, field[1], field[2])
            else:
                raise InvalidRecordError(line.number, None, f"{line.text!r} means nothing here")
        return Record(self._game, self._start, tuple(self._moves))

    def _cells(self, line: _Line) -> list[_Cell]:
        """The moves on a line; none if it is no row of moves."""
        row = _ROW.fullmatch(line.text)
        if row is not None:
            columns = ((Side.BLACK, row[2]), (Side.WHITE, row[3] or ""))
            return [
                _Cell(line.number, int(row[1]), side, cell.strip())
                for side, cell in columns
                if cell.strip()
            ]
        if line.text in _FILLS or _ROUND.fullmatch(line.text) or _FIELD.fullmatch(line.text):
            return []
        return [_Cell(line.number, None, None, word) for word in line.text.split()]

    def _field(self, line: _Line, key: str, value: str) -> None:
        """A line like `game: kamisado-long`."""
        try:
            if key in ("game", "form", "start"):
                self._header(key, value)
            elif key in ("black", "white"):
                self._check_home_row(Side[key.upper()], value)
            elif key == "result":
                self._check_result(value)
            else:
                raise ValueError(f"{key!r} is no field of a record")
        except ValueError as error:
            raise InvalidRecordError(line.number, None, str(error)) from None

    def _header(self, key: str, value: str) -> None:
        if self._moves or key in self._seen:
            raise ValueError(f"{key!r} belongs to the beginning of a record, once")
        if key == "game" and "start" in self._seen:
            raise ValueError("the game must be named before the start")
        self._seen.add(key)
        if key == "form":
            try:
                self._form = Form(value)
            except ValueError:
                forms = ", ".join(form.value for form in Form)
                raise ValueError(f"there is no form {value!r}; there are: {forms}") from None
        elif key == "game":
            self._set_game(KamisadoMatch(format_named(value.removeprefix("kamisado-"))))
        else:
            self._start = self._position = self._game.parse_position(value)

    def _check_home_row(self, side: Side, value: str) -> None:
        if self._position.round.required is not None:
            raise ValueError("home rows are written at the beginning of a round")
        expected = row_text(self._position, side, self._form)
        if value.split() != expected.split():
            raise ValueError(f"{side.label}'s home row must be {expected!r} here, not {value!r}")

    def _check_result(self, value: str) -> None:
        outcome = self._game.outcome(self._position)
        if outcome is None:
            raise ValueError(f"there is a result, {value!r}, but the match is not over")
        if value != outcome.reason:
            raise ValueError(f"the moves lead to {outcome.reason!r}, not to {value!r}")

    def _check_round(self, line: _Line, number: int, points: str | None) -> None:
        self._row = 0
        position = self._position
        if position.phase is not Phase.PLAYING or position.round.required is not None:
            raise InvalidRecordError(
                line.number, None, "a round begins here, but the last one is not filled up yet"
            )
        if number != position.number:
            reason = f"this is round {position.number}, not {number}"
            raise InvalidRecordError(line.number, None, reason)
        if points not in (None, str(position.points)):
            reason = f"the score is {position.points} here, not {points}"
            raise InvalidRecordError(line.number, None, reason)

    def _fill(self, line: _Line) -> None:
        try:
            move = self._game.parse_move(self._position, line.text)
        except ValueError as error:
            raise InvalidRecordError(line.number, line.text, str(error)) from None
        self._make(move)
        self._row = 0

    def _make(self, move: MatchMove) -> None:
        self._position = self._game.play(self._position, move)
        self._moves.append(move)

    def _play_row(self, cells: list[_Cell], later: list[_Cell]) -> None:
        self._row += 1
        if cells[0].row not in (None, self._row):
            reason = f"this is row {self._row} of the round, not {cells[0].row}"
            raise InvalidRecordError(cells[0].line, None, reason)
        for cell, following in zip(cells, [*cells[1:], *later, None], strict=False):
            self._make(self._move(cell, following))

    def _move(self, cell: _Cell, following: _Cell | None) -> MatchMove:
        """The move of a cell.  `following` is the next cell of the record, if there is one."""
        try:
            if self._position.phase is not Phase.PLAYING:
                # The game itself says that the round, or the match, is over.
                return self._game.parse_move(self._position, cell.text)
            turn = self._game.turn(self._position)
            if cell.side not in (None, turn):
                raise ValueError(f"it is {turn.label}'s turn, and this is the other column")
            if self._form is Form.COORDINATES:
                return self._game.parse_move(self._position, cell.text)
            return self._from_entries(self._entries(cell.text), following)
        except ValueError as error:
            raise InvalidRecordError(cell.line, cell.text, str(error)) from None

    def _entries(self, text: str) -> tuple[Entry, ...]:
        return parse_glyphs(text) if self._form is Form.GLYPHS else parse_words(text)

    def _from_entries(self, entries: tuple[Entry, ...], following: _Cell | None) -> Move:
        position = self._position.round
        for move in legal_moves(position):
            if entries_of(position, move) == entries:
                return move
        raise ValueError(_diagnose(position, entries, self._next_tower(following)))

    def _next_tower(self, following: _Cell | None) -> Colour | None:
        """The tower that the next cell names; None if there is none or it cannot be read."""
        try:
            return None if following is None else self._entries(following.text)[0].tower
        except ValueError:
            return None


def _diagnose(position: Position, entries: tuple[Entry, ...], following: Colour | None) -> str:
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
