"""One game at one board: the link and the session or replay, joined.

Synchronous and without a clock: `pump` is called with the time when bytes have come or
`next_wake_ms` is reached.  The application calls it in real time, tests in simulated time.

A snapshot counts from when the board took it: what was due on the one before is done first, however
late the host reads them.  Only what has settled counts for the mode; a lift that has not is lit.
Where many have come, or the mode had asked to be called often before one, each call of `pump` does
a part of that, and time passes for the mode after the last.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from host.app.lift_forecast import LiftForecast, frame_of, frames_of_lifts
from host.engine.game import Side, Square
from host.guidance.lighting import DARK, PALETTE
from host.guidance.steady_lights import SteadyLights
from host.link.board_clock import BoardClock
from host.link.board_link import BoardLink
from host.link.events import (
    BoardDeaf,
    BoardFailed,
    BoardHears,
    BoardReady,
    BoardRefused,
    BoardSilent,
    BoardWarning,
    CalibrationProgress,
    CellValues,
    Diagnostics,
    Event,
    FrameShown,
    NotOurBoard,
    SnapshotReceived,
)
from host.link.problems import outdated_firmware
from host.link.wire import BoardHello
from host.maintenance.monitor import Monitor
from host.message import Message, message
from host.recognition.sensing.cell_map import CellMap, fits, refusal
from host.session.modes.board_mode import BoardMode, catch_up
from host.session.request_codec import encode
from host.session.requests import ModeRequest
from host.session.session import Session
from host.session.view import Notice, Severity
from host.storage.autosave import NoSaver, Saver
from host.storage.board_magnets import BoardMagnets
from host.storage.trace_recorder import Recorder

LATE_MS = 500
"""Delay of a tick from which on the host counts as having been stalled."""
UNSETTLED_MS = 1100
"""Time for which the board is waited for at most to tell whether a piece that it does not feel any
more has left: should that line be lost, its next snapshot comes within a second."""
ASK_MS = 50
"""Time after which it is asked for that, and asked again: a piece that has left settles in 14."""
AT_ONCE = 1
"""Snapshots that are taken in between two turns of the event loop: each may take 30 ms."""
MOST_UNREAD = 128
"""Snapshots that wait at most, the newest: of a board that flickers faster than it can be read."""


@dataclass(frozen=True, slots=True)
class LinkState:
    """Link to the board: `connecting`, `up`, `lost` or `refused`, and that in words."""

    state: str
    words: Message


class BoardController:
    """Controller between a board and the mode that runs on it: snapshots in, lights out.

    Args:
        magnets: which side's pieces have their north pole down.
        name: of the board; None: by the port where it is.
        saver: saves the mode; nothing new of it is shown before that, so that what was shown is
            never lost.
        recorder: writes down what comes in and what is made of it.

    Attributes:
        frame: the wire text of every square as last handed to the board.
        frame_changed_ms: when it changed.
        snapshots: how many have come.
        monitor: what the board tells of its sensors, if a display asks for it.
        size: files and ranks of the board; None before it has said hello.
        virtual_hand: True if a virtual hand sets up and carries what players need not.
        milliamps: what the board says its frame draws at most; None before the first.
    """

    def __init__(
        self,
        mode: BoardMode,
        link: BoardLink,
        name: Message | None = None,
        saver: Saver | None = None,
        magnets: BoardMagnets | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.mode = mode
        self.link = link
        self._name = name
        waiting = message("app.waiting_for_board")
        connecting = message("app.connecting", board=self.name) if link.url else waiting
        self.link_state = LinkState("connecting", connecting)
        self.frame: tuple[str, ...] = ()
        self.frame_changed_ms = 0
        self.snapshots = 0
        self.milliamps: int | None = None
        self.virtual_hand = self._is_exchanged = False
        self._recorded_hand = False
        self.monitor = Monitor(link)
        self.size: tuple[int, int] | None = None
        self._cell_map: CellMap | None = None
        self._lifted: Square | None = None  # alone, and not settled
        self._unsettled_until_ms = self._ask_ms = 0
        self._lights = SteadyLights()
        self._forecast = LiftForecast()
        self._saver = NoSaver() if saver is None else saver
        self._held: list[Notice] = []
        self._magnets = BoardMagnets() if magnets is None else magnets
        self._north, self._chip = Side.WHITE, ""
        self._reversals = _reversals_of(mode)
        self._recorder = Recorder() if recorder is None else recorder
        self._unread = deque[tuple[Event, int]]()  # with the time at which it was received
        self._pumped_ms = 0
        self._clock = BoardClock()
        self._revision: int | None = None
        self._heard_ms = 0
        self._mode_ms = 0
        self._due_ms: int | None = None

    @property
    def name(self) -> Message:
        """Name of the board; one that has come back at another port is named after that."""
        return message("app.board_on", port=self.link.url) if self._name is None else self._name

    @property
    def _has_cable(self) -> bool:
        return self._name is None and "://" not in self.link.url

    def put_on(self, mode: BoardMode) -> None:
        """Let another mode have the board."""
        self.mode = mode

    def set_virtual_hand(self, on: bool) -> None:
        """Set whether a virtual hand sets up and carries what players need not."""
        self.virtual_hand = on

    @contextmanager
    def exchanged(self) -> Iterator[None]:
        """Tell of no lost link while another virtual board takes the place of this one."""
        self._is_exchanged = True
        try:
            yield
        finally:
            self._is_exchanged = False

    def pump(self, now_ms: int, most: int = sys.maxsize) -> list[Notice]:  # noqa: PLR0912 (one for each event)
        """Process the events of the link, let the session act, and light the board.

        Args:
            most: snapshots that are taken in, each with a call that the mode had asked for before;
                for more of either `next_wake_ms` is due at once.
        """
        self._pumped_ms = now_ms
        self._remount()
        self.mode.set_virtual_hand(self.virtual_hand)
        if self.virtual_hand != self._recorded_hand:
            self._recorded_hand = self.virtual_hand
            self._recorder.virtual_hand(self.virtual_hand, now_ms)
        notices: list[Notice] = []
        seen: list[Notice] = []
        if self._due_ms is not None and now_ms - self._due_ms > LATE_MS:
            self._recorder.host_stalled(self._due_ms, now_ms)
            self.mode.host_stalled(self._due_ms, now_ms)
        self._unread.extend((event, now_ms) for event in self.link.pump(now_ms))
        self._drop_oldest()
        while self._unread and most > 0:
            self._remount()
            event, received_ms = self._unread.popleft()
            match event:
                case BoardReady(hello=hello):
                    notices += self._greet(hello, now_ms)
                case SnapshotReceived() if self._cell_map is not None:
                    most -= 1
                    seen += self._see(event, self._cell_map, received_ms)
                case BoardSilent():
                    notices += self._lose(now_ms)
                case BoardDeaf():
                    self.link_state = LinkState("up", message("app.board_deaf", board=self.name))
                    deaf = "app.lights_not_received"
                    if not self._has_cable:
                        deaf = "app.lights_not_received_no_cable"
                    notices.append(Notice(Severity.WARN, message(deaf)))
                case BoardHears():
                    self.link_state = LinkState("up", self.name)
                    notices.append(Notice(Severity.GOOD, message("app.lights_received")))
                case BoardRefused(message=words) | NotOurBoard(message=words):
                    notices += self._refuse(words, now_ms)
                case BoardFailed(message=words):
                    notices.append(Notice(Severity.WARN, words))
                case BoardWarning(code="supply", message=None):
                    notices.append(Notice(Severity.GOOD, message("app.lights_supplied")))
                case BoardWarning(message=None):
                    notices.append(Notice(Severity.GOOD, message("app.sensors_answer")))
                case BoardWarning(message=Message() as words):
                    notices.append(Notice(Severity.WARN, words))
                case Diagnostics() | CellValues() | CalibrationProgress():
                    self.monitor.handle_answer(event)
                case FrameShown(milliamps=milliamps):
                    self.milliamps = milliamps
        self._lights.wait_for_nothing()
        self._forecast.wait_for_nothing()
        # What the board shows while pieces seem to leave has lasted only if the next line says so.
        if self._unread:
            pass  # the mode does not know yet what the board has shown since
        elif now_ms >= self._unsettled_until_ms:
            self._unsettled_until_ms = 0
            self._mode_ms = now_ms
            notices += self.mode.tick(now_ms)
            self._remount()
            notices += self._recorder.session_called(notices, now_ms)
        elif now_ms >= self._ask_ms:
            self.link.request_snapshot()
            self._ask_ms = now_ms + ASK_MS
        notices = [*seen, *notices]
        notices = self._save(notices, now_ms)
        if not self.is_held(now_ms):
            self._light(now_ms)
        self._due_ms = self.next_wake_ms
        return notices

    def _drop_oldest(self) -> None:
        """Leave the newest snapshots only; the gap in their revisions tells that others came."""
        excess = sum(isinstance(event, SnapshotReceived) for event, _ in self._unread) - MOST_UNREAD
        kept = deque[tuple[Event, int]]()
        while excess > 0:
            event, received_ms = self._unread.popleft()
            if isinstance(event, SnapshotReceived):
                excess -= 1
            else:
                kept.append((event, received_ms))
        self._unread.extendleft(reversed(kept))

    def _see(self, event: SnapshotReceived, cell_map: CellMap, now_ms: int) -> list[Notice]:
        """Let the mode act on the last snapshot for as long as that has lasted, then on this."""
        seen_ms = max(self._mode_ms, self._clock.host_ms(event.board_ms, now_ms))
        missed = False
        if event.revision == self._revision:
            until_ms = seen_ms  # it repeats the last snapshot, which lasts until now
        elif event.revision == (self._revision or 0) + 1:
            until_ms = seen_ms - event.age_ms
        else:
            until_ms = self._heard_ms  # nobody knows when one that was missed ended the last
            missed = True
        notices, is_due = self._catch_up(until_ms)
        if is_due:
            self._unread.appendleft((event, now_ms))
            return notices
        self.snapshots += 1
        self.monitor.set_snapshot(event.cells)
        lifts = event.lifts
        self._lifted = cell_map.square(lifts[0]) if len(lifts) == 1 else None
        self._unsettled_until_ms = seen_ms + UNSETTLED_MS if lifts else 0
        self._ask_ms = seen_ms + ASK_MS
        if missed:
            self._recorder.snapshots_missed(seen_ms)
            self.mode.snapshots_missed()
        self._revision, self._heard_ms, self._mode_ms = event.revision, seen_ms, seen_ms
        self._recorder.snapshot(event.letters, seen_ms, event.age_ms)
        told = self.mode.see(cell_map.snapshot(event.cells), seen_ms, event.age_ms)
        return [*notices, *told, *self._recorder.session_called(told, seen_ms)]

    def _catch_up(self, until_ms: int) -> tuple[list[Notice], bool]:
        """Call the mode once if it has asked for it, up to a time.

        Returns:
            What it says, and True if it asks for another call up to then.
        """
        notices: list[Notice] = []
        was_due_ms = self.mode.next_wake_ms
        for at_ms, told in islice(catch_up(self.mode, self._mode_ms, until_ms), 1):
            self._mode_ms = at_ms
            notices += [*told, *self._recorder.session_called(told, at_ms)]
        due_ms = self.mode.next_wake_ms
        # One that asks for the same time again waits for something else.
        return notices, due_ms is not None and due_ms <= until_ms and due_ms != was_due_ms

    def is_held(self, now_ms: int) -> bool:
        """Return True while what is new must not be shown, because it is being saved."""
        return self._saver.is_waiting(now_ms)

    def _save(self, notices: Sequence[Notice], now_ms: int) -> list[Notice]:
        """Save the mode; return the notices that may be shown now, and hold the others back."""
        saved = self._saver(now_ms)
        self._held += notices
        if self.is_held(now_ms):
            return saved
        told, self._held = self._held, []
        return [*saved, *told]

    def handled(self, request: ModeRequest, notices: Sequence[Notice], now_ms: int) -> list[Notice]:
        """Record and save a request that the mode has handled; return the notices to show now."""
        self._mode_ms = now_ms
        self._recorder.request(encode(request), now_ms)
        self._remount()
        told = [*notices, *self._recorder.session_called(notices, now_ms)]
        return self._save(told, now_ms)

    def forget_pieces(self, now_ms: int) -> None:
        """Forget the identities of the pieces: they were set up unseen."""
        self._recorder.pieces_forgotten(now_ms)
        self.mode.forget_pieces()

    @property
    def next_wake_ms(self) -> int | None:
        """Latest time for the next call of `pump`, if nothing comes before."""
        if self._unread:
            return self._pumped_ms
        mode_ms = self.mode.next_wake_ms
        if mode_ms is not None and self._unsettled_until_ms:
            mode_ms = min(max(mode_ms, self._unsettled_until_ms), self._ask_ms)
        lights_ms = (self._lights.wake_ms, self._forecast.wake_ms)
        times = (mode_ms, self.link.next_wake_ms, self._saver.next_wake_ms, *lights_ms)
        return min((time for time in times if time is not None), default=None)

    def _greet(self, hello: BoardHello, now_ms: int) -> list[Notice]:
        self.monitor.board_ready(hello)
        game, board = self.mode.game, hello.size
        self.size = board
        if not fits(game.size, board):
            return self._refuse(refusal(game.title, game.size, board), now_ms)
        self._chip, self._north = hello.uid, self._magnets.north(hello.uid)
        is_virtual = self._name is not None
        if isinstance(self.mode, Session):
            self.mode.fix_magnets(is_virtual)
        about: dict[str, object] = {"firmware": hello.version, "uid": hello.uid, "boot": hello.boot}
        about |= self._magnets.about(hello.uid, is_virtual)
        self._recorder.board_found(board, about, now_ms)
        self._cell_map = CellMap(game.size, board, self._north)
        self._lifted, self._unsettled_until_ms = None, 0
        self._clock, self._revision = BoardClock(), None
        before = self.link_state.state
        self.link_state = LinkState("up", self.name)
        if before == "lost":
            return [Notice(Severity.GOOD, message("app.board_back"))]
        older = outdated_firmware(hello) if before == "connecting" else None
        return [] if older is None else [Notice(Severity.INFO, older)]

    def _remount(self) -> None:
        """Map the cells anew if a game of another size has begun, or if players have said that all
        magnets are the other way up."""
        cell_map, size = self._cell_map, self.mode.game.size
        turned = _reversals_of(self.mode) > self._reversals
        if turned:
            self._reversals, self._north = self._reversals + 1, self._magnets.turn(self._chip)
        if cell_map is not None and (turned or cell_map.game != size):
            self._cell_map = CellMap(size, cell_map.board, self._north)
            self.link.request_snapshot()

    def _refuse(self, sentence: Message, now_ms: int) -> list[Notice]:
        self._cell_map = None
        self._recorder.board_lost(now_ms)
        self.mode.board_lost()
        self.link_state = LinkState("refused", sentence)
        return [Notice(Severity.WARN, sentence)]

    def _lose(self, now_ms: int) -> list[Notice]:
        self._recorder.board_lost(now_ms)
        self.mode.board_lost()
        if self.link_state.state == "lost":
            return []
        if self._is_exchanged:
            self.link_state = LinkState("connecting", message("app.connecting", board=self.name))
            return []
        silent = "app.no_answer" if self._has_cable else "app.no_answer_no_cable"
        self.link_state = LinkState("lost", message(silent, board=self.name))
        return [Notice(Severity.WARN, message("app.board_lost"))]

    def _light(self, now_ms: int) -> None:
        if self._cell_map is None or self.link_state.state != "up":
            return
        marks = None if self._lifted is None else self.mode.marks_if_lifted(self._lifted)
        if marks is None:
            marks = self.mode.view().marks
        cells = self._lights.show(frame_of(self.mode, self._cell_map, marks), now_ms)
        if cells != self.frame:
            self.frame = cells
            self.frame_changed_ms = now_ms
        self.link.show(PALETTE, self._cell_map.spread(cells, DARK), now_ms)
        self._offer_frames(self._cell_map, now_ms)

    def _offer_frames(self, cell_map: CellMap, now_ms: int) -> None:
        """Offer the board the frames of likely lifts while nothing happens."""
        if not self.link.keeps_frames or self._revision is None:
            return
        busy = self._unread or self._unsettled_until_ms or self._lights.wake_ms is not None
        basis = None if busy else (self.frame, self._revision)
        ahead = self._forecast.offered(
            basis, lambda: frames_of_lifts(self.mode, cell_map, self.frame), now_ms
        )
        self.link.offer(self._revision, ahead, now_ms)


def _reversals_of(mode: BoardMode) -> int:
    """Return how often players have said that all magnets are the other way up."""
    return mode.state.reversals if isinstance(mode, Session) else 0
