"""A game of stones: what the games in which light stones face dark ones have in common.

Light is White.  A move is written as from and to ("a1a5"), a stone that comes out of the reserve as
its square alone ("c2"), a turn that is let go as "pass", or as "done" where it could go on.
"""

from __future__ import annotations

import abc
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, NoReturn, TypeVar

from host.engine.game import (
    AnyGame,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Piece,
    Setting,
    Side,
    Square,
)
from host.engine.settings import name_with_settings, validated
from host.engine.squares import parse_square, square_name
from host.engine.stones.ending import Stones
from host.engine.stones.lines import NULL_MOVE, Bits, Move, squares_of
from host.engine.stones.notation import board_text, parse_board

WHITE_STONE, BLACK_STONE = Piece(Side.WHITE), Piece(Side.BLACK)
PASS, DONE = "pass", "done"
_MOVE = re.compile(r"([a-z][0-9]+)([a-z][0-9]+)?")


PositionT = TypeVar("PositionT", bound=Stones)


class StoneGame(abc.ABC, Generic[PositionT]):
    """What is the same in all of them, given how stones move and what decides the game.

    Subclasses are frozen dataclasses with the settings as fields.

    Attributes:
        kind: the name of the game without its settings.
        title: what people call it.
        size: number of files and of ranks.
        settings: what may be agreed on.
    """

    __slots__ = ()

    kind: ClassVar[str]
    title: ClassVar[str]
    size: ClassVar[tuple[int, int]]
    settings: ClassVar[tuple[Setting, ...]]

    @property
    @abc.abstractmethod
    def values(self) -> Mapping[str, str]:
        """What has been agreed on, by name of the setting."""

    @property
    @abc.abstractmethod
    def limit(self) -> int:
        """After how many moves of each side without a capture the game is over."""

    @abc.abstractmethod
    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """The game with these settings."""

    @abc.abstractmethod
    def start(self) -> PositionT:
        """The position in which a new game begins."""

    @abc.abstractmethod
    def legal_moves(self, position: PositionT) -> tuple[Move, ...]:
        """Every legal move."""

    @abc.abstractmethod
    def play_unchecked(self, position: PositionT, move: Move) -> PositionT:
        """The position after a move that is known to be legal."""

    @abc.abstractmethod
    def taken(self, position: PositionT, move: Move) -> Bits:
        """The stones that a legal move takes."""

    @abc.abstractmethod
    def outcome(self, position: PositionT) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abc.abstractmethod
    def _fields(self, position: PositionT) -> Sequence[str]:
        """What position text says besides where the stones stand and whose turn it is."""

    @abc.abstractmethod
    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> PositionT:
        """The position with these stones.

        Raises:
            ValueError: there is none; a sentence that says why.
        """

    @abc.abstractmethod
    def _why_not_there(self, position: PositionT, origin: Square, target: Square) -> str:
        """Why an own stone may not go to a target to which no legal move of it leads."""

    def _why_never(self, position: PositionT, origin: Square) -> str:
        """Why an own stone may not move at all, where its side can move."""
        return f"The stone on {self._name(origin)} has no way to go"

    def _why_no_pass(self, position: PositionT, text: str) -> str:
        """Why the turn may not be let go, as half a sentence."""
        return "a side that can move must move"

    @property
    def name(self) -> str:
        """The id of the game in files and on the command line, with what differs from usual."""
        return name_with_settings(self.kind, self.settings, self.values)

    def turn(self, position: PositionT) -> Side:
        """Who moves now."""
        return position.turn

    def pieces(self, position: PositionT) -> Mapping[Square, Piece]:
        """The stones, by square."""
        stones = dict.fromkeys(squares_of(position.white), WHITE_STONE)
        stones.update(dict.fromkeys(squares_of(position.black), BLACK_STONE))
        return stones

    def movable_squares(self, position: PositionT) -> tuple[Square, ...]:
        """The stones that can move; all of a side that must pass."""
        moves = self.legal_moves(position)
        if moves == (NULL_MOVE,):
            return tuple(squares_of(own_stones(position)))
        return tuple(sorted({move.origin for move in moves if move.origin is not None}))

    def play(self, position: PositionT, move: Move) -> PositionT:
        """The position after a legal move.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        if move not in self.legal_moves(position):
            raise IllegalMoveError(
                f"{self.move_text(position, move)!r} is not legal in "
                f"{self.position_text(position)!r}: {self._why_illegal(position, move)}"
            )
        return self.play_unchecked(position, move)

    def _why_illegal(self, position: PositionT, move: Move) -> str:
        origin, target = move
        if target is None:
            return self._why_no_pass(position, PASS)
        if origin is None:
            return self.explain_illegal_drop(position, target) or "no stone can be put there"
        return (
            self.explain_illegal(position, origin, target)
            or f"there is no stone on {self._name(origin)}"
        )

    def explain_illegal(
        self, position: PositionT, origin: Square, target: Square | None
    ) -> str | None:
        """Why the stone on `origin` may not be moved to `target`, or at all if that is None."""
        if not (position.white | position.black) >> origin & 1:
            return None
        ended = self.outcome(position)
        if ended is not None:
            return f"The game is over: {ended.reason.rstrip('.')}"
        turn = position.turn
        if not own_stones(position) >> origin & 1:
            return f"It is {turn.label}'s turn"
        moves = self.legal_moves(position)
        if moves == (NULL_MOVE,):
            return f"{turn.label} cannot move and passes"
        targets = [move.target for move in moves if move.origin == origin]
        if target is None:
            return None if targets else self._why_never(position, origin)
        if target in targets:
            return None
        return self._why_not_there(position, origin, target)

    def explain_illegal_drop(self, position: PositionT, square: Square) -> str | None:
        """Why no stone out of a reserve may be put on a square; None if it may."""
        return "All stones are on the board from the beginning: none comes onto it"

    def move_text(self, position: PositionT, move: Move) -> str:
        """Coordinates: "a1a5", "c2" for a stone out of the reserve, "pass", "done"."""
        if move.target is None:
            return PASS
        origin = "" if move.origin is None else self._name(move.origin)
        return f"{origin}{self._name(move.target)}"

    def describe_move(self, position: PositionT, move: Move) -> str:
        """A legal move as people say it: "a1 to a5, taking a6"."""
        if move.target is None:
            return self.move_text(position, move)
        if move.origin is None:
            return f"a stone on {self._name(move.target)}"
        words = " by ".join(self._name(square) for square in self._way(position, move))
        words = f"{words} to {self._name(move.target)}"
        taken = squares_of(self.taken(position, move))
        names = listed([self._name(square) for square in taken])
        return f"{words}, taking {names}" if names else words

    def _way(self, position: PositionT, move: Move) -> Sequence[Square]:
        """Where a stone touches the board before it ends, from its square on."""
        return () if move.origin is None else (move.origin,)

    def parse_move(self, position: PositionT, text: str) -> Move:
        """The legal move that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        moves = self.legal_moves(position)
        for move in moves:
            if self.move_text(position, move) == text:
                return move
        ended = self.outcome(position)
        if text in (PASS, DONE):
            _refuse(text, ended.reason if ended else self._why_no_pass(position, text))
        squares = _MOVE.fullmatch(text)
        if squares is None:
            raise InvalidMoveError(
                f"no move of {self.title} is written {text!r}: write from and to as in 'a1a5', "
                "a stone out of the reserve as its square, as in 'c2', a lost turn as 'pass', and "
                "'done' to end a turn that could go on"
            )
        if ended is not None:
            _refuse(text, f"the game is over: {ended.reason}")
        try:
            places = [parse_square(name, self.size) for name in squares.groups() if name]
        except ValueError as error:
            raise InvalidMoveError(f"{text!r} is not legal here: {error}") from None
        if len(places) == 1:
            _refuse(
                text, self.explain_illegal_drop(position, places[0]) or "it is against the rules"
            )
        origin, target = places
        reason = self.explain_illegal(position, origin, target)
        _refuse(text, reason or f"there is no stone on {self._name(origin)}")

    def position_text(self, position: PositionT) -> str:
        """The position as one line, which `parse_position` reads back."""
        fields = (
            board_text(position.white, position.black, self.size),
            position.turn.value,
            *self._fields(position),
        )
        return " ".join(fields)

    def parse_position(self, text: str) -> PositionT:
        """The position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        try:
            board, *rest = text.split(" ")
            white, black = parse_board(board, self.size)
            if not rest:
                raise ValueError("the side to move is missing: write 'w' or 'b' after the ranks")
            turn, *fields = rest
            if turn not in ("w", "b"):
                raise ValueError(f"the side to move must be 'w' or 'b', not {turn!r}")
            return self._read(white, black, Side(turn), fields)
        except ValueError as error:
            raise InvalidPositionError(
                f"no position of {self.title} is written {text!r}: {error}"
            ) from None

    def describe_piece(self, piece: Piece) -> str:
        """All are stones."""
        return "stone"

    def square_colour(self, square: Square) -> str | None:
        """The square in the middle of the board, five by five, is painted in the colour of sand."""
        rank, file = divmod(square, self.size[0])
        inside = all(
            abs(2 * place - count + 1) <= 4
            for place, count in zip((file, rank), self.size, strict=True)
        )
        return "sand" if inside else None

    def _name(self, square: Square) -> str:
        return square_name(square, self.size[0])

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        """All settings with these, by name.

        Raises:
            ValueError: there is no such setting or value.
        """
        return validated(self.settings, {**self.values, **values})

    def _why_no_slide(self, position: PositionT, origin: Square, target: Square) -> str:
        """What keeps a stone from sliding from one square to the other."""
        files = self.size[0]
        ranks_on, files_on = (
            after - before
            for before, after in zip(divmod(origin, files), divmod(target, files), strict=True)
        )
        if target == origin:
            return "A stone that moves leaves its square"
        if ranks_on and files_on:
            way = f"{self._name(origin)} to {self._name(target)}"
            return f"A stone moves forward, back or sideways only, not from {way}"
        stride = (target - origin) // abs(ranks_on or files_on)
        for square in range(origin + stride, target, stride):
            if (position.white | position.black) >> square & 1:
                return f"A stone never passes over another, and {self._name(square)} is taken"
        return f"A stone moves onto an empty square only, and {self._name(target)} is taken"


def _refuse(text: str, reason: str) -> NoReturn:
    raise InvalidMoveError(f"{text!r} is not legal here: {reason}")


def own_stones(position: Stones) -> Bits:
    """The stones of the side to move."""
    return position.white if position.turn is Side.WHITE else position.black


def own_and_enemy(position: Stones) -> tuple[Bits, Bits]:
    """The stones of the side to move, and those of the other."""
    if position.turn is Side.WHITE:
        return position.white, position.black
    return position.black, position.white


def listed(names: Sequence[str]) -> str:
    """Names as people list them: "a1, a2 and a3"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), "".join(names[-1:]))))
