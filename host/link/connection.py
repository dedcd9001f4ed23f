"""Protocol state machine without I/O: bytes and time in, events and bytes out.

    greeting   hello is repeated each HELLO_MS until the board answers
    up         snapshots arrive; the newest frame is sent until it is acknowledged
    silent     no valid line for SILENT_MS; hello is repeated each HELLO_MS
    refused    another major version, halted firmware, or another device; hello each
               REFUSED_HELLO_MS

    state     what happens                    goes to    event
    any       hello of our major version      up         BoardReady
    any       hello of another major version  refused    BoardRefused
    any       hello of too large a board      refused    BoardRefused
    any       crash,down: firmware halted     refused    BoardRefused
    up        crash,up: firmware restarted    -          BoardFailed
    up        hello with another boot id      up         BoardReady(restarted=True)
    up        nak,hello: it has restarted     greeting   -
    up        a revision that went back       greeting   -
    up        no valid line for SILENT_MS     silent     BoardSilent
    up        no acknowledgement for ACK_MS   -          BoardDeaf, then BoardHears
    greeting  no hello for SILENT_MS          refused    NotOurBoard; if its start is known
                                              silent     BoardSilent

Only state is sent: palette and newest frame are sent again after every hello, so lost lines do not
matter.  The frame is repeated until it is acknowledged.  Both are repeated with every beat: the
palette because it is never acknowledged, the frame because an older one that arrived late may have
replaced it.  A line that fails its checksum is only counted.

Buffers are bounded: an unfinished line by MAX_LINE, unsent lines by MAX_OUT.  What exceeds them is
dropped, as if the cable had lost it.

All times are milliseconds of the caller's clock, which may not go back.
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Sequence

from host.link import codec, wire
from host.link.answers import CellsAnswer, DiagnosticsAnswer
from host.link.errors import RemoteProtocolError
from host.link.events import (
    BoardDeaf,
    BoardFailed,
    BoardHears,
    BoardReady,
    BoardRefused,
    BoardSilent,
    BoardWarning,
    CalibrationProgress,
    Event,
    FrameShown,
    NotOurBoard,
    SnapshotReceived,
)
from host.link.frame_sender import FrameSender
from host.link.frames_ahead import FramesAhead, LiftFrames
from host.link.problems import (
    SAMPLE_BYTES,
    board_warning,
    firmware_halted,
    firmware_restarted,
    protocol_mismatch,
    too_large,
    unknown_device,
)
from host.link.timeouts import BEAT_MS, HELLO_MS, REFUSED_HELLO_MS, SILENT_MS
from host.link.wire import BoardHello
from host.message import Message

_LOG = logging.getLogger(__name__)

MAX_OUT = 4096
"""Bytes that may wait to be sent: several seconds of the usual traffic."""


class State(enum.Enum):
    """States of the connection; see the module's table."""

    GREETING = "greeting"
    UP = "up"
    SILENT = "silent"
    REFUSED = "refused"


