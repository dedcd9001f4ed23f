"""One game at one board: the link and the session, joined.

Synchronous and without a clock: `pump` is called with the time when bytes have come or
`next_wake_ms` is reached.  The application calls it in real time, tests in simulated time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from host.engine.game import Side
from host.lighting import DARK, PALETTE, frame
from host.link.board_link import BoardLink
from host.link.connection import (
    BoardReady,
    BoardRefused,
    BoardSilent,
    FrameShown,
    NotOurBoard,
    PictureSeen,
)
from host.mount import Mount, fits
from host.session import Session
from host.view import Level, Notice

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LinkState:
    """How the board is connected: `connecting`, `up`, `lost` or `refused`, and that in words."""

    state: str
    text: str


class Table(Generic[PositionT, MoveT]):
    """A session whose pictures come from a board and whose marks go to its lights.

    Args:
        north: the side whose pieces have their north pole down.
        keep: saves the session; called before anything new of it is shown, so that what was shown
            is never lost.

    Attributes:
        frame: the wire text of every square as last handed to the board.
        frame_changed_ms: when it changed.
        pictures: how many have come.
        milliamps: what the board says its frame draws at most; None before the first.
    """

    def __init__(
        self,
        session: Session[PositionT, MoveT],
        link: BoardLink,
        name: str = "Board",
        keep: Callable[[], list[Notice]] = list,
        north: Side = Side.WHITE,
    ) -> None:
        self.session = session
        self.link = link
        self.name = name
        self.link_state = LinkState("connecting", f"{name}: connecting")
        self.frame: tuple[str, ...] = ()
        self.frame_changed_ms = 0
        self.pictures = 0
        self.milliamps: int | None = None
        self._mount: Mount | None = None
        self._keep = keep
        self._north = north

    def pump(self, now_ms: int) -> list[Notice]:
        """Take in what has come, let the session act, and light the board accordingly."""
        notices: list[Notice] = []
        for event in self.link.pump(now_ms):
            match event:
                case BoardReady(hello=hello):
                    notices += self._greet(hello.size)
                case PictureSeen(cells=cells) if self._mount is not None:
                    self.pictures += 1
                    notices += self.session.see(self._mount.picture(cells), now_ms)
                case BoardSilent():
                    notices += self._lose(f"{self.name}: no answer. Check the cable.")
                case BoardRefused(sentence=sentence) | NotOurBoard(sentence=sentence):
                    notices += self._refuse(sentence)
                case FrameShown(milliamps=milliamps):
                    self.milliamps = milliamps
        notices += self.session.tick(now_ms)
        notices += self._keep()
        self._light(now_ms)
        return notices

    @property
    def next_wake_ms(self) -> int | None:
        """When `pump` must be called at the latest, if nothing comes before."""
        times = [self.session.next_wake_ms, self.link.next_wake_ms]
        return min((time for time in times if time is not None), default=None)

    def _greet(self, board: tuple[int, int]) -> list[Notice]:
        game = self.session.game
        if not fits(game.size, board):
            needs, has = "{}x{}".format(*game.size), "{}x{}".format(*board)
            return self._refuse(f"{game.name} needs {needs} squares; this board has {has}.")
        self._mount = Mount(game.size, board, self._north)
        came_back = self.link_state.state == "lost"
        self.link_state = LinkState("up", self.name)
        return [Notice(Level.GOOD, "The board is back. Play on.")] if came_back else []

    def _refuse(self, sentence: str) -> list[Notice]:
        self._mount = None
        self.session.lose_sight()
        self.link_state = LinkState("refused", sentence)
        return [Notice(Level.WARN, sentence)]

    def _lose(self, text: str) -> list[Notice]:
        self.session.lose_sight()
        if self.link_state.state == "lost":
            return []
        self.link_state = LinkState("lost", text)
        return [Notice(Level.WARN, "The connection to the board is lost. The game is kept.")]

    def _light(self, now_ms: int) -> None:
        if self._mount is None or self.link_state.state != "up":
            return
        squares = self.session.game.size[0] * self.session.game.size[1]
        cells = frame(self.session.view().marks, squares)
        if cells != self.frame:
            self.frame = cells
            self.frame_changed_ms = now_ms
        self.link.show(PALETTE, self._mount.spread(cells, DARK), now_ms)
