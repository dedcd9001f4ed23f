"""Record of a match: its moves as a value, and as text in three forms.

    game: kamisado-standard
    form: glyphs
    white player: Ann
    black player: Bob

    round 1, 0:0
    black: o b p k y r g n
    white: N G R Y K P B O
      1. K↑4N     | N↗2N
      2. ...
    fill left

The forms are `glyphs` (the rule book's), `words` (the same in words) and `coordinates`
(`d8d4`).  Black's moves are in the left column, White's in the right; a cell is empty where
the other side began the round or has just pushed.  The rows of the towers are written from
the a-file to the h-file, a `+` for each tooth.  A record that does not begin with the match
has a `start:` line with its position.  The players and the fields at the end are those of
`record_fields`.
A line `adjudicate POSITION` has the position of the round from which its players went on.
Lines that begin with `#` are comments.  `reader.read` parses it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from host.engine.game import Side
from host.engine.kamisado.adjudication import Adjudication
from host.engine.kamisado.board import COLOURS, HOME_ROWS, LETTERS, colour_of
from host.engine.kamisado.fill import Fill
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Move
from host.engine.kamisado.rulebook_notation import entries_of
from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.engine.records.record_fields import Aids, closing_lines, player_lines
from host.engine.termination import Termination


class Form(enum.Enum):
    """Notation of the moves in a record; the value is its name there."""

    GLYPHS = "glyphs"
    WORDS = "words"
    COORDINATES = "coordinates"


@dataclass(frozen=True, slots=True)
class Record:
    """A match from some position on; it need not be over.

    Attributes:
        game: the rules of the match.
        start: the position before the first move.
        moves: each legal in its turn.
        termination: how it ended if its moves do not tell; else None.
        aids: plies that were made with help.
        names: of the players.
    """

    game: KamisadoMatch
    start: MatchPosition
    moves: tuple[MatchMove, ...]
    termination: Termination | None = None
    aids: Aids = ()
    names: PlayerNames = NO_NAMES

    def positions(self) -> list[MatchPosition]:
        """Return the position before each move, and the last one."""
        positions = [self.start]
        for move in self.moves:
            positions.append(self.game.play(positions[-1], move))
        return positions


def write(record: Record, form: Form) -> str:
    """Return the record as text, ending in a newline.

    Raises:
        IllegalMoveError: a move of the record is not legal.
    """
    game = record.game
    lines = [f"game: {game.name}", f"form: {form.value}"]
    if record.start != game.start():
        lines.append(f"start: {game.position_text(record.start)}")
    lines += player_lines(record.names)
    positions = record.positions()
    table = _Table()
    for position, move in zip(positions, (*record.moves, None), strict=True):
        if position.phase is Phase.PLAYING and _begins(position):
            lines += [*table.lines(), "", *_heading(position, form)]
            table = _Table()
        if isinstance(move, (Fill, Adjudication)):
            lines += [*table.lines(), game.move_text(position, move)]
            table = _Table()
        elif isinstance(move, Move):
            table.add(game.turn(position), cell_text(game, position, move, form))
    lines += table.lines()
    closing = closing_lines(game, positions[-1], record.termination, record.aids)
    if closing:
        lines += ["", *closing]
    return "\n".join(lines) + "\n"


def cell_text(game: KamisadoMatch, position: MatchPosition, move: Move, form: Form) -> str:
    """Return one move as it is written in its column."""
    if form is Form.COORDINATES:
        return game.move_text(position, move)
    entries = entries_of(position.round, move)
    if form is Form.GLYPHS:
        return " ".join(entry.glyphs for entry in entries)
    return ", ".join(entry.words for entry in entries)


def row_text(position: MatchPosition, side: Side, form: Form) -> str:
    """Return the home row of a side when a round begins, from the a-file to the h-file."""
    return " ".join(_row(position, side, form))


def _row(position: MatchPosition, side: Side, form: Form) -> Iterator[str]:
    for square in HOME_ROWS[side]:
        tower = position.round.squares.index(square)
        colour = colour_of(tower)
        letter = LETTERS[colour] if side is Side.WHITE else LETTERS[colour].lower()
        shown = COLOURS[colour] if form is Form.WORDS else letter
        yield shown + "+" * position.round.teeth[tower]


def _begins(position: MatchPosition) -> bool:
    """Return True if no move of the round has been made."""
    return position.round.required is None


def _heading(position: MatchPosition, form: Form) -> list[str]:
    return [
        f"round {position.number}, {position.points}",
        f"black: {row_text(position, Side.BLACK, form)}",
        f"white: {row_text(position, Side.WHITE, form)}",
    ]


class _Table:
    """The moves of a round in two columns: Black's and White's."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str]] = []

    def add(self, side: Side, cell: str) -> None:
        """Add the next move in the order of play."""
        if side is Side.BLACK:
            self._rows.append((cell, ""))
        elif self._rows and not self._rows[-1][1]:
            self._rows[-1] = (self._rows[-1][0], cell)
        else:
            self._rows.append(("", cell))

    def lines(self) -> list[str]:
        """Return one line for each row, numbered from 1."""
        width = max((len(left) for left, _ in self._rows), default=0)
        return [
            f"{number:>3}. {left:<{width}} | {right}".rstrip()
            for number, (left, right) in enumerate(self._rows, 1)
        ]
