"""Parser of the records of matches.

An error names the line, the move and the reason.  All errors of a text are reported: after a slip
whose correction is certain the reader goes on with the corrected move, else with the next round.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from host.engine.game import Side
from host.engine.kamisado.adjudication import PREFIX
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_format import SINGLE, format_named
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.records.cells import (
    FIELD,
    FILLS,
    ROUND,
    Cell,
    CellParser,
    Line,
    cells_of,
    lines_of,
)
from host.engine.kamisado.records.record import Form, Record, row_text
from host.engine.kamisado.records.repair import Repair, missing_bar, missing_passes, round_starts
from host.engine.kamisado.scoring import Points
from host.engine.records.player_names import NO_NAMES
from host.engine.records.record_errors import ErrorList, InvalidRecordError, StopReadingError
from host.engine.records.record_fields import PLAYERS, Aids, parse_aids, parse_result, with_player
from host.engine.termination import Termination
from host.message import Message, message, message_of

_HEADER = ("game", "form", "start")


class _Filled(NamedTuple):
    """The last choice of a fill, until the next move."""

    line: int
    other: Fill
    after_other: MatchPosition


def read(text: str) -> Record:
    """Parse the text of a record.

    Without `game:` it is a single round; without `form:` it has coordinates, in columns or one
    after the other.

    Raises:
        InvalidRecordError: with all errors that were found.
    """
    return _Reader(lines_of(text)).read()


class _Reader:
    """Parser of a record: the lines, and the match up to the current line.

    While `_lost`, the position is not known: moves are checked for their form only, and `_resumed`
    has the positions with which the current round may begin.
    """

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._errors = ErrorList()
        self._form = Form.COORDINATES
        self._moves: list[MatchMove] = []
        self._rows = {0}
        self._seen: set[str] = set()
        self._lost = False
        self._filled: _Filled | None = None
        self._heading: tuple[int, Points | None] = (1, None)
        self._home_rows: dict[Side, str] = {}
        self._resumed: list[MatchPosition] = []
        self._termination: Termination | None = None
        self._aids: Aids = ()
        self._names = NO_NAMES
        self._set_game(KamisadoMatch(SINGLE))

    def _set_game(self, game: KamisadoMatch) -> None:
        self._game = game
        self._start = self._position = game.start()

    def read(self) -> Record:
        if not self._lines:
            raise InvalidRecordError(1, None, message("engine.no_record"))
        with contextlib.suppress(StopReadingError):
            cells = [cells_of(line) for line in self._lines]
            for index, line in enumerate(self._lines):
                later = [cell for row in cells[index + 1 :] for cell in row[:1]][:1]
                self._read_line(line, cells[index], later)
        self._errors.check()
        moves = tuple(self._moves)
        ended = (self._termination, self._aids, self._names)
        return Record(self._game, self._start, moves, *ended)

    def _read_line(self, line: Line, cells: list[Cell], later: list[Cell]) -> None:
        if self._termination is not None:
            reason = message("engine.record_after_result", text=repr(line.text))
            self._errors.add(line.number, None, reason)
        elif cells:
            self._play_row(cells, later)
        elif line.text in FILLS:
            self._fill(line)
        elif line.text.startswith(PREFIX):
            self._adjudicate(line)
        elif heading := ROUND.fullmatch(line.text):
            points = None if heading[2] is None else Points(int(heading[2]), int(heading[3]))
            self._check_round(line, int(heading[1]), points)
        elif field := FIELD.fullmatch(line.text):
            self._field(line, field[1], field[2])
        else:
            reason = message("engine.record_means_nothing", text=repr(line.text))
            self._errors.add(line.number, None, reason)

    @property
    def _parser(self) -> CellParser:
        return CellParser(self._game, self._form)

    # Fields and headings

    def _field(self, line: Line, key: str, value: str) -> None:
        """Read a line such as `game: kamisado-long`."""
        try:
            if key in _HEADER:
                self._header(key, value)
            elif key in PLAYERS:
                self._names = with_player(self._names, key, value)
            elif key in ("black", "white"):
                self._check_home_row(Side[key.upper()], value)
            elif key == "result":
                self._check_result(value)
            elif key == "help" and not self._lost:
                self._aids = parse_aids(value, self._moves)
            elif key == "help":
                pass  # how many moves there are is not known
            else:
                raise ValueError(message("engine.record_no_field", text=repr(key)))
        except ValueError as error:
            self._errors.add(line.number, None, message_of(error))
            if key in _HEADER and not self._moves:
                raise StopReadingError from None

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
        if self._lost:
            self._home_rows[side] = value
            if len(self._home_rows) == len(Side):
                self._resumed = round_starts(self._game, *self._heading, self._home_rows)
            return
        if self._position.round.required is not None:
            raise ValueError(message("engine.record_late_home_row"))
        expected = row_text(self._position, side, self._form)
        if value.split() == expected.split():
            return
        if self._filled is not None:
            other = row_text(self._filled.after_other, side, self._form)
            if value.split() == other.split():
                reason = self._take_other_fill("engine.record_rows_of_other_fill")
                raise ValueError(reason)
        raise ValueError(
            message(
                "engine.record_home_row",
                side=side.message,
                expected=repr(expected),
                text=repr(value),
            )
        )

    def _check_result(self, value: str) -> None:
        if self._lost:
            return
        self._termination = parse_result(value, self._game, self._position)

    def _check_round(self, line: Line, number: int, points: Points | None) -> None:
        self._rows = {0}
        self._heading, self._home_rows = (number, points), {}
        if self._lost:
            return
        position = self._position
        if position.phase is not Phase.PLAYING or position.round.required is not None:
            self._errors.add(line.number, None, message("engine.record_early_round"))
            self._lost = True
            return
        if number != position.number:
            reason = message("engine.record_round", expected=position.number, number=number)
            self._errors.add(line.number, None, reason)
        if points not in (None, position.points):
            reason = message(
                "engine.record_score", expected=str(position.points), points=str(points)
            )
            self._errors.add(line.number, None, reason)

    # Moves

    def _fill(self, line: Line) -> None:
        self._rows = {0}
        if self._lost:
            return
        try:
            move = self._game.parse_move(self._position, line.text)
        except ValueError as error:
            self._errors.add(line.number, line.text, message_of(error))
            self._lost = self._position.phase is not Phase.PLAYING
            return
        before = self._position
        self._make(move)
        for other in self._game.legal_moves(before):
            if isinstance(other, Fill) and other is not move:
                self._filled = _Filled(line.number, other, self._game.play(before, other))

    def _adjudicate(self, line: Line) -> None:
        self._rows = {0}
        if self._lost:
            return
        try:
            self._make(self._game.parse_move(self._position, line.text))
        except ValueError as error:
            self._errors.add(line.number, line.text, message_of(error))
            self._lost = True

    def _take_other_fill(self, id: str) -> Message:
        """Replace the last choice by the other one; return the reason."""
        assert self._filled is not None, "there was a choice"
        line, other, self._position = self._filled
        self._moves[-1] = other
        self._filled = None
        return message(id, fill=repr(other.value), line=line)

    def _make(self, move: MatchMove) -> None:
        self._position = self._game.play(self._position, move)
        self._moves.append(move)
        self._filled = None

    def _play_row(self, cells: list[Cell], later: list[Cell]) -> None:
        if self._lost:
            starts = [start for start in self._resumed if self._parser.fitting(start, cells[0])]
            self._resumed = []
            if starts:
                self._position, self._lost = starts[0], False
        self._check_row_number(cells[0])
        for cell, following in zip(cells, [*cells[1:], *later, None], strict=False):
            if self._lost:
                self._check_form(cell)
            else:
                self._play_cell(cell, following)

    def _check_row_number(self, cell: Cell) -> None:
        expected = {row + 1 for row in self._rows}
        self._rows = expected if cell.row is None else {cell.row}
        if self._lost or cell.row is None or cell.row in expected:
            return
        least = min(expected)
        if cell.row > least and self._parser.fitting(self._position, cell) is None:
            reason = message("engine.record_row_missing", expected=least, number=cell.row)
            self._lost = True
        else:
            reason = message("engine.record_row", expected=least, number=cell.row)
            self._rows.add(least)
        self._errors.add(cell.line, None, reason)

    def _check_form(self, cell: Cell) -> None:
        if self._form is not Form.COORDINATES:
            try:
                self._parser.entries(cell.text)
            except ValueError as error:
                self._errors.add(cell.line, cell.text, message_of(error))

    def _play_cell(self, cell: Cell, following: Cell | None) -> None:
        """Make the move of a cell.  `following` is the next cell of the record, if any."""
        parser, filled = self._parser, self._filled
        move = parser.fitting(self._position, cell)
        if move is None and filled is not None:
            move = parser.fitting(filled.after_other, cell)
            if move is not None:
                reason = self._take_other_fill("engine.record_other_fill")
                self._errors.add(cell.line, cell.text, reason)
        if move is not None:
            self._make(move)
            return
        for try_repair in (missing_passes, missing_bar):
            repair = try_repair(parser, self._position, cell)
            if repair is not None:
                break
        else:
            why, meant = parser.explain(self._position, cell, following)
            repair = Repair((why,), () if meant is None else (meant,))
        for reason in repair.reasons:
            self._errors.add(cell.line, cell.text, reason)
        for made in repair.moves:
            self._make(made)
        self._lost = not repair.moves
