"""A game in play: a position together with the moves that led to it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from host.engine.diagram import board_diagram
from host.engine.game import AnyGame, Outcome, Piece, Side, Square
from host.engine.game_record import GameRecord
from host.engine.registry import game_named
from host.message import Message


class GameState:
    """A game in play, with a stack of moves: `chess.Board` for any game of this program.

    `str(state)` draws the board.

    Args:
        game: the rules, or their name; see `playable_games`.
        position: the first position, or its text; None for the start of the game.

    Attributes:
        game: the rules, as pure functions over immutable positions.
        position: the current position.
        move_stack: the moves made so far, oldest first.

    Raises:
        ValueError: there is no such game.
        InvalidPositionError: the text describes no position of the game.
    """

    def __init__(
        self, game: AnyGame | str = "kamisado-single", position: Hashable | None = None
    ) -> None:
        self.game = game_named(game) if isinstance(game, str) else game
        if position is None:
            position = self.game.start()
        elif isinstance(position, str):
            position = self.game.parse_position(position)
        self._positions = [position]
        self.move_stack: list[Hashable] = []

    @classmethod
    def from_record(cls, record: GameRecord) -> GameState:
        """Return the state after the last move of a record.

        Raises:
            IllegalMoveError: a move of it is not legal.
        """
        state = cls(record.game, record.start)
        for move in record.moves:
            state.push(move)
        return state

    @property
    def position(self) -> Hashable:
        """The current position: immutable and hashable."""
        return self._positions[-1]

    @property
    def turn(self) -> Side:
        """The side to move; between two rounds, the side that chooses the fill."""
        return self.game.turn(self.position)

    @property
    def pieces(self) -> Mapping[Square, Piece]:
        """The pieces on the board, by square."""
        return self.game.pieces(self.position)

    @property
    def legal_moves(self) -> Sequence[Hashable]:
        """The legal moves; empty if the game is over."""
        return self.game.legal_moves(self.position)

    def outcome(self) -> Outcome | None:
        """Return the result of the game; None while it goes on."""
        return self.game.outcome(self.position)

    def is_game_over(self) -> bool:
        """Return True if the game is over."""
        return self.outcome() is not None

    def push(self, move: Hashable) -> None:
        """Make a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        self._positions.append(self.game.play(self.position, move))
        self.move_stack.append(move)

    def push_text(self, text: str) -> Hashable:
        """Make the move that a text names ("d8d4", "fill left"), and return it.

        Raises:
            InvalidMoveError: the text names no legal move.
        """
        move = self.parse_move(text)
        self.push(move)
        return move

    def pop(self) -> Hashable:
        """Take the last move back, and return it.

        Raises:
            IndexError: no move has been made.
        """
        move = self.move_stack.pop()
        self._positions.pop()
        return move

    def parse_move(self, text: str) -> Hashable:
        """Return the legal move that a text names.

        Raises:
            InvalidMoveError: the text names no legal move; the message says why.
        """
        return self.game.parse_move(self.position, text)

    def move_text(self, move: Hashable) -> str:
        """Return a legal move as text that `parse_move` reads."""
        return self.game.move_text(self.position, move)

    def describe_move(self, move: Hashable) -> Message:
        """Return a legal move in words, e.g. "Purple left 5 Yellow"."""
        return self.game.describe_move(self.position, move)

    def explain_illegal(self, origin: Square, target: Square | None = None) -> Message | None:
        """Return why the piece on `origin` may not go to `target`, or move at all if that is None.

        None if it may, and if there is no piece on `origin`.
        """
        return self.game.explain_illegal(self.position, origin, target)

    def position_text(self) -> str:
        """Return the current position as one line, which the constructor reads."""
        return self.game.position_text(self.position)

    def record(self) -> GameRecord:
        """Return the first position and the moves as a record."""
        return GameRecord(self.game, self._positions[0], tuple(self.move_stack))

    def copy(self) -> GameState:
        """Return a state of its own with the same position and moves."""
        state = GameState(self.game, self._positions[0])
        state._positions, state.move_stack = self._positions[:], self.move_stack[:]
        return state

    def __str__(self) -> str:
        return board_diagram(self.game, self.position)

    def __repr__(self) -> str:
        return f"GameState({self.game.name!r}, {self.position_text()!r})"
