"""Breakthrough as a `Game`: the example of docs/adding-a-game.md.

Each side has two rows of stones.  A stone goes one square straight or diagonally forward; it takes
an enemy stone diagonally, by moving onto its square.  Whoever reaches the last row wins, and so
does who has taken everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from host.engine.game import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Piece,
    Side,
    Square,
    check_is_move,
)
from host.engine.squares import parse_square, square_name
from host.message import Message, message, message_of

FILES = 8
SIZE = (FILES, FILES)
STONES = {"S": Piece(Side.WHITE), "s": Piece(Side.BLACK)}
FORWARD = {Side.WHITE: 1, Side.BLACK: -1}
LAST = {Side.WHITE: FILES - 1, Side.BLACK: 0}


class Position(NamedTuple):
    """A letter of `STONES` or a dot for each square, from a1 on, and whose turn it is."""

    board: str
    turn: Side


class Move(NamedTuple):
    """From where to where a stone goes."""

    origin: Square
    target: Square


class Breakthrough:
    """The rules of breakthrough on eight files and eight ranks."""

    @property
    def name(self) -> str:
        return "breakthrough"

    @property
    def title(self) -> Message:
        return message("game.breakthrough")

    @property
    def size(self) -> tuple[int, int]:
        return SIZE

    def start(self) -> Position:
        return Position("S" * 16 + "." * 32 + "s" * 16, Side.WHITE)

    def turn(self, position: Position) -> Side:
        return position.turn

    def pieces(self, position: Position) -> Mapping[Square, Piece]:
        return {at: STONES[sign] for at, sign in enumerate(position.board) if sign != "."}

    def movable_squares(self, position: Position) -> tuple[Square, ...]:
        return tuple(sorted({move.origin for move in self.legal_moves(position)}))

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        if self.outcome(position) is not None:
            return ()
        return tuple(
            Move(origin, target)
            for origin, piece in self.pieces(position).items()
            if piece.side is position.turn
            for target in range(len(position.board))
            if self._refusal(position, origin, target) is None
        )

    def play(self, position: Position, move: Move) -> Position:
        check_is_move(move, Move, squares=FILES * FILES)
        if move not in self.legal_moves(position):
            text = self.move_text(position, move)
            raise IllegalMoveError(message("engine.breakthrough_not_legal", text=repr(text)))
        board = list(position.board)
        board[move.target], board[move.origin] = board[move.origin], "."
        return Position("".join(board), position.turn.other)

    def outcome(self, position: Position) -> Outcome | None:
        pieces = self.pieces(position)
        for side in Side:
            own = [square for square, piece in pieces.items() if piece.side is side]
            through = [square for square in own if square // FILES == LAST[side]]
            if through:
                where = square_name(through[0], FILES)
                won = message("engine.breakthrough_won", side=side.message, square=where)
                return Outcome(side, won, (through[0],))
            if not own:
                return Outcome(side.other, message("engine.breakthrough_lost", side=side.message))
        return None

    def explain_illegal(
        self, position: Position, origin: Square, target: Square | None
    ) -> Message | None:
        piece = self.pieces(position).get(origin)
        if piece is None:
            return None
        ended = self.outcome(position)
        if ended is not None:
            return message("engine.game_is_over", reason=ended.reason)
        if piece.side is not position.turn:
            return message("engine.other_side_to_move", side=position.turn.message)
        if target is not None:
            return self._refusal(position, origin, target)
        stuck = origin not in self.movable_squares(position)
        return message("engine.breakthrough_stuck") if stuck else None

    def _refusal(self, position: Position, origin: Square, target: Square) -> Message | None:
        """Return why an own stone may not move there; None if it may."""
        ranks = (target // FILES - origin // FILES) * FORWARD[position.turn]
        files = abs(target % FILES - origin % FILES)
        if ranks != 1 or files > 1:
            return message("engine.breakthrough_forward")
        there = self.pieces(position).get(target)
        if there is not None and there.side is position.turn:
            return message("engine.breakthrough_own_stone", square=square_name(target, FILES))
        if there is not None and not files:
            return message("engine.breakthrough_takes_diagonally")
        return None

    def move_text(self, position: Position, move: Move) -> str:
        return square_name(move.origin, FILES) + square_name(move.target, FILES)

    def describe_move(self, position: Position, move: Move) -> Message:
        origin, target = (square_name(square, FILES) for square in move)
        taken = position.board[move.target] != "."
        id = "engine.breakthrough_takes" if taken else "engine.breakthrough_goes"
        return message(id, origin=origin, target=target)

    spell_move = describe_move

    def parse_move(self, position: Position, text: str) -> Move:
        for move in self.legal_moves(position):
            if self.move_text(position, move) == text:
                return move
        try:
            origin, target = parse_square(text[:2], SIZE), parse_square(text[2:], SIZE)
        except ValueError as error:
            raise InvalidMoveError(
                message("engine.breakthrough_no_move", text=repr(text), reason=message_of(error))
            ) from None
        reason = self.explain_illegal(position, origin, target) or message(
            "engine.breakthrough_no_stone"
        )
        raise InvalidMoveError(message("engine.not_legal_here", text=repr(text), reason=reason))

    def position_text(self, position: Position) -> str:
        rows = [position.board[at : at + FILES] for at in reversed(range(0, 64, FILES))]
        board = re.sub(r"\.+", lambda dots: str(len(dots[0])), "/".join(rows))
        return f"{board} {position.turn.value}"

    def parse_position(self, text: str) -> Position:
        board, _, turn = text.partition(" ")
        signs = re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), board)
        rows = signs.split("/")
        if [len(row) for row in rows] != [FILES] * FILES or not set(signs) <= set("Ss./"):
            raise InvalidPositionError(message("engine.breakthrough_no_ranks", text=repr(text)))
        if turn not in ("w", "b"):
            raise InvalidPositionError(message("engine.breakthrough_no_turn", text=repr(text)))
        position = Position("".join(reversed(rows)), Side(turn))
        if self.position_text(position) != text:
            raise InvalidPositionError(message("engine.breakthrough_two_numbers", text=repr(text)))
        return position

    @property
    def piece_noun(self) -> Message:
        return message("piece.stone")

    def describe_piece(self, piece: Piece) -> Message:
        return message("piece.stone")

    def square_colour(self, square: Square) -> str | None:
        return None

    def evaluate(self, position: Position) -> int:
        """Stones, and how far they have come."""
        worth = 0
        for square, piece in self.pieces(position).items():
            gone = abs(square // FILES - LAST[piece.side.other])
            worth += (20 + gone * gone) * (1 if piece.side is position.turn else -1)
        return worth
