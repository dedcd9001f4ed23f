"""The transcript of a game: its moves as a value, and as text that any game can be written in.

    game: NAME:setting=value
    start: POSITION

      1. white a1a5
      2. black a9a7
    result: SENTENCE

It needs nothing but the Game protocol.  A line holds one move in coordinates, with its number and
its maker.  The `start:` line is left out where the game begins as usual, and the `result:` line
where it is not over.  Lines that begin with `#` are comments.  A game that has a notation of its
own, as the rule book of Kamisado teaches one, is recorded in that instead.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass

from host.engine.game import AnyGame
from host.engine.registry import game_named

_FIELD = re.compile(r"(game|start|result):\s*(.*)")
_MOVE = re.compile(r"([0-9]{1,6})\.\s+(white|black)\s+(.+)")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What was played, from a position on; the game need not be over.

    Attributes:
        game: its rules, with what has been agreed on.
        start: the position before the first move.
        moves: each legal in its turn.
    """

    game: AnyGame
    start: Hashable
    moves: tuple[Hashable, ...]

    def positions(self) -> list[Hashable]:
        """The position before each move and the last one."""
        positions = [self.start]
        for move in self.moves:
            positions.append(self.game.play(positions[-1], move))
        return positions


def write(transcript: GameRecord) -> str:
    """The transcript as text, ending in a newline.

    Raises:
        IllegalMoveError: if a move of it is not legal.
    """
    game, positions = transcript.game, transcript.positions()
    lines = [f"game: {game.name}"]
    if transcript.start != game.start():
        lines.append(f"start: {game.position_text(transcript.start)}")
    lines.append("")
    for number, move in enumerate(transcript.moves, 1):
        before = positions[number - 1]
        side = game.turn(before).label.lower()
        lines.append(f"{number:>3}. {side} {game.move_text(before, move)}")
    outcome = game.outcome(positions[-1])
    if outcome is not None:
        lines.append(f"result: {outcome.reason}")
    return "\n".join(lines) + "\n"


def record_game_name(text: str) -> str | None:
    """The name of the game in the `game:` line of a record of any kind; None without one."""
    found = re.search(r"^game:[ \t]*(\S+)[ \t]*$", text, re.MULTILINE)
    return found[1] if found else None


def read(text: str) -> GameRecord:
    """The transcript that a text holds.

    Raises:
        ValueError: it is none; the message names the line, quotes what is wrong and says why.
    """
    return _Reader().read(text)


class _Reader:
    """What has been read so far."""

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
                    raise ValueError(f"line {number}: {error}") from None
        if self._game is None:
            raise ValueError("line 1: a record begins with 'game: NAME'")
        return GameRecord(self._game, self._start, tuple(self._moves))

    def _line(self, text: str) -> None:
        if self._result is not None:
            raise ValueError(f"nothing follows the result, so what is {text!r}?")
        field, move = _FIELD.fullmatch(text), _MOVE.fullmatch(text)
        if field:
            self._field(field[1], field[2])
        elif self._game is None:
            raise ValueError(f"a record begins with 'game: NAME', not with {text!r}")
        elif move:
            self._move(self._game, int(move[1]), move[2], move[3])
        else:
            raise ValueError(
                f"{text!r} is no move: write its number and its maker, '1. white a1a5'"
            )

    def _field(self, name: str, value: str) -> None:
        if name == "game":
            if self._game is not None:
                raise ValueError("the game is named twice")
            self._game = game_named(value)
            self._start = self._position = self._game.start()
            return
        if self._game is None:
            raise ValueError(f"a record begins with 'game: NAME', not with {name!r}")
        if name == "start":
            if self._moves:
                raise ValueError("the start comes before the first move")
            self._start = self._position = self._game.parse_position(value)
            return
        outcome = self._game.outcome(self._position)
        if outcome is None:
            raise ValueError("there is a result, but after these moves the game goes on")
        if value != outcome.reason:
            raise ValueError(f"the result is {outcome.reason!r}, not {value!r}")
        self._result = value

    def _move(self, game: AnyGame, number: int, maker: str, text: str) -> None:
        if number != len(self._moves) + 1:
            raise ValueError(f"move {len(self._moves) + 1} comes next, not move {number}")
        if game.outcome(self._position) is None:
            turn = game.turn(self._position).label.lower()
            if maker != turn:
                raise ValueError(f"move {number} is made by {turn}, not by {maker}")
        move = game.parse_move(self._position, text)
        self._position = game.play(self._position, move)
        self._moves.append(move)
