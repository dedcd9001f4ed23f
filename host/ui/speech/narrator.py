"""Narrator: tells what hands do on the board that no notice tells."""

from __future__ import annotations

from host.engine.game import AnyGame, Square
from host.engine.squares import square_name
from host.message import Message, message, sentences
from host.session.view import Phase, View
from host.ui.speech import descriptions


class Narrator:
    """Follows the views of a game.

    A lifted piece is named, with where it may go, unless a move of the computer is being carried
    out with it; lifted a second time before a move is made, with
    the colours of these squares.  Put back where it stood, what is to be done is told again, with
    the clocks; a piece that may not be moved has the board read when it is put back a second time.
    So a player without a keyboard asks, by what can be no move.
    """

    def __init__(self) -> None:
        self._changed: tuple[Square, ...] = ()
        self._strays: list[str] = []
        self._lifted: Square | None = None
        self._last: Square | None = None
        self._refused: Square | None = None
        self._reads_board = False
        self._position: object = None

    def follow(self, game: AnyGame, view: View, now_ms: int) -> Message | None:
        """Return what there is to say of a new view; None if there is nothing."""
        position = game.name, view.expectation.position
        if position != self._position or view.phase is not Phase.PLAY:
            self._position = position
            self._lifted = self._last = self._refused = None
        if view.changed != (self._refused,):
            self._refused = None
        before, self._changed = self._changed, view.changed
        match view.changed:
            case ():
                return self._put_back(game, view, now_ms, alone=len(before) == 1)
            case (square,) if square != self._lifted and square in view.expectation.pieces:
                if square not in before or not _is_astray(view, square):
                    return self._lift(game, view, square)
                self._lifted = square
        return self._tell_strays(game, view)

    def has_told(self, view: View) -> bool:
        """Return True if what is wrong is no more than the lift that was told last."""
        return self._refused is not None and view.changed == (self._refused,)

    def _lift(self, game: AnyGame, view: View, square: Square) -> Message | None:
        again, self._lifted, self._last = square == self._last, square, square
        asks = view.offer is None and not descriptions.moves_from(view, square)
        self._refused = square if asks else None
        self._reads_board = asks and again
        if view.opponent is not None and view.turn is view.opponent.side and not (asks or again):
            return None  # the move to carry out was told with both its squares
        return descriptions.lifted(game, view, square, again)

    def _put_back(self, game: AnyGame, view: View, now_ms: int, alone: bool) -> Message | None:
        was, self._lifted = self._lifted, None
        self._strays = []
        if was is None or not alone:
            return None
        back = message("ui.back_on", square=square_name(was, game.size[0]))
        board = [descriptions.ranks(game, view)] if self._reads_board else []
        return sentences(back, *board, descriptions.turn(view, now_ms))

    def _tell_strays(self, game: AnyGame, view: View) -> Message | None:
        """Name the squares where something stands that should not, once a correction is told.

        Who sees the board needs no more than where the piece belongs.
        """
        if view.correction is None:
            return None
        strays = [
            square_name(square, game.size[0])
            for square in view.changed
            if square not in view.expectation.pieces
        ]
        known, self._strays = self._strays, strays
        unnamed = [name for name in strays if name not in str(view.correction.words)]
        if strays == known or not unnamed:
            return None
        return message("ui.should_be_empty", squares=tuple(unnamed))


def _is_astray(view: View, square: Square) -> bool:
    """Return True if the last piece that is not back yet is only to be put back."""
    return view.correction is not None or not descriptions.moves_from(view, square)
