"""One round of Kamisado as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping

from host.engine.game import IllegalMoveError, Outcome, Piece, Side, Square, check_is_move
from host.engine.kamisado import legality, notation, rulebook_notation, rules, towers
from host.engine.kamisado.board import FILES, SQUARES
from host.engine.kamisado.position import Move, Position, start
from host.message import Message, message


class KamisadoRound(towers.TowerNames):
    """The rules of one round, from any position of the towers and their teeth.

    It has no state.  The rules are in the modules of this package.
    """

    @property
    def name(self) -> str:
        """The id of the game for files and the command line."""
        return "kamisado"

    @property
    def title(self) -> Message:
        """The name for players."""
        return message("game.round")

    @property
    def size(self) -> tuple[int, int]:
        """Eight files, eight ranks."""
        return FILES, FILES

    def start(self) -> Position:
        """Return the start of the first round: no teeth, towers on their colours, Black to move."""
        return start()

    def turn(self, position: Position) -> Side:
        """Return the side to move; after a push, the pusher's side again (S3, DS3, TS3)."""
        return position.turn

    def pieces(self, position: Position) -> Mapping[Square, Piece]:
        """Return the sixteen towers, by square."""
        return towers.pieces_of(position.squares, position.teeth)

    def movable_squares(self, position: Position) -> tuple[Square, ...]:
        """Return the square of the required tower (T2), or those of all eight (T1)."""
        return rules.movable_squares(position)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves; a blocked tower has one, its 0-move (M6)."""
        return rules.legal_moves(position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        check_is_move(move, Move, squares=SQUARES)
        if move not in rules.legal_moves(position):
            reason = legality.explain_illegal(position, move.origin, move.target)
            raise IllegalMoveError(
                message(
                    "engine.move_not_legal",
                    move=repr(self.move_text(position, move)),
                    position=repr(self.position_text(position)),
                    reason=reason or message("engine.no_tower_can"),
                )
            )
        return rules.play_unchecked(position, move)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move without checking it: twice as fast as `play`."""
        return rules.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the result: an arrival (M7), a deadlock (M8), or None."""
        return rules.outcome(position)

    def explain_illegal(
        self, position: Position, origin: Square, target: Square | None
    ) -> Message | None:
        """Return why the tower on `origin` may not move to `target`, or at all if that is None."""
        return legality.explain_illegal(position, origin, target)

    def move_text(self, position: Position, move: Move) -> str:
        """Return coordinates: `d8d4`, `c3c4+` for a push, `pass` for a 0-move."""
        return notation.move_text(move)

    def describe_move(self, position: Position, move: Move) -> Message:
        """Return the rule book's notation in words, e.g. "Purple left 5 Yellow"."""
        return rulebook_notation.describe_move(position, move)

    def spell_move(self, position: Position, move: Move) -> Message:
        """Return a move with its squares, e.g. "Pink from d8 to d5, orange"."""
        return rulebook_notation.spell_move(position, move)

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the legal move that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        return notation.parse_move(position, text)

    def position_text(self, position: Position) -> str:
        """Return the position as one line, which `parse_position` reads."""
        return notation.position_text(position)

    def parse_position(self, text: str) -> Position:
        """Return the position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        return notation.parse_position(text)
