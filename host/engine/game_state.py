"""A game in play: a position together with the moves that led to it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, cast, overload

from host.engine.diagram import board_diagram
from host.engine.game import AnyGame, Game, MoveT, Outcome, Piece, PositionT, Side, Square
from host.engine.kamisado.match import MatchMove
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.position import Move, Position
from host.engine.records.game_record import GameRecord
from host.engine.registry import game_named
from host.message import Message

MatchName: TypeAlias = Literal[
    "kamisado-single",
    "kamisado-standard",
    "kamisado-long",
    "kamisado-marathon",
    "kamisado-series",
]
"""The names by which type checkers know that a game is a match of Kamisado."""


class GameState(Generic[PositionT, MoveT]):
    """A game in play, with a stack of moves: `chess.Board` for any game of this program.

    `str(state)` draws the board.  Two states are equal if their games, first positions and moves
    are.

    Args:
        game: the rules, or their name; see `playable_games`.  Type checkers take the types of
            positions and moves from the rules, and know those of Kamisado by name.
        position: the first position, or its text; None for the start of the game.

    Attributes:
        game: the rules, as pure functions over immutable positions.
        position: the current position.
        move_stack: the moves made so far, oldest first.

    Raises:
        ValueError: there is no such game.
        InvalidPositionError: the text describes no position of the game.
    """

    @overload
    def __init__(
        self: GameState[Position, Move],
        game: Literal["kamisado"],
        position: Position | str | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: GameState[MatchPosition, MatchMove],
        game: MatchName = "kamisado-single",
        position: MatchPosition | str | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: GameState[Hashable, Hashable], game: str, position: Hashable | None = None
    ) -> None: ...
    @overload
    def __init__(
        self, game: Game[PositionT, MoveT], position: PositionT | str | None = None
    ) -> None: ...
    def __init__(self, game: object = "kamisado-single", position: object = None) -> None:
        rules = game_named(game) if isinstance(game, str) else game
        self.game = cast(Game[PositionT, MoveT], rules)
        if position is None:
            position = self.game.start()
        elif isinstance(position, str):
            position = self.game.parse_position(position)
        self._positions = [cast(PositionT, position)]
        self.move_stack: list[MoveT] = []

    @staticmethod
    def from_record(record: GameRecord) -> GameState[Hashable, Hashable]:
        """Return the state after the last move of a record.

        Raises:
            IllegalMoveError: a move of it is not legal.
        """
        state = GameState(record.game, record.start)
        for move in record.moves:
            state.push(move)
        return state

    @property
    def position(self) -> PositionT:
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
    def legal_moves(self) -> Sequence[MoveT]:
        """The legal moves; empty if the game is over."""
        return self.game.legal_moves(self.position)

    def outcome(self) -> Outcome | None:
        """Return the result of the game; None while it goes on."""
        return self.game.outcome(self.position)

    def is_game_over(self) -> bool:
        """Return True if the game is over."""
        return self.outcome() is not None

    def push(self, move: MoveT) -> None:
        """Make a move.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        self._positions.append(self.game.play(self.position, move))
        self.move_stack.append(move)

    def push_text(self, text: str) -> MoveT:
        """Make the move that a text names ("d8d4", "fill left"), and return it.

        Raises:
            InvalidMoveError: the text names no legal move.
        """
        move = self.parse_move(text)
        self.push(move)
        return move

    def pop(self) -> MoveT:
        """Take the last move back, and return it.

        Raises:
            IndexError: no move has been made.
        """
        move = self.move_stack.pop()
        self._positions.pop()
        return move

    def parse_move(self, text: str) -> MoveT:
        """Return the legal move that a text names.

        Raises:
            InvalidMoveError: the text names no legal move; the message says why.
        """
        return self.game.parse_move(self.position, text)

    def move_text(self, move: MoveT) -> str:
        """Return a legal move as text that `parse_move` reads."""
        return self.game.move_text(self.position, move)

    def describe_move(self, move: MoveT) -> Message:
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
        game = cast(AnyGame, self.game)
        start = cast(Hashable, self._positions[0])
        return GameRecord(game, start, cast(tuple[Hashable, ...], tuple(self.move_stack)))

    def copy(self) -> GameState[PositionT, MoveT]:
        """Return a state of its own with the same position and moves."""
        state = GameState(self.game, self._positions[0])
        state._positions, state.move_stack = self._positions[:], self.move_stack[:]
        return state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        mine = (self.game, self._positions[0], self.move_stack)
        return mine == (other.game, other._positions[0], other.move_stack)

    __hash__ = None  # type: ignore[assignment]  # as of a list: it changes

    def __str__(self) -> str:
        return board_diagram(self.game, self.position)

    def __repr__(self) -> str:
        return f"GameState({self.game.name!r}, {self.position_text()!r})"
