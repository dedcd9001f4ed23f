"""The host of the fixture `kamisado_host`: a session at the board of `kamisado_board`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from host.app.board_controller import BoardController
from host.engine.squares import square_name
from host.session.match_settings import MatchSettings
from host.session.requests import ModeRequest
from host.session.session import Session
from host.session.view import Phase
from simulator.testing.board import START_MS, BoardFixture


class HostFixture:
    """The host, joined to a board: it reads the port, and lights the board.

    Args:
        board: nothing has happened on it yet.

    Attributes:
        session: the match, for whatever is not a method here.
    """

    def __init__(self, board: BoardFixture) -> None:
        self._board = board
        self._game = board.options.rules
        self.session: Session = Session(MatchSettings(self._game), board.options.start)
        link = board.new_link()
        self._controller = BoardController(self.session, link)
        self._lockstep = board.join(link, self._controller)
        board.wait(START_MS)

    @property
    def legal_moves(self) -> Sequence[str]:
        """The legal moves, as "d1d5"."""
        position = self.session.position
        return [self._game.move_text(position, move) for move in self._game.legal_moves(position)]

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return self._game.position_text(self.session.position)

    @property
    def moves(self) -> Sequence[str]:
        """The moves made, as "d1d5"."""
        return [ply.text for ply in self.session.plies]

    @property
    def phase(self) -> Phase:
        """The phase of the match: set-up, play ..."""
        return self.session.view().phase

    @property
    def prompt(self) -> str:
        """The task that players are shown."""
        return self.session.view().prompt

    @property
    def notices(self) -> Sequence[str]:
        """The other sentences for players so far, oldest first."""
        return [str(notice.text) for notice in self._lockstep.notices]

    @property
    def lights(self) -> Mapping[str, str]:
        """The meaning of each light, by square: an entry of docs/lights.md, e.g. "legal"."""
        files = self._game.size[0]
        return {square_name(mark.square, files): mark.entry for mark in self.session.view().marks}

    def request(self, request: ModeRequest) -> None:
        """Ask for something, as a player does on the page: take back, resign, pause ...

        Raises:
            ValueError: it is no request, or cannot be done; the sentence says why.
        """
        if not isinstance(request, get_args(ModeRequest)):
            raise ValueError(f"{request!r} is no request as `host.session.requests` has them")
        now_ms = self._lockstep.now_ms
        notices = self.session.handle(request, now_ms)
        self._lockstep.notices += self._controller.handled(request, notices, now_ms)
        self._board.wait(0)
