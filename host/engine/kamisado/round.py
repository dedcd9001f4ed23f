"""One round of Kamisado as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping

from host.engine.game import IllegalMoveError, Outcome, Piece, Side, Square
from host.engine.kamisado import legality, notation, rules
from host.engine.kamisado.board import (
    COLOURS,
    FILES,
    MAX_TEETH,
    SQUARE_COLOURS,
    TOWERS,
    colour_of,
    side_of,
)
from host.engine.kamisado.position import Move, Position, start

_PIECES = tuple(
    tuple(Piece(side_of(tower), COLOURS[colour_of(tower)], teeth) for teeth in range(MAX_TEETH + 1))
    for tower in range(TOWERS)
)


class KamisadoRound:
    """The rules of one round, from any position of the towers and their teeth.

    It holds no state: every instance is the same game.  The rules themselves are in the
    modules beside this one, each of which says which rules it covers.
    """

    @property
    def name(self) -> str:
        """The id of the game in files and on the command line."""
        return "kamisado"

    @property
    def title(self) -> str:
        """A round."""
        return "round"

    @property
    def size(self) -> tuple[int, int]:
        """Eight files, eight ranks."""
        return FILES, FILES

    def start(self) -> Position:
        """The first round: no teeth, every tower on its own colour, Black to move."""
        return start()

    def turn(self, position: Position) -> Side:
        """Who moves now; after a push, the pusher's side again (S3, DS3, TS3)."""
        return position.turn

    def pieces(self, position: Position) -> Mapping[Square, Piece]:
        """The sixteen towers, by square."""
        return {
            square: _PIECES[tower][position.teeth[tower]]
            for tower, square in enumerate(position.squares)
        }

    def movable_squares(self, position: Position) -> tuple[Square, ...]:
        """The square of the required tower (T2), or those of all eight (T1)."""
        if self.outcome(position) is not None:
            return ()
        if position.required_tower is not None:
            return (position.squares[position.required_tower],)
        own = slice(8) if position.turn is Side.WHITE else slice(8, 16)
        return tuple(sorted(position.squares[own]))

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal move; a blocked tower has one, its 0-move (M6)."""
        return rules.legal_moves(position)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move.

        Raises:
            IllegalMoveError: the message quotes the move and the position, and says why.
        """
        if move not in rules.legal_moves(position):
            reason = legality.explain_illegal(position, move.origin, move.target)
            raise IllegalMoveError(
                f"{self.move_text(position, move)!r} is not legal in "
                f"{self.position_text(position)!r}: {reason or 'no tower can make this move'}"
            )
        return rules.play_unchecked(position, move)

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """The same as `play` for a move that is known to be legal: no check, twice as fast."""
        return rules.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """The result: an arrival (M7), a deadlock (M8), or None."""
        return rules.outcome(position)

    def explain_illegal(
        self, position: Position, origin: Square, target: Square | None
    ) -> str | None:
        """Why the tower on `origin` may not be moved to `target`, or at all if that is None."""
        return legality.explain_illegal(position, origin, target)

    def move_text(self, position: Position, move: Move) -> str:
        """Coordinates: `d8d4`, `c3c4+` for a push, `pass` for a 0-move."""
        return notation.move_text(move)

    def describe_move(self, position: Position, move: Move) -> str:
        """The rule book's notation in words, e.g. "Purple left 5 Yellow"."""
        return notation.describe_move(position, move)

    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move that `text` names.

        Raises:
            InvalidMoveError: the message quotes the text and says why it is refused.
        """
        return notation.parse_move(position, text)

    def position_text(self, position: Position) -> str:
        """The position as one line, which `parse_position` reads back."""
        return notation.position_text(position)

    def parse_position(self, text: str) -> Position:
        """The position that `text` describes.

        Raises:
            InvalidPositionError: the message quotes the text and says what is wrong.
        """
        return notation.parse_position(text)

    def describe_piece(self, piece: Piece) -> str:
        """The tower by its colour, with its teeth told: "pink tower", "pink sumo tower"."""
        rank = ("", "sumo ", "double sumo ", "triple sumo ")[piece.teeth]
        return f"{piece.name} {rank}tower"

    def square_colour(self, square: Square) -> str:
        """The name of the colour of a square, one of `COLOURS`."""
        return COLOURS[SQUARE_COLOURS[square]]
