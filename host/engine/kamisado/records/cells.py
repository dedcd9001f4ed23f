"""Lines and cells of a record of Kamisado, and the moves that cells name."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import NamedTuple

from host.engine.game import Side
from host.engine.kamisado.adjudication import PREFIX
from host.engine.kamisado.board import Colour
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move
from host.engine.kamisado.records.entry_diagnosis import diagnose
from host.engine.kamisado.records.record import Form
from host.engine.kamisado.rulebook_notation import Entry, entries_of, parse_glyphs, parse_words
from host.engine.kamisado.rules import legal_moves
from host.message import Message, message, message_of

ROUND = re.compile(r"round ([0-9]{1,9})(?:, ([0-9]{1,9}):([0-9]{1,9}))?")
FIELD = re.compile(r"([a-z]+(?: player)?):\s*(.*)")
FILLS = {fill.value for fill in Fill}
_ROW = re.compile(r"([0-9]{1,4})\.\s*([^|]*)(\|[^|]*)?")


class Line(NamedTuple):
    """A line that is neither empty nor a comment."""

    number: int
    text: str


class Cell(NamedTuple):
    """One move as written.

    Attributes:
        line: number of the line.
        row: number of the row; None without columns.
        side: of the column; None without columns.
        text: the move.
        has_bar: True if the row has a `|` between its columns.
    """

    line: int
    row: int | None
    side: Side | None
    text: str
    has_bar: bool


def lines_of(text: str) -> list[Line]:
    """Return the lines of a record that are neither empty nor comments."""
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    lines = [Line(number, line.strip()) for number, line in numbered]
    return [line for line in lines if line.text and not line.text.startswith("#")]


def cells_of(line: Line) -> list[Cell]:
    """Return the moves on a line; none if it is no row of moves."""
    row = _ROW.fullmatch(line.text)
    if row is not None:
        has_bar = row[3] is not None
        columns = ((Side.BLACK, row[2]), (Side.WHITE, row[3][1:] if has_bar else ""))
        return [
            Cell(line.number, int(row[1]), side, cell.strip(), has_bar)
            for side, cell in columns
            if cell.strip()
        ]
    if line.text in FILLS or ROUND.fullmatch(line.text) or FIELD.fullmatch(line.text):
        return []
    if line.text.startswith(PREFIX):
        return []
    return [Cell(line.number, None, None, word, False) for word in line.text.split()]


@dataclass(frozen=True, slots=True)
class CellParser:
    """Parser of the cells of a record: the rules of its match, and its form."""

    game: KamisadoMatch
    form: Form

    def fitting(self, position: MatchPosition, cell: Cell) -> MatchMove | None:
        """Return the legal move that a cell names in its column; None if there is none."""
        if position.phase is not Phase.PLAYING:
            with contextlib.suppress(ValueError):
                return self.game.parse_move(position, cell.text)
            return None
        has_turn = cell.side in (None, self.game.turn(position))
        return self.legal(position, cell.text) if has_turn else None

    def legal(self, position: MatchPosition, text: str) -> MatchMove | None:
        """Return the legal move of a round that a text names; None if there is none."""
        try:
            if self.form is Form.COORDINATES:
                return self.game.parse_move(position, text)
            entries = self.entries(text)
        except ValueError:
            return None
        return _move_of(position, entries)

    def entries(self, text: str) -> tuple[Entry, ...]:
        """Parse the entries of a cell in the rule book's notation.

        Raises:
            ValueError: it is malformed; the message quotes it.
        """
        return parse_glyphs(text) if self.form is Form.GLYPHS else parse_words(text)

    def explain(
        self, position: MatchPosition, cell: Cell, following: Cell | None
    ) -> tuple[Message, Move | None]:
        """Return why a cell is no legal move, and the move that was meant, if that is certain.

        Args:
            following: the next cell of the record, if any.
        """
        try:
            if position.phase is not Phase.PLAYING:
                # The game reports that the round, or the match, is over.
                self.game.parse_move(position, cell.text)
            turn = self.game.turn(position)
            if cell.side not in (None, turn):
                raise ValueError(message("engine.record_column", side=turn.message))
            if self.form is Form.COORDINATES:
                self.game.parse_move(position, cell.text)
            entries = self.entries(cell.text)
        except ValueError as error:
            return message_of(error), None
        tower = self._next_tower(following)
        reason, meant = diagnose(position.round, entries, tower)
        if meant is None or (following is not None and meant[-1].ended != tower):
            return reason, None
        return reason, _move_of(position, meant)

    def _next_tower(self, following: Cell | None) -> Colour | None:
        """Return the tower that the next cell names; None if there is none or it is malformed."""
        try:
            return None if following is None else self.entries(following.text)[0].tower
        except ValueError:
            return None


def _move_of(position: MatchPosition, entries: tuple[Entry, ...]) -> Move | None:
    """Return the legal move with these entries; None if there is none."""
    for move in legal_moves(position.round):
        if entries_of(position.round, move) == entries:
            return move
    return None
