"""Parser of the records of matches.

An error names the line, the move and the reason.  An entry of the rule book's notation contains
four facts, and the next entry begins with the colour on which this one ended, so a slip of the pen
can nearly always be told from an illegal move.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from host.engine.game import Side, Square
from host.engine.kamisado.board import COLOUR_NAMES, FILES, Colour, Tower, name, tower_of
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
from host.message import Message, alternatives, message, message_of

_ROUND = re.compile(r"round ([0-9]{1,9})(?:, ([0-9]+:[0-9]+))?")
_ROW = re.compile(r"([0-9]{1,4})\.\s*([^|]*)(?:\|([^|]*))?")
_FIELD = re.compile(r"([a-z]+):\s*(.*)")
_SIDEWAYS = {Direction.UP: 0, Direction.LEFT: -1, Direction.RIGHT: 1}
_FILLS = {fill.value: fill for fill in Fill}


class InvalidRecordError(ValueError):
    """A text is no record of a match.

    Attributes:
        line: number of the line, from 1.
        move: text of the wrong move; None if something else is wrong.
        reason: the reason, without line and move.
    """

    def __init__(self, line: int, move: str | None, reason: Message) -> None:
        if move is None:
            super().__init__(message("engine.record_line", line=line, reason=reason))
        else:
            said = message("engine.record_move", line=line, move=repr(move), reason=reason)
            super().__init__(said)
        self.line = line
        self.move = move
        self.reason = reason


class _Cell(NamedTuple):
    """One move as written."""

    line: int
    row: int | None  # number of the row; None without columns
    side: Side | None
    text: str


class _Line(NamedTuple):
    """A line that is neither empty nor a comment."""

    number: int
    text: str


def read(text: str) -> Record:
    """Parse the text of a record.

    Without `game:` it is a single round; without `form:` it has coordinates, in columns or one
    after the other.

    Raises:
        InvalidRecordError: for the first error.
    """
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    lines = [_Line(number, line.strip()) for number, line in numbered]
    return _Reader([line for line in lines if line.text and not line.text.startswith("#")]).read()


class _Reader:
    """Parser of a record: the lines, and the match up to the current line."""

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
                reason = message("engine.record_means_nothing", text=repr(line.text))
                raise InvalidRecordError(line.number, None, reason)
        return Record(self._game, self._start, tuple(self._moves))

    def _cells(self, line: _Line) -> list[_Cell]:
        """Return the moves on a line; none if it is no row of moves."""
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
        """Read a line such as `game: kamisado-long`."""
        try:
            if key in ("game", "form", "start"):
                self._header(key, value)
            elif key in ("black", "white"):
                self._check_home_row(Side[key.upper()], value)
            elif key == "result":
                self._check_result(value)
            else:
                raise ValueError(message("engine.record_no_field", text=repr(key)))
        except ValueError as error:
            raise InvalidRecordError(line.number, None, message_of(error)) from None

    def _header(self, key: str, value: str) -> None:
        if self._moves or key in self._seen:
            raise ValueError(message("engine.record_late_field", text=repr(key)))
        if key == "game" and "start" in self._seen:
            raise ValueError(message("engine.record_game_first"))
        self._seen.add(key)
        if key == "form":
            try:
                self._form = Form(value)
            except ValueError:
                forms = ", ".join(form.value for form in Form)
                raise ValueError(
                    message("engine.no_such_form", text=repr(value), known=forms)
                ) from None
        elif key == "game":
            self._set_game(KamisadoMatch(format_named(value.removeprefix("kamisado-"))))
        else:
            self._start = self._position = self._game.parse_position(value)

    def _check_home_row(self, side: Side, value: str) -> None:
        if self._position.round.required is not None:
            raise ValueError(message("engine.record_late_home_row"))
        expected = row_text(self._position, side, self._form)
        if value.split() != expected.split():
            raise ValueError(
                message(
                    "engine.record_home_row",
                    side=side.message,
                    expected=repr(expected),
                    text=repr(value),
                )
            )

    def _check_result(self, value: str) -> None:
        outcome = self._game.outcome(self._position)
        if outcome is None:
            raise ValueError(message("engine.record_not_over", text=repr(value)))
        expected = str(outcome.reason)  # a record is in English, whatever the reader's language
        if value != expected:
            raise ValueError(
                message("engine.record_wrong_result", expected=repr(expected), text=repr(value))
            )

    def _check_round(self, line: _Line, number: int, points: str | None) -> None:
        self._row = 0
        position = self._position
        if position.phase is not Phase.PLAYING or position.round.required is not None:
            raise InvalidRecordError(line.number, None, message("engine.record_early_round"))
        if number != position.number:
            reason = message("engine.record_round", expected=position.number, number=number)
            raise InvalidRecordError(line.number, None, reason)
        if points not in (None, str(position.points)):
            expected = str(position.points)
            reason = message("engine.record_score", expected=expected, points=points)
            raise InvalidRecordError(line.number, None, reason)

    def _fill(self, line: _Line) -> None:
        try:
            move = self._game.parse_move(self._position, line.text)
        except ValueError as error:
            raise InvalidRecordError(line.number, line.text, message_of(error)) from None
        self._make(move)
        self._row = 0

    def _make(self, move: MatchMove) -> None:
        self._position = self._game.play(self._position, move)
        self._moves.append(move)

    def _play_row(self, cells: list[_Cell], later: list[_Cell]) -> None:
        self._row += 1
        if cells[0].row not in (None, self._row):
            found = cells[0].row or 0
            reason = message("engine.record_row", expected=self._row, number=found)
            raise InvalidRecordError(cells[0].line, None, reason)
        for cell, following in zip(cells, [*cells[1:], *later, None], strict=False):
            self._make(self._move(cell, following))

    def _move(self, cell: _Cell, following: _Cell | None) -> MatchMove:
        """Return the move of a cell.  `following` is the next cell of the record, if any."""
        try:
            if self._position.phase is not Phase.PLAYING:
                # The game reports that the round, or the match, is over.
                return self._game.parse_move(self._position, cell.text)
            turn = self._game.turn(self._position)
            if cell.side not in (None, turn):
                raise ValueError(message("engine.record_column", side=turn.message))
            if self._form is Form.COORDINATES:
                return self._game.parse_move(self._position, cell.text)
            return self._from_entries(self._entries(cell.text), following)
        except ValueError as error:
            raise InvalidRecordError(cell.line, cell.text, message_of(error)) from None

    def _entries(self, text: str) -> tuple[Entry, ...]:
        return parse_glyphs(text) if self._form is Form.GLYPHS else parse_words(text)

    def _from_entries(self, entries: tuple[Entry, ...], following: _Cell | None) -> Move:
        position = self._position.round
        for move in legal_moves(position):
            if entries_of(position, move) == entries:
                return move
        raise ValueError(_diagnose(position, entries, self._next_tower(following)))

    def _next_tower(self, following: _Cell | None) -> Colour | None:
        """Return the tower that the next cell names; None if there is none or it is malformed."""
        try:
            return None if following is None else self._entries(following.text)[0].tower
        except ValueError:
            return None


def _diagnose(position: Position, entries: tuple[Entry, ...], following: Colour | None) -> Message:
    """Return why these entries are no legal move here, without a full stop.

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
            return _wrong_colour(position, entry, option[0].ended, legal, following)
    if same_direction:
        written = alternatives(*map(_words, same_direction))
        return message("engine.pushed_towers", move=written)
    meant = [option for option in legal if _agreement(option[0], entry) == 3]
    return _with_suggestion(_explain_entry(position, entry), meant, following)


def _wrong_colour(
    position: Position,
    entry: Entry,
    ended: Colour,
    legal: list[tuple[Entry, ...]],
    following: Colour | None,
) -> Message:
    """Return why a legal move does not end on the colour of the entry."""
    square = _target(position, tower_of(position.turn, entry.tower), entry)
    assert square is not None, "a legal move ends on the board"
    reason = message(
        "engine.ends_on_other_colour",
        square=name(square),
        colour=COLOUR_NAMES[ended],
        other=COLOUR_NAMES[entry.ended],
    )
    if following == ended:
        return message("engine.colour_is_the_slip", reason=reason, colour=COLOUR_NAMES[ended])
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
) -> Message:
    """Add what was probably meant: the options that the next entry confirms, or else all."""
    confirmed = [option for option in options if option[-1].ended == following]
    chosen = confirmed or options
    if not chosen:
        return reason
    return message("engine.was_meant", reason=reason, move=alternatives(*map(_words, chosen)))


def _words(option: tuple[Entry, ...]) -> str:
    return repr(", ".join(entry.words for entry in option))