class Connection:
    """One connection to a board; see the module's table.

    Args:
        version: of the host, sent in hello.
        now_ms: the time at which the port was opened.
        boot: boot id of the board known before the port was opened; None if unknown.
        brightness: of all frames, per cent as perceived.

    Attributes:
        state: see the module's table.
        hello: of the board; None before it was received.
        lines_bad: received lines with wrong form, checksum, type or fields.
        lines_lost: gaps in the board's line counter.
    """

    def __init__(
        self,
        version: str,
        now_ms: int,
        boot: str | None = None,
        brightness: int = wire.FULL_BRIGHTNESS,
    ) -> None:
        self.state = State.GREETING
        self.hello: BoardHello | None = None
        self.lines_bad = 0
        self.lines_lost = 0
        self._version = version
        self._boot = boot
        self._rest = b""
        self._out = b""
        self._seq = 0
        self._next_seq: int | None = None
        self._heard_ms = now_ms
        self._sample = b""
        self._hello_ms: int | None = None
        self._beat_ms = now_ms
        self._is_deaf = False
        self._frames = FrameSender(self._send, brightness)
        self._ahead = FramesAhead(self._send, self._frames)
        self._diagnostics = DiagnosticsAnswer()
        self._cells = CellsAnswer()
        self._revision: int | None = None
        self._crash_of: str | None = None  # boot id of the start whose crash was reported
        self._warned: dict[str, str | None] = {}  # last reported text by code

    # Receiving

    def receive(self, data: bytes, now_ms: int) -> list[Event]:
        """Decode received bytes, split anywhere; return the events."""
        if self.hello is None:
            self._sample += data[: SAMPLE_BYTES - len(self._sample)]
        *lines, self._rest = (self._rest + data).split(b"\n")
        # Of an endless line keep just enough to be too long when its end comes.
        self._rest = self._rest[: wire.MAX_LINE]
        events: list[Event] = []
        for line in lines:
            _LOG.debug("<< %r", line)
            try:
                seq, message = codec.decode(line)
            except RemoteProtocolError as error:
                self.lines_bad += 1
                _LOG.debug("%s", error)
                continue
            self._count_lost(seq, message)
            events += self._handle(message, now_ms)
        return events

    def _count_lost(self, seq: int, message: wire.BoardMessage) -> None:
        # A hello may be the first line of a board that has started again.
        if self._next_seq is not None and not isinstance(message, BoardHello):
            gap = (seq - self._next_seq) % wire.SEQ_PERIOD
            if gap < wire.SEQ_PERIOD // 2:
                self.lines_lost += gap
        self._next_seq = (seq + 1) % wire.SEQ_PERIOD

    def _handle(self, message: wire.BoardMessage, now_ms: int) -> list[Event]:  # noqa: PLR0912 (one for each message)
        if isinstance(message, BoardHello):
            return self._on_hello(message, now_ms)
        if isinstance(message, wire.Crash) and message.is_down:
            return self._on_halted(message, now_ms)
        if self.state is State.REFUSED or self.hello is None:
            return []
        self._heard_ms = now_ms
        if isinstance(message, wire.Nak) and message.code == "hello":
            self._restart_greeting()
        if self.state is not State.UP:
            # Back after a silence: hello is on its way, and the frame follows it.
            return []
        match message:
            case wire.Snap():
                return self._on_snap(message, self.hello)
            case wire.Ack():
                return self._on_ack(message)
            case wire.Diag():
                diagnostics = self._diagnostics.add(message)
                return [] if diagnostics is None else [diagnostics]
            case wire.Crash() if self._crash_of != self.hello.boot:
                self._crash_of = self.hello.boot
                return [BoardFailed(firmware_restarted(message))]
            case wire.Warn(code, text) if self._warned.get(code) != text:
                self._warned[code] = text
                return [BoardWarning(code, None if text is None else board_warning(code, text))]
            case wire.Cells():
                return self._on_cells(message, self.hello)
            case wire.Calib():
                return self._on_calib(message, self.hello)
            case wire.Nak(code, detail):
                _LOG.warning("the board refuses a line: %s %s", code, detail)
        return []

    def _on_snap(self, snap: wire.Snap, hello: BoardHello) -> list[Event]:
        if len(snap.cells) != hello.size[0] * hello.size[1]:
            self.lines_bad += 1
            return []
        if self._revision is not None and snap.revision < self._revision:
            # A missed restart, or an old line: not trusted until the next hello.
            self._restart_greeting()
            return []
        is_new = snap.revision != self._revision
        self._revision = snap.revision
        self._ahead.see(snap)
        return [SnapshotReceived(snap.revision, snap.board_ms, snap.cells, is_new, snap.age_ms)]

    def _on_ack(self, ack: wire.Ack) -> list[Event]:
        events: list[Event] = [BoardHears()] if self._is_deaf else []
        self._is_deaf = False
        if self._frames.acknowledge(ack.number):
            events.append(FrameShown(ack.number, ack.milliamps))
        return events

    def _on_cells(self, line: wire.Cells, hello: BoardHello) -> list[Event]:
        try:
            values = self._cells.add(line, hello)
        except ValueError:
            self.lines_bad += 1
            return []
        return [] if values is None else [values]

    def _on_calib(self, line: wire.Calib, hello: BoardHello) -> list[Event]:
        if len(line.cells) != hello.size[0] * hello.size[1]:
            self.lines_bad += 1
            return []
        return [CalibrationProgress(line)]

    def _restart_greeting(self) -> None:
        """Send hello at the next tick."""
        self.state = State.GREETING
        self._hello_ms = None

    def _on_halted(self, crash: wire.Crash, now_ms: int) -> list[Event]:
        self._heard_ms = now_ms
        return self._refuse(firmware_halted(crash))

    def _refuse(self, why: Message) -> list[Event]:
        is_new = self.state is not State.REFUSED
        self.state = State.REFUSED
        return [BoardRefused(why)] if is_new else []

    def _on_hello(self, hello: BoardHello, now_ms: int) -> list[Event]:
        self._heard_ms = now_ms
        if hello.protocol[0] != wire.PROTOCOL[0]:
            return self._refuse(protocol_mismatch(hello))
        if hello.size[0] * hello.size[1] > wire.MAX_CELLS:
            return self._refuse(too_large(hello))
        restarted = self._boot not in (None, hello.boot)
        if self.state is State.UP and not restarted:
            self.hello = hello  # a second answer to the same hello, or its limit has changed
            return []
        if restarted:
            self._warned = {}
        if self._hello_ms is None or restarted:
            # It has greeted first, and ignores all lines until it is greeted.
            self._send(wire.HostHello(wire.PROTOCOL, self._version))
        self.hello = hello
        self._boot = hello.boot
        self.state = State.UP
        self._revision = None
        self._beat_ms = now_ms
        self._is_deaf = False
        self._frames.board_ready(hello)
        self._ahead.board_ready(hello)
        self._frames.send_due(now_ms)
        return [BoardReady(hello, restarted)]

    # Sending

    def show(self, palette: Sequence[wire.RGB], cells: str, now_ms: int) -> None:
        """Set the frame to show; it is sent until acknowledged.  The same frame again is free.

        Args:
            palette: colours 1, 2, ...
            cells: two characters a cell, as in docs/protocols/board.md.

        Raises:
            LocalProtocolError: the frame is not valid for this board; the old one stays.
        """
        if self._frames.set_frame(palette, cells, self.hello):
            self._ahead.forget()
            if self.state is State.UP:
                self._frames.send_due(now_ms)

    @property
    def keeps_frames(self) -> bool:
        """True if the board can be sent the frames of lifts that may come."""
        return self.state is State.UP and self._ahead.is_possible

    def offer(self, revision: int, offered: LiftFrames, now_ms: int) -> None:
        """Set the frames that the board shows by itself when a piece is lifted.

        They are sent when nothing else is due, and lapse with the next frame and snapshot.

        Args:
            revision: of the snapshot for which they hold; of another than the newest none is sent.
            offered: frames_ahead.MOST at most; () withdraws them.
        """
        self._ahead.offer(revision, offered if revision == self._revision else ())
        if self.state is State.UP:
            self._frames.send_due(now_ms)

    def request_snapshot(self) -> None:
        """Request a snapshot."""
        self._send(wire.Look())

    def request_diagnostics(self) -> None:
        """Request diagnostics; if lines are lost, values are missing or no answer comes."""
        self._diagnostics.request()
        self._send(wire.DiagRequest())

    def request_cells(self, name: str) -> None:
        """Request a value of each cell, one of wire.CELL_NAMES; drops an earlier request.

        If lines are lost no answer comes, and it must be requested again.
        """
        self._cells.request(name)
        self._send(wire.CellsRequest(name))

    def calibrate(self, action: str) -> None:
        """Send a calibration command, one of wire.CALIBRATE."""
        self._send(wire.Calibrate(action))

    def tick(self, now_ms: int) -> list[Event]:
        """Send what is due and check the timeouts; return the events."""
        events: list[Event] = []
        waited_ms = now_ms - self._heard_ms
        if self.state is State.UP and waited_ms >= SILENT_MS:
            self.state = State.SILENT
            self._hello_ms = None
            events.append(BoardSilent())
        elif self.state is State.GREETING and waited_ms >= SILENT_MS:
            events += self._on_no_answer()
        if self.state is State.UP:
            if now_ms - self._beat_ms >= BEAT_MS:
                self._beat_ms = now_ms
                self._send(wire.Beat())
                self._frames.repeat(now_ms)
            self._frames.send_due(now_ms)
            self._ahead.send_due(now_ms)
            if self._frames.is_unanswered(self._heard_ms, now_ms) and not self._is_deaf:
                self._is_deaf = True
                events.append(BoardDeaf())
        elif self._hello_ms is None or now_ms - self._hello_ms >= self._hello_pause_ms:
            self._hello_ms = now_ms
            self._send(wire.HostHello(wire.PROTOCOL, self._version))
        return events

    @property
    def next_wake_ms(self) -> int:
        """Time at which `tick` must be called at the latest."""
        if self.state is not State.UP:
            if self._hello_ms is None:
                return 0
            hello_ms = self._hello_ms + self._hello_pause_ms
            is_new = self.state is State.GREETING
            return min(hello_ms, self._heard_ms + SILENT_MS) if is_new else hello_ms
        times = [self._heard_ms + SILENT_MS, self._beat_ms + BEAT_MS]
        frames_ms = (self._frames.next_wake_ms, self._ahead.next_wake_ms)
        return min(times + [ms for ms in frames_ms if ms is not None])

    def data_to_send(self) -> bytes:
        """Return the bytes to write to the port, and forget them."""
        out, self._out = self._out, b""
        return out

    @property
    def bytes_held(self) -> int:
        """Number of bytes in the buffers, received and unsent."""
        return len(self._rest) + len(self._out)

    @property
    def _hello_pause_ms(self) -> int:
        return REFUSED_HELLO_MS if self.state is State.REFUSED else HELLO_MS

    def _send(self, message: wire.HostMessage) -> None:
        line = codec.encode(message, self._seq)
        if len(self._out) + len(line) > MAX_OUT:
            return
        self._seq = (self._seq + 1) % wire.SEQ_PERIOD
        _LOG.debug(">> %r", line)
        self._out += line

    def _on_no_answer(self) -> list[Event]:
        if self._boot is not None:
            self.state = State.SILENT
            return [BoardSilent()]
        self.state = State.REFUSED
        return [NotOurBoard(unknown_device(self._sample))]
