"""Narrator: tells what hands do on the board that no notice tells."""

from __future__ import annotations

from host.engine.game import AnyGame, Square
from host.engine.squares import square_name
from host.message import Message, message, sentences
from host.session.view import Phase, View
from host.ui.speech import descriptions


class Narrator:
    """Follows the views of a game.

    A lifted piece is named, with where it may go; lifted a second time before a move is made, with
    the colours of these squares.  Put back where it stood, what is to be done is told again: so a
    player without a keyboard asks for it.
    """

    def __init__(self) -> None:
        self._lifted: Square | None = None
        self._last: Square | None = None
        self._position: object = None

    def follow(self, game: AnyGame, view: View) -> Message | None:
        """Return what there is to say of a new view; None if there is nothing."""
        position = game.name, view.expectation.position
        if position != self._position or view.phase is not Phase.PLAY:
            self._position, self._lifted, self._last = position, None, None
        match view.changed:
            case ():
                return self._put_back(game, view)
            case (square,) if square != self._lifted and square in view.expectation.pieces:
                again, self._lifted, self._last = square == self._last, square, square
                return descriptions.lifted(game, view, square, again)
        return None

    def _put_back(self, game: AnyGame, view: View) -> Message | None:
        was, self._lifted = self._lifted, None
        if was is None:
            return None
        back = message("ui.back_on", square=square_name(was, game.size[0]))
        return sentences(back, view.task)
