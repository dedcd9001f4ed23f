"""Base class of the games with light and dark stones.

Light is White.  A move is written as from and to ("a1a5"), a stone from the reserve as its square
("c2"), a pass as "pass", and the end of a turn that could go on as "done".
"""

from __future__ import annotations

import abc
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Generic, TypeAlias, TypeVar

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
    check_is_move,
    not_legal,
)
from host.engine.settings import name_with_settings, validated
from host.engine.squares import parse_square, square_name
from host.engine.stones.adjudication import PREFIX, Adjudication, proposed_turn, stones_of
from host.engine.stones.ending import Stones
from host.engine.stones.lines import NULL_MOVE, Bits, Move, squares_of
from host.engine.stones.notation import board_text, parse_board
from host.message import Message, message, message_of

WHITE_STONE, BLACK_STONE = Piece(Side.WHITE), Piece(Side.BLACK)
PASS, DONE = "pass", "done"
_MOVE = re.compile(r"([a-z][0-9]+)([a-z][0-9]+)?")


PositionT = TypeVar("PositionT", bound=Stones)

StoneMove: TypeAlias = Move | Adjudication[PositionT]
"""A move, or an adjudication."""


class StoneGame(abc.ABC, Generic[PositionT]):
    """The common part of games of stones: texts, errors and settings.

    Subclasses define moves and results.  They are frozen dataclasses with the settings as fields.

    Attributes:
        kind: id of the game without settings.
        title: name for players.
        size: number of files and of ranks.
        settings: those of the game.
    """

    __slots__ = ()

    kind: ClassVar[str]
    title: ClassVar[Message]
    size: ClassVar[tuple[int, int]]
    settings: ClassVar[tuple[Setting, ...]]

    @property
    @abc.abstractmethod
    def values(self) -> Mapping[str, str]:
        """The values of the settings, by name."""

    @property
    @abc.abstractmethod
    def limit(self) -> int:
        """Number of moves of each side without a capture after which the game is over."""

    @abc.abstractmethod
    def with_settings(self, values: Mapping[str, str]) -> AnyGame:
        """Return the game with these settings."""

    @abc.abstractmethod
    def start(self) -> PositionT:
        """Return the position in which a new game begins."""

    @abc.abstractmethod
    def legal_moves(self, position: PositionT) -> tuple[Move, ...]:
        """Return the legal moves."""

    @abc.abstractmethod
    def play_unchecked(self, position: PositionT, move: Move) -> PositionT:
        """Return the position after a legal move, without checking it."""

    @abc.abstractmethod
    def captures(self, position: PositionT, move: Move) -> Bits:
        """Return the stones that a legal move captures."""

    @abc.abstractmethod
    def outcome(self, position: PositionT) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    @abc.abstractmethod
    def _fields(self, position: PositionT) -> Sequence[str]:
        """Return the fields of position text after the board and the side to move."""

    @abc.abstractmethod
    def _read(self, white: Bits, black: Bits, turn: Side, fields: Sequence[str]) -> PositionT:
        """Return the position with these stones.

        Raises:
            ValueError: it cannot occur; the message says why.
        """

    @abc.abstractmethod
    def _explain_target(self, position: PositionT, origin: Square, target: Square) -> Message:
        """Return why no legal move of an own stone leads to the target."""

    def _explain_blocked(self, position: PositionT, origin: Square) -> Message:
        """Return why an own stone may not move at all, although its side can move."""
        return message("engine.stone_blocked", square=self._name(origin))

    def _explain_pass(self, position: PositionT, text: str) -> Message:
        """Return why the turn may not be passed or ended, without a capital."""
        return message("engine.side_must_move")

    @property
    def name(self) -> str:
        """The id of the game for files and the command line, with settings other than default."""
        return name_with_settings(self.kind, self.settings, self.values)

    def turn(self, position: PositionT) -> Side:
        """Return the side to move."""
        return position.turn

    def pieces(self, position: PositionT) -> Mapping[Square, Piece]:
        """Return the stones, by square."""
        return {**_standing(position.white, Side.WHITE), **_standing(position.black, Side.BLACK)}

    def movable_squares(self, position: PositionT) -> tuple[Square, ...]:
        """Return the squares of the stones that can move; all of a side that must pass."""
        moves = self.legal_moves(position)
        if moves == (NULL_MOVE,):
            return tuple(squares_of(own_stones(position)))
        return tuple(sorted({move.origin for move in moves if move.origin is not None}))

    def play(self, position: PositionT, move: StoneMove[PositionT]) -> PositionT:
        """Return the position after a legal move or an adjudication.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        check_is_move(move, Move, Adjudication, squares=self.size[0] * self.size[1])
        if isinstance(move, Adjudication):
            return move.position
        if move not in self.legal_moves(position):
            raise IllegalMoveError(
                message(
                    "engine.move_not_legal",
                    move=repr(self.move_text(position, move)),
                    position=repr(self.position_text(position)),
                    reason=self._explain_move(position, move),
                )
            )
        return self.play_unchecked(position, move)

    def _explain_move(self, position: PositionT, move: Move) -> Message:
        origin, target = move
        if target is None:
            return self._explain_pass(position, PASS)
        if origin is None:
            reason = self.explain_illegal_drop(position, target)
            return reason or message("engine.no_stone_there")
        reason = self.explain_illegal(position, origin, target)
        return reason or message("engine.no_stone_on", square=self._name(origin))

    def explain_illegal(
        self, position: PositionT, origin: Square, target: Square | None
    ) -> Message | None:
        """Return why the stone on `origin` may not move to `target`, or at all if that is None."""
        if not (position.white | position.black) >> origin & 1:
            return None
        ended = self.outcome(position)
        if ended is not None:
            return message("engine.game_is_over", reason=ended.reason)
        turn = position.turn
        if not own_stones(position) >> origin & 1:
            return message("engine.other_side_to_move", side=turn.message)
        moves = self.legal_moves(position)
        if moves == (NULL_MOVE,):
            return message("engine.side_passes", side=turn.message)
        targets = [move.target for move in moves if move.origin == origin]
        if target is None:
            return None if targets else self._explain_blocked(position, origin)
        if target in targets:
            return None
        return self._explain_target(position, origin, target)

    def explain_illegal_drop(self, position: PositionT, square: Square) -> Message | None:
        """Return why no stone may be put on a square; None if one may."""
        return message("engine.no_reserve")

    def move_text(self, position: PositionT, move: StoneMove[PositionT]) -> str:
        """Return coordinates: "a1a5", "c2" for a stone from the reserve, "pass", "done"; or
        "adjudicate POSITION"."""
        if isinstance(move, Adjudication):
            return PREFIX + self.position_text(move.position)
        if move.target is None:
            return PASS
        origin = "" if move.origin is None else self._name(move.origin)
        return f"{origin}{self._name(move.target)}"

    def describe_move(self, position: PositionT, move: StoneMove[PositionT]) -> Message:
        """Return a legal move or an adjudication in words: "a1 to a5, taking a6"."""
        if isinstance(move, Adjudication):
            return message("engine.adjudicated")
        if move.target is None:
            done = self.move_text(position, move) == DONE
            return message("engine.done" if done else "engine.pass")
        if move.origin is None:
            return message("engine.stone_on", square=self._name(move.target))
        first, *others = (self._name(square) for square in self._squares_before(position, move))
        way: str | Message = first
        for square in others:
            way = message("engine.by", way=way, square=square)
        words = message("engine.stone_goes", way=way, target=self._name(move.target))
        captured = tuple(self._name(square) for square in squares_of(self.captures(position, move)))
        return message("engine.capturing", move=words, squares=captured) if captured else words

    spell_move = describe_move

    def _squares_before(self, position: PositionT, move: Move) -> Sequence[Square]:
        """Return the squares that a stone touches before its target, its origin first."""
        return () if move.origin is None else (move.origin,)

    def parse_move(self, position: PositionT, text: str) -> StoneMove[PositionT]:
        """Return the legal move or the adjudication that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        if text.startswith(PREFIX):
            return self.parse_adjudication(position, text.removeprefix(PREFIX))
        moves = self.legal_moves(position)
        if text in (PASS, DONE):
            if NULL_MOVE in moves and self.move_text(position, NULL_MOVE) == text:
                return NULL_MOVE
            ended = self.outcome(position)
            raise not_legal(text, ended.reason if ended else self._explain_pass(position, text))
        squares = _MOVE.fullmatch(text)
        if squares is None:
            raise InvalidMoveError(
                message("engine.no_stone_move", game=self.title, text=repr(text))
            )
        try:
            *origins, target = (parse_square(name, self.size) for name in squares.groups() if name)
        except ValueError as error:
            raise self._refused(position, text, message_of(error)) from None
        origin = origins[0] if origins else None
        move = Move(origin, target)
        if move in moves:
            return move
        raise self._refused(position, text, self._explain_move(position, move))

    def _refused(self, position: PositionT, text: str, reason: Message) -> InvalidMoveError:
        """Return the error of a move that is refused, unless the game is over, for this reason."""
        ended = self.outcome(position)
        if ended is not None:
            reason = message("engine.over_already", reason=ended.reason)
        return not_legal(text, reason)

    def parse_adjudication(self, position: PositionT, text: str) -> Adjudication[PositionT]:
        """Return the adjudication with the position that `text` describes.

        Raises:
            InvalidMoveError: the message quotes the text and says what is wrong with it.
        """
        ended = self.outcome(position)
        if ended is not None:
            raise not_legal(text, message("engine.over_already", reason=ended.reason))
        try:
            return Adjudication(self.parse_position(text))
        except InvalidPositionError as error:
            raise InvalidMoveError(message_of(error)) from None

    def is_adjudication(self, move: StoneMove[PositionT]) -> bool:
        """Return True if a move is an adjudication."""
        return isinstance(move, Adjudication)

    def propose_adjudication(
        self, position: PositionT, pieces: Mapping[Square, Piece]
    ) -> str | None:
        """Return the text of a position with these stones; None once the game is over."""
        if self.outcome(position) is not None:
            return None
        white, black = stones_of(pieces, Side.WHITE), stones_of(pieces, Side.BLACK)
        turn, fields = self._proposed_fields(position, white, black)
        return " ".join((board_text(white, black, self.size), turn.value, *fields))

    def _proposed_fields(
        self, position: PositionT, white: Bits, black: Bits
    ) -> tuple[Side, Sequence[str]]:
        """Return the side to move, and the other fields of position text, of an adjudication with
        these stones."""
        return proposed_turn(position, white, black), self._fields(position)

    def position_text(self, position: PositionT) -> str:
        """Return the position as one line, which `parse_position` reads."""
        fields = (
            board_text(position.white, position.black, self.size),
            position.turn.value,
            *self._fields(position),
        )
        return " ".join(fields)

    def parse_position(self, text: str) -> PositionT:
        """Return the position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        try:
            board, *rest = text.split(" ")
            white, black = parse_board(board, self.size)
            if not rest:
                raise ValueError(message("engine.turn_missing"))
            turn, *fields = rest
            if turn not in ("w", "b"):
                raise ValueError(message("engine.field_turn", text=repr(turn)))
            return self._read(white, black, Side(turn), fields)
        except ValueError as error:
            reason = message_of(error)
            id = "engine.no_stone_position"
            said = message(id, game=self.title, text=repr(text), reason=reason)
            raise InvalidPositionError(said, reason) from None

    @property
    def piece_noun(self) -> Message:
        """Noun for any piece: "stone"."""
        return message("piece.stone")

    def describe_piece(self, piece: Piece) -> Message:
        """Return the name of a stone."""
        return message("piece.stone")

    def square_colour(self, square: Square) -> str | None:
        """Return "sand" for the five by five squares in the middle of the board."""
        rank, file = divmod(square, self.size[0])
        inside = all(
            abs(2 * place - count + 1) <= 4
            for place, count in zip((file, rank), self.size, strict=True)
        )
        return "sand" if inside else None

    def _name(self, square: Square) -> str:
        return square_name(square, self.size[0])

    def _values(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all settings, with these changed.

        Raises:
            ValueError: there is no such setting or value.
        """
        return validated(self.settings, {**self.values, **values})

    def _explain_slide(self, position: PositionT, origin: Square, target: Square) -> Message:
        """Return why a stone may not slide from one square to the other."""
        files = self.size[0]
        ranks_on, files_on = (
            after - before
            for before, after in zip(divmod(origin, files), divmod(target, files), strict=True)
        )
        if target == origin:
            return message("engine.stone_stays")
        if ranks_on and files_on:
            return message(
                "engine.stone_diagonal", origin=self._name(origin), target=self._name(target)
            )
        stride = (target - origin) // abs(ranks_on or files_on)
        for square in range(origin + stride, target, stride):
            if (position.white | position.black) >> square & 1:
                return message("engine.stone_in_the_way", square=self._name(square))
        return message("engine.stone_on_occupied", square=self._name(target))


@lru_cache(maxsize=256)
def _standing(stones: Bits, side: Side) -> Mapping[Square, Piece]:
    """Return the stones of one side, by square; a move leaves most of them as they are."""
    return dict.fromkeys(squares_of(stones), WHITE_STONE if side is Side.WHITE else BLACK_STONE)


def own_stones(position: Stones) -> Bits:
    """Return the stones of the side to move."""
    return position.white if position.turn is Side.WHITE else position.black


def own_and_enemy(position: Stones) -> tuple[Bits, Bits]:
    """Return the stones of the side to move, and those of the other side."""
    if position.turn is Side.WHITE:
        return position.white, position.black
    return position.black, position.white
