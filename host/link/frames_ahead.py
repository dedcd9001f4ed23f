"""Frames of lifts that may come, sent to a board that shows them without waiting for the host."""

from __future__ import annotations

from collections.abc import Callable

from host.link import wire
from host.link.frame_sender import FrameSender
from host.link.timeouts import AHEAD_MS
from host.link.wire import BoardHello

CAPABILITY = "ahead"
"""Of a board that keeps such frames."""
MOST = 8
"""Frames that such a board keeps at least."""
MAX_CELLS = 100
"""Cells of the largest board for whose frames ahead a line has room."""

LiftFrames = tuple[tuple[int, str], ...]
"""Cell of a piece that may be lifted, and the cells of the frame that is to be shown then."""


class FramesAhead:
    """Sends frames ahead, one after another, while the frame for which they hold is shown.

    They hold for the number of that frame and for one revision of the snapshot, and lapse on both
    sides with either.  If the host changes its mind with neither changed, it sends the frame anew
    under another number.

    Args:
        send: takes the lines.
        frames: sends the frame for which they hold.

    Attributes:
        is_possible: True if the board keeps such frames.
    """

    def __init__(self, send: Callable[[wire.HostMessage], None], frames: FrameSender) -> None:
        self.is_possible = False
        self._send = send
        self._frames = frames
        self._revision = 0
        self._offered: LiftFrames = ()
        self._sent = 0  # of them
        self._sent_ms: int | None = None

    def board_ready(self, hello: BoardHello) -> None:
        """Begin anew with a board that has just said hello, and keeps none."""
        files, ranks = hello.size
        self.is_possible = CAPABILITY in hello.capabilities and files * ranks <= MAX_CELLS
        self.forget()

    def offer(self, revision: int, offered: LiftFrames) -> None:
        """Set the frames to send, and withdraw others that were sent.

        Args:
            revision: of the snapshot in which the pieces are lifted.
            offered: at most MOST.
        """
        if not self.is_possible or (revision, offered) == (self._revision, self._offered):
            return
        if self._sent:
            self._frames.renew()
        self.forget()
        self._revision, self._offered = revision, offered

    def forget(self) -> None:
        """Send no more of the frames, as all have lapsed."""
        self._offered, self._sent, self._sent_ms = (), 0, None

    def see(self, snap: wire.Snap) -> None:
        """Let the frames lapse if a snapshot shows another board, or a lift.

        The board may be showing one of them.  So its next frame is sent even if it is the same as
        the last.
        """
        if snap.revision != self._revision or snap.cells != snap.cells.lower():
            if self._sent:
                self._frames.overrule()
            self.forget()

    def send_due(self, now_ms: int) -> None:
        """Send the next frame, if the board has nothing else to do for a moment."""
        due_ms = self.next_wake_ms
        if due_ms is not None and due_ms <= now_ms:
            cell, cells = self._offered[self._sent]
            self._send(wire.Ahead(self._frames.number, self._revision, cell, cells))
            self._sent += 1
            self._sent_ms = now_ms

    @property
    def next_wake_ms(self) -> int | None:
        """Time at which the next frame is due; None if there is none, or an answer is awaited."""
        if self._sent == len(self._offered) or not self._frames.is_shown:
            return None
        return 0 if self._sent_ms is None else self._sent_ms + AHEAD_MS
