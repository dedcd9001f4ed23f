"""Repairs of records: mistakes whose correction the rest of the record confirms."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import NamedTuple

from host.engine.game import Side
from host.engine.kamisado.board import COLOURS, LETTERS
from host.engine.kamisado.match import KamisadoMatch, MatchMove
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.notation import parse_position
from host.engine.kamisado.records.cells import Cell, CellParser
from host.engine.kamisado.records.record import cell_text
from host.engine.kamisado.rules import legal_moves
from host.engine.kamisado.scoring import Points
from host.message import Message, message


class Repair(NamedTuple):
    """The mistakes in a cell, and the legal moves that were meant, one or more."""

    reasons: tuple[Message, ...]
    moves: tuple[MatchMove, ...]


def missing_passes(parser: CellParser, position: MatchPosition, cell: Cell) -> Repair | None:
    """Return the repair of a cell that is legal once blocked towers have passed, else None."""
    reasons: list[Message] = []
    moves: list[MatchMove] = []
    while position.phase is Phase.PLAYING:
        legal = legal_moves(position.round)
        if len(legal) != 1 or not legal[0].is_pass:
            return None
        tower = position.round.tower_at(legal[0].origin)
        assert tower is not None, "a blocked tower passes"
        entry = repr(cell_text(parser.game, position, legal[0], parser.form))
        blocked = position.round.describe(tower)
        reasons.append(message("engine.record_pass_missing", tower=blocked, entry=entry))
        moves.append(legal[0])
        position = parser.game.play(position, legal[0])
        move = parser.fitting(position, cell)
        if move is not None:
            return Repair(tuple(reasons), (*moves, move))
    return None


def missing_bar(parser: CellParser, position: MatchPosition, cell: Cell) -> Repair | None:
    """Return the repair of a cell with legal moves of both columns without a `|`, else None."""
    if cell.row is None or cell.has_bar or position.phase is not Phase.PLAYING:
        return None
    if parser.game.turn(position) is Side.WHITE:
        move = parser.legal(position, cell.text)
        return None if move is None else Repair((_no_bar(f"| {cell.text}"),), (move,))
    words = cell.text.split()
    for count in range(1, len(words)):
        left, right = " ".join(words[:count]), " ".join(words[count:])
        first = parser.legal(position, left)
        if first is not None:
            after = parser.game.play(position, first)
            second = parser.fitting(after, cell._replace(side=Side.WHITE, text=right))
            if second is not None:
                return Repair((_no_bar(f"{left} | {right}"),), (first, second))
    return None


def _no_bar(text: str) -> Message:
    return message("engine.record_no_bar", text=repr(text))


def round_starts(
    game: KamisadoMatch, number: int, points: Points | None, home_rows: Mapping[Side, str]
) -> list[MatchPosition]:
    """Return the positions with which a round may begin by its heading and home rows."""
    rows = {
        side: "".join(_letters(word) for word in row.split()) for side, row in home_rows.items()
    }
    board = f"{rows[Side.BLACK].lower()}/8/8/8/8/8/8/{rows[Side.WHITE].upper()}"
    found = []
    for turn in "bw":
        with contextlib.suppress(ValueError):
            position = parse_position(f"{board} {turn} -")
            found.append(MatchPosition.of(game.format, position, number, points))
    return found


def _letters(word: str) -> str:
    """Return a tower of a home row as in position text; unknown words are left as they are."""
    tower, plus, more = word.lower().partition("+")
    letter = LETTERS[COLOURS.index(tower)] if tower in COLOURS else tower
    return letter + plus + more
