"""A board whose lines are written down, and wait until the host reads them."""

from __future__ import annotations

from collections.abc import Sequence

from host.app.board_controller import BoardController
from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance.marks import Help
from host.link.board_link import BoardLink
from host.link.events import BoardReady, Event, SnapshotReceived
from host.link.frames_ahead import LiftFrames
from host.link.serial_port import SerialPort
from host.link.wire import PROTOCOL, RGB, BoardHello
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.storage.board_magnets import BoardMagnets
from host.storage.trace_recorder import TraceRecorder

ROWS = "nnnnnnnn" + "." * 48 + "ssssssss"
HELLO = BoardHello(PROTOCOL, "1.0", "uid", "boot", (8, 8), frozenset(), 300, None, None)


class ScriptedLink(BoardLink):
    """A link whose events are written down; nothing is sent."""

    def __init__(self) -> None:
        super().__init__("none", "0", SerialPort)
        self.coming: list[Event] = []
        self.asked = 0
        self.offered: LiftFrames = ()

    def request_snapshot(self) -> None:
        self.asked += 1

    def pump(self, now_ms: int) -> list[Event]:
        events, self.coming = self.coming, []
        return events

    def show(self, palette: Sequence[RGB], cells: str, now_ms: int) -> None:
        """Show nothing."""

    @property
    def keeps_frames(self) -> bool:
        return True

    def offer(self, revision: int, offered: LiftFrames, now_ms: int) -> None:
        """Take note of the frames of lifts."""
        self.offered = offered

    @property
    def next_wake_ms(self) -> int | None:
        return None


class Bench:
    """A board whose lines wait until the host reads them."""

    def __init__(
        self,
        clock: str = "",
        help_level: Help = Help.LEGAL,
        north: Side | None = None,
        cells: str = ROWS,
    ) -> None:
        control = parse_control(clock) if clock else None
        self.link = ScriptedLink()
        settings = MatchSettings(game_named("kamisado-single"), control)
        self.session = Session(settings, help_level=help_level)
        self.lines: list[str] = []
        recorder = TraceRecorder(self.session, self.lines.append)
        magnets = BoardMagnets(north)
        self.controller = BoardController(
            self.session, self.link, magnets=magnets, recorder=recorder
        )
        self.cells, self.revision, self.board_ms = cells, 0, 100
        self.link.coming = [BoardReady(HELLO, restarted=False)]
        self.send()
        self.wake()
        self.rest(2000)

    @property
    def texts(self) -> list[str]:
        return [ply.text for ply in self.session.plies]

    def send(self) -> None:
        """Let the board send its snapshot."""
        self.revision += 1
        self.link.coming.append(
            SnapshotReceived(self.revision, self.board_ms, self.cells, is_new=True)
        )

    def put(self, name: str, cell: str) -> None:
        """Change a cell; the board sends that."""
        at = parse_square(name, (8, 8))
        self.cells = self.cells[:at] + cell + self.cells[at + 1 :]
        self.send()

    def repeat(self, age_ms: int) -> None:
        """Let the board send its snapshot again, which it has shown for such a time."""
        self.link.coming.append(
            SnapshotReceived(self.revision, self.board_ms, self.cells, False, age_ms)
        )

    def seem_lifted(self, *names: str) -> None:
        """Let the board send that pieces seem to be lifted, which has not settled."""
        letters = list(self.cells)
        for name in names:
            at = parse_square(name, (8, 8))
            letters[at] = letters[at].upper()
        self.link.coming.append(
            SnapshotReceived(self.revision, self.board_ms, "".join(letters), is_new=False)
        )
        self.wake()

    def carry(self, origin: str, target: str, air_ms: int = 300) -> None:
        """Move a piece while the host stands still."""
        cell = self.cells[parse_square(origin, (8, 8))]
        self.put(origin, ".")
        self.board_ms += air_ms
        self.put(target, cell)

    def put_down(self, origin: str, target: str, rest_ms: int) -> None:
        """Move a piece; the host reads that it has rested for a time."""
        self.carry(origin, target)
        self.board_ms += rest_ms
        self.wake()

    def wake(self) -> None:
        """Let the host read, half a second behind the board's clock."""
        self.controller.pump(self.board_ms + 500)

    def rest(self, ms: int) -> None:
        """Let time pass with a host that is in time."""
        end_ms = self.board_ms + ms
        while (wake_ms := self.controller.next_wake_ms) is not None and wake_ms - 500 < end_ms:
            self.board_ms = max(self.board_ms, wake_ms - 500)
            self.wake()
        self.board_ms = end_ms
        self.wake()
