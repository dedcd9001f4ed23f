"""Record of a game in coordinates: its moves as a value and as text, for any game.

    game: NAME:setting=value
    start: POSITION
    white player: NAME
    black player: NAME

      1. white a1a5
      2. black a9a7
    help: PLY hint, PLY proven
    result: white wins

A line holds one move in coordinates, with its number and its side, in capitals or not.  The
`start:` line is omitted if the game begins as usual; the players, `help:` and `result:` are those
of `record_fields`.  Lines that begin with `#` are comments.  Matches of Kamisado have a notation of
their own, `host.engine.kamisado.records.record`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Hashable
from dataclasses import dataclass

from host.engine.game import AnyGame, Outcome
from host.engine.records.player_names import NO_NAMES, PlayerNames
from host.engine.records.record_errors import ErrorList, StopReadingError
from host.engine.records.record_fields import (
    PLAYERS,
    Aids,
    closing_lines,
    parse_aids,
    parse_result,
    player_lines,
    with_player,
)
from host.engine.registry import game_named
from host.engine.termination import Termination
from host.message import message, message_of

_FIELD = re.compile(r"(game|start|(?:white|black) player|help|result):\s*(.*)")
_MOVE = re.compile(r"([0-9]{1,6})\.\s+(white|black)\s+(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from some position on; it need not be over.

    Attributes:
        game: the rules, with their settings.
        start: the position before the first move.
        moves: each legal in its turn.
        termination: how it ended if its moves do not tell; else None.
        aids: plies that were made with help.
        names: of the players.
    """

    game: AnyGame
    start: Hashable
    moves: tuple[Hashable, ...]
    termination: Termination | None = None
    aids: Aids = ()
    names: PlayerNames = NO_NAMES

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game; None if it goes on."""
        outcome = self.game.outcome(self.positions()[-1])
        if outcome is None and self.termination is not None:
            return self.termination.outcome
        return outcome

    def positions(self) -> list[Hashable]:
        """Return the position before each move, and the last one."""
        positions = [self.start]
        for move in self.moves:
            positions.append(self.game.play(positions[-1], move))
        return positions


def write(record: GameRecord) -> str:
    """Return the record as text, ending in a newline.

    Raises:
        IllegalMoveError: a move of it is not legal.
    """
    game, positions = record.game, record.positions()
    lines = [f"game: {game.name}"]
    if record.start != game.start():
        lines.append(f"start: {game.position_text(record.start)}")
    lines += [*player_lines(record.names), ""]
    for number, move in enumerate(record.moves, 1):
        before = positions[number - 1]
        side = game.turn(before).label.lower()
        lines.append(f"{number:>3}. {side} {game.move_text(before, move)}")
    lines += closing_lines(game, positions[-1], record.termination, record.aids)
    return "\n".join(lines) + "\n"


def record_game_name(text: str) -> str | None:
    """Return the name in the `game:` line of a record in any notation; None without one."""
    for line in _lines(text):
        field = _FIELD.fullmatch(line)
        if field and field[1] == "game":
            return field[2]
    return None


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.removeprefix("\ufeff").splitlines()]


def read(text: str) -> GameRecord:
    """Parse the text of a record.

    Raises:
        InvalidRecordError: with all errors that were found.
    """
    return _Reader().read(text)


class _Reader:
    """Parser of a record, line by line.

    While `_lost`, the position is not known, because a move was wrong or missing: moves are checked
    for their form and number only.
    """

    def __init__(self) -> None:
        self._errors = ErrorList()
        self._line = 1
        self._game: AnyGame | None = None
        self._start: Hashable = None
        self._position: Hashable = None
        self._moves: list[Hashable] = []
        self._numbers = {0}  # of the last move: as written, and as counted
        self._lost = False
        self._result: str | None = None
        self._termination: Termination | None = None
        self._aids: Aids = ()
        self._names = NO_NAMES

    def read(self, text: str) -> GameRecord:
        with contextlib.suppress(StopReadingError):
            for self._line, line in enumerate(_lines(text), 1):
                if line and not line.startswith("#"):
                    self._read_line(line)
            if self._game is None:
                self._errors.add(1, None, message("engine.empty_record"))
        self._errors.check()
        assert self._game is not None, "a record without a game is an error"
        moves = tuple(self._moves)
        ended = (self._termination, self._aids, self._names)
        return GameRecord(self._game, self._start, moves, *ended)

    def _read_line(self, text: str) -> None:
        move = _MOVE.fullmatch(text)
        try:
            if self._result is not None:
                raise ValueError(message("engine.record_after_result", text=repr(text)))
            field = _FIELD.fullmatch(text)
            if field:
                self._field(field[1], field[2])
            elif self._game is None:
                raise ValueError(message("engine.record_without_game", text=repr(text)))
            elif move:
                self._move(self._game, int(move[1]), move[2].lower(), move[3])
            else:
                raise ValueError(message("engine.record_no_move", text=repr(text)))
        except ValueError as error:
            self._errors.add(self._line, None, message_of(error))
            if self._game is None or text.startswith("start:"):
                raise StopReadingError from None
            self._lost = self._lost or move is not None

    def _field(self, name: str, value: str) -> None:
        if name == "game":
            if self._game is not None:
                raise ValueError(message("engine.record_two_games"))
            self._game = game_named(value)
            self._start = self._position = self._game.start()
            return
        if self._game is None:
            raise ValueError(message("engine.record_without_game", text=repr(name)))
        if name in PLAYERS:
            self._names = with_player(self._names, name, value)
            return
        if name == "start":
            if self._moves:
                raise ValueError(message("engine.record_late_start"))
            self._start = self._position = self._game.parse_position(value)
            return
        if self._lost:
            return
        if name == "help":
            self._aids = parse_aids(value, self._moves)
            return
        self._termination = parse_result(value, self._game, self._position)
        self._result = value

    def _move(self, game: AnyGame, number: int, maker: str, text: str) -> None:
        expected, last = min(self._numbers) + 1, self._numbers
        self._numbers = {number} if number - 1 in last else {number, expected}
        fits = not self._lost and _is_legal(game, self._position, maker, text)
        if number - 1 not in last:
            id = "engine.record_move_number"
            if number > expected and not fits:
                id, self._lost, self._numbers = "engine.record_move_missing", True, {number}
            self._errors.add(self._line, None, message(id, expected=expected, number=number))
        if self._lost:
            return
        if not fits and self._pass_is_missing(game, maker, text):
            side = game.turn(self._position).label.lower()
            reason = message("engine.record_no_pass", side=side, number=number)
            self._errors.add(self._line, None, reason)
            self._make(game, "pass")
        if game.outcome(self._position) is None:
            turn = game.turn(self._position).label.lower()
            if maker != turn:
                raise ValueError(
                    message("engine.record_other_side", number=number, turn=turn, side=maker)
                )
        self._make(game, text)

    def _make(self, game: AnyGame, text: str) -> None:
        move = game.parse_move(self._position, text)
        self._position = game.play(self._position, move)
        self._moves.append(move)

    def _pass_is_missing(self, game: AnyGame, maker: str, text: str) -> bool:
        """Return True if a move is legal after the forced pass of the side to move."""
        legal = game.legal_moves(self._position)
        if len(legal) != 1 or game.move_text(self._position, legal[0]) != "pass":
            return False
        return _is_legal(game, game.play(self._position, legal[0]), maker, text)


def _is_legal(game: AnyGame, position: Hashable, maker: str, text: str) -> bool:
    """Return True if a move is legal, and its maker's turn."""
    try:
        game.parse_move(position, text)
    except ValueError:
        return False
    return game.turn(position).label.lower() == maker
