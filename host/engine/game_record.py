"""Record of a game in coordinates: its moves as a value and as text, for any game.

    game: NAME:setting=value
    start: POSITION

      1. white a1a5
      2. black a9a7
    result: SENTENCE

A line holds one move in coordinates, with its number and its side.  The `start:` line is omitted
if the game begins as usual, the `result:` line if it is not over.  Lines that begin with `#` are
comments.  Matches of Kamisado have a notation of their own, `host.engine.kamisado.record`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass

from host.engine.game import AnyGame
from host.engine.registry import game_named
from host.message import message, message_of

_FIELD = re.compile(r"(game|start|result):\s*(.*)")
_MOVE = re.compile(r"([0-9]{1,6})\.\s+(white|black)\s+(.+)")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from some position on; it need not be over.

    Attributes:
        game: the rules, with their settings.
        start: the position before the first move.
        moves: each legal in its turn.
    """

    game: AnyGame
    start: Hashable
    moves: tuple[Hashable, ...]

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
    lines.append("")
    for number, move in enumerate(record.moves, 1):
        before = positions[number - 1]
        side = game.turn(before).label.lower()
        lines.append(f"{number:>3}. {side} {game.move_text(before, move)}")
    outcome = game.outcome(positions[-1])
    if outcome is not None:
        lines.append(f"result: {outcome.reason}")
    return "\n".join(lines) + "\n"


def record_game_name(text: str) -> str | None:
    """Return the name in the `game:` line of a record in any notation; None without one."""
    found = re.search(r"^game:[ \t]*(\S+)[ \t]*$", text, re.MULTILINE)
    return found[1] if found else None


def read(text: str) -> GameRecord:
    """Parse the text of a record.

    Raises:
        ValueError: it is no record; the message names the line, quotes what is wrong and says why.
    """
    return _Reader().read(text)


class _Reader:
    """Parser of a record, line by line."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None
        self._start: Hashable = None
        self._position: Hashable = None
        self._moves: list[Hashable] = []
        self._result: str | None = None

    def read(self, text: str) -> GameRecord:
        for number, line in enumerate(text.splitlines(), 1):
            content = line.strip()
            if content and not content.startswith("#"):
                try:
                    self._line(content)
                except ValueError as error:
                    raise ValueError(
                        message("engine.record_line", line=number, reason=message_of(error))
                    ) from None
        if self._game is None:
            raise ValueError(message("engine.empty_record"))
        return GameRecord(self._game, self._start, tuple(self._moves))

    def _line(self, text: str) -> None:
        if self._result is not None:
            raise ValueError(message("engine.record_after_result", text=repr(text)))
        field, move = _FIELD.fullmatch(text), _MOVE.fullmatch(text)
        if field:
            self._field(field[1], field[2])
        elif self._game is None:
            raise ValueError(message("engine.record_without_game", text=repr(text)))
        elif move:
            self._move(self._game, int(move[1]), move[2], move[3])
        else:
            raise ValueError(message("engine.record_no_move", text=repr(text)))

    def _field(self, name: str, value: str) -> None:
        if name == "game":
            if self._game is not None:
                raise ValueError(message("engine.record_two_games"))
            self._game = game_named(value)
            self._start = self._position = self._game.start()
            return
        if self._game is None:
            raise ValueError(message("engine.record_without_game", text=repr(name)))
        if name == "start":
            if self._moves:
                raise ValueError(message("engine.record_late_start"))
            self._start = self._position = self._game.parse_position(value)
            return
        outcome = self._game.outcome(self._position)
        if outcome is None:
            raise ValueError(message("engine.record_early_result"))
        expected = str(outcome.reason)  # a record is in English, whatever the reader's language
        if value != expected:
            raise ValueError(
                message("engine.record_other_result", expected=repr(expected), text=repr(value))
            )
        self._result = value

    def _move(self, game: AnyGame, number: int, maker: str, text: str) -> None:
        if number != len(self._moves) + 1:
            raise ValueError(
                message("engine.record_move_number", expected=len(self._moves) + 1, number=number)
            )
        if game.outcome(self._position) is None:
            turn = game.turn(self._position).label.lower()
            if maker != turn:
                raise ValueError(
                    message("engine.record_other_side", number=number, turn=turn, side=maker)
                )
        move = game.parse_move(self._position, text)
        self._position = game.play(self._position, move)
        self._moves.append(move)
