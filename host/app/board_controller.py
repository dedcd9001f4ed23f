"""One game at one board: the link and the session or replay, joined.

Synchronous and without a clock: `pump` is called with the time when bytes have come or
`next_wake_ms` is reached.  The application calls it in real time, tests in simulated time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from host.engine.game import Side
from host.guidance.lighting import DARK, PALETTE, frame
from host.link.board_link import BoardLink
from host.link.connection import (
    BoardFailed,
    BoardReady,
    BoardRefused,
    BoardSilent,
    BoardWarns,
    CellsTold,
    Diagnostics,
    FrameShown,
    NotOurBoard,
    PictureSeen,
)
from host.link.problems import of_older
from host.link.wire import BoardHello
from host.maintenance.monitor import Monitor
from host.recognition.cell_map import Mount, fits, refusal
from host.session.course import Course
from host.session.view import Level, Notice
from host.storage.trace_recorder import Recorder


@dataclass(frozen=True, slots=True)
class LinkState:
    """How the board is connected: `connecting`, `up`, `lost` or `refused`, and that in words."""

    state: str
    text: str


class Table:
    """A course of play whose pictures come from a board and whose marks go to its lights.

    Args:
        north: the side whose pieces have their north pole down.
        name: what to call the board; None: by the port where it is.
        keep: saves the course; called before anything new of it is shown, so that what was shown
            is never lost.
        recorder: writes down what comes in and what is made of it.

    Attributes:
        frame: the wire text of every square as last handed to the board.
        frame_changed_ms: when it changed.
        pictures: how many have come.
        monitor: what the board tells of its sensors, if a display asks for it.
        size: files and ranks of the board; None before it has said hello.
        milliamps: what the board says its frame draws at most; None before the first.
    """

    def __init__(
        self,
        course: Course,
        link: BoardLink,
        name: str | None = "Board",
        keep: Callable[[], list[Notice]] = list,
        north: Side = Side.WHITE,
        recorder: Recorder | None = None,
    ) -> None:
        self.course = course
        self.link = link
        self._name = name
        self.link_state = LinkState("connecting", f"{self.name}: connecting")
        self.frame: tuple[str, ...] = ()
        self.frame_changed_ms = 0
        self.pictures = 0
        self.milliamps: int | None = None
        self.monitor = Monitor(link)
        self.size: tuple[int, int] | None = None
        self._mount: Mount | None = None
        self._keep = keep
        self._north = north
        self._recorder = Recorder() if recorder is None else recorder

    @property
    def name(self) -> str:
        """What to call the board; one that has come back at another port is named after that."""
        return f"Board on {self.link.url}" if self._name is None else self._name

    def pump(self, now_ms: int) -> list[Notice]:
        """Take in what has come, let the session act, and light the board accordingly."""
        self._remount()
        notices: list[Notice] = []
        for event in self.link.pump(now_ms):
            match event:
                case BoardReady(hello=hello):
                    notices += self._greet(hello, now_ms)
                case PictureSeen(cells=cells, age_ms=age_ms) if self._mount is not None:
                    self.pictures += 1
                    self.monitor.see(cells)
                    self._recorder.see(cells, now_ms, age_ms)
                    notices += self.course.see(self._mount.picture(cells), now_ms, age_ms)
                case BoardSilent():
                    notices += self._lose(f"{self.name}: no answer. Check the cable.", now_ms)
                case BoardRefused(sentence=sentence) | NotOurBoard(sentence=sentence):
                    notices += self._refuse(sentence, now_ms)
                case BoardFailed(sentence=sentence):
                    notices.append(Notice(Level.WARN, sentence))
                case BoardWarns(sentence=None):
                    notices.append(Notice(Level.GOOD, "All sensors answer again."))
                case BoardWarns(sentence=str(sentence)):
                    notices.append(Notice(Level.WARN, sentence))
                case Diagnostics() | CellsTold():
                    self.monitor.take(event)
                case FrameShown(milliamps=milliamps):
                    self.milliamps = milliamps
        notices += self.course.tick(now_ms)
        notices += self._recorder.after(notices, now_ms)
        notices += self._keep()
        self._light(now_ms)
        return notices

    def granted(
        self, wish: Mapping[str, object], notices: Sequence[Notice], now_ms: int
    ) -> list[Notice]:
        """The course has done what a display wished for, and said this: what there is to say."""
        self._recorder.wish(wish, now_ms)
        self._remount()
        told = [*notices, *self._recorder.after(notices, now_ms)]
        # Saved before it is shown, as whatever the table does.
        return [*self._keep(), *told]

    def forget_pieces(self, now_ms: int) -> None:
        """Pieces have been set up unseen: nobody knows which of them went where."""
        self._recorder.forget(now_ms)
        self.course.forget_pieces()

    @property
    def next_wake_ms(self) -> int | None:
        """When `pump` must be called at the latest, if nothing comes before."""
        times = [self.course.next_wake_ms, self.link.next_wake_ms]
        return min((time for time in times if time is not None), default=None)

    def _greet(self, hello: BoardHello, now_ms: int) -> list[Notice]:
        self.monitor.greet(hello)
        game, board = self.course.game, hello.size
        self.size = board
        if not fits(game.size, board):
            return self._refuse(f"{refusal(game.title, game.size, board)}.", now_ms)
        about = {"firmware": hello.version, "uid": hello.uid, "boot": hello.boot}
        self._recorder.board(board, about, now_ms)
        self._mount = Mount(game.size, board, self._north)
        before = self.link_state.state
        self.link_state = LinkState("up", self.name)
        if before == "lost":
            return [Notice(Level.GOOD, "The board is back. Play on.")]
        older = of_older(hello) if before == "connecting" else None
        return [] if older is None else [Notice(Level.INFO, older)]

    def _remount(self) -> None:
        """Another game may have begun, which lies otherwise on the board."""
        mount, size = self._mount, self.course.game.size
        if mount is not None and mount.game != size:
            self._mount = Mount(size, mount.board, self._north)
            self.link.look()

    def _refuse(self, sentence: str, now_ms: int) -> list[Notice]:
        self._mount = None
        self._recorder.lost(now_ms)
        self.course.lose_sight()
        self.link_state = LinkState("refused", sentence)
        return [Notice(Level.WARN, sentence)]

    def _lose(self, text: str, now_ms: int) -> list[Notice]:
        self._recorder.lost(now_ms)
        self.course.lose_sight()
        if self.link_state.state == "lost":
            return []
        self.link_state = LinkState("lost", text)
        return [Notice(Level.WARN, "The connection to the board is lost. The game is kept.")]

    def _light(self, now_ms: int) -> None:
        if self._mount is None or self.link_state.state != "up":
            return
        squares = self.course.game.size[0] * self.course.game.size[1]
        cells = frame(self.course.view().marks, squares)
        if cells != self.frame:
            self.frame = cells
            self.frame_changed_ms = now_ms
        self.link.show(PALETTE, self._mount.spread(cells, DARK), now_ms)
