"""Palette and frame for the board's LEDs, sent again until the board acknowledges the frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.link import codec, wire
from host.link.errors import LocalProtocolError
from host.link.timeouts import ACK_MS, ANSWER_MS, FRAME_MS
from host.link.wire import RGB, BoardHello

ACK_TRIES = 4
"""Frames without an answer before the board no longer receives: one may be missing because the host
stalled."""


class FrameSender:
    """Sends the newest frame until it is acknowledged.

    Args:
        send: takes the lines.
        brightness: of all frames, per cent as perceived.
    """

    def __init__(self, send: Callable[[wire.HostMessage], None], brightness: int) -> None:
        self._is_overruled = False
        self._send = send
        self._brightness = brightness
        self._palette: tuple[RGB, ...] = ()
        self._cells = ""
        self._number = 0
        self._sent_ms: int | None = None
        self._palette_sent = False
        self._acked = True
        self._unanswered_ms: int | None = None  # time of the first frame since the last answer
        self._tries = 0  # frames since then

    def set_frame(self, palette: Sequence[RGB], cells: str, hello: BoardHello | None) -> bool:
        """Set the frame to send; return False if it is the present one, and shown.

        Args:
            hello: of the board; None if it is not known yet.

        Raises:
            LocalProtocolError: the frame is not valid for this board; the old one stays.
        """
        colours = tuple(palette)
        if cells == self._cells and colours == self._palette and not self._is_overruled:
            return False
        validate_frame(colours, cells)
        if hello is not None and len(cells) != _frame_length(hello):
            raise LocalProtocolError(
                f"a board of {hello.size[0]}x{hello.size[1]} cannot show {cells!r}"
            )
        self._palette_sent = self._palette_sent and colours == self._palette
        self._palette, self._cells = colours, cells
        self.renew()
        return True

    def overrule(self) -> None:
        """Take in that the board may show another frame in place of the newest."""
        self._is_overruled = True

    def renew(self) -> None:
        """Have the frame sent under another number: the board takes it for a new one."""
        self._number = (self._number + 1) % wire.SEQ_PERIOD
        self._acked = self._is_overruled = False
        self._sent_ms = None

    def board_ready(self, hello: BoardHello) -> None:
        """Begin anew with a board that has just said hello and shows nothing."""
        if len(self._cells) != _frame_length(hello):
            self._cells = ""  # made for a board of another size
        self._palette_sent = False
        self._acked = False
        self._sent_ms = None
        self._unanswered_ms = None
        self._tries = 0

    def acknowledge(self, number: int) -> bool:
        """Take an acknowledgement; return True if it is the first of the newest frame."""
        self._unanswered_ms = None
        self._tries = 0
        if number != self._number or self._acked:
            return False
        self._acked = True
        return True

    def send_due(self, now_ms: int) -> None:
        """Send the frame if it is not acknowledged and has not just been sent."""
        if not self._cells or (self._acked and self._unanswered_ms is None):
            return
        if self._sent_ms is not None and now_ms - self._sent_ms < FRAME_MS:
            return
        if not self._palette_sent or self._sent_ms is not None:
            self._send(wire.Palette(self._palette))
            self._palette_sent = True
        self._send_frame(now_ms)

    def repeat(self, now_ms: int) -> None:
        """Send palette and frame again, in case an older one that arrived late replaced them."""
        if self._palette_sent:
            self._send(wire.Palette(self._palette))
            if self._acked and self._unanswered_ms is None:  # otherwise it is sent again anyway
                self._send_frame(now_ms)

    def is_unanswered(self, heard_ms: int, now_ms: int) -> bool:
        """Return True if frames have been sent in vain for ACK_MS, and other lines came meanwhile.

        Args:
            heard_ms: time of the last line from the board.
        """
        since_ms = self._unanswered_ms
        if since_ms is None or self._tries < ACK_TRIES:
            return False
        return now_ms - since_ms >= ACK_MS and heard_ms - since_ms >= ANSWER_MS

    @property
    def number(self) -> int:
        """Number of the newest frame."""
        return self._number

    @property
    def is_shown(self) -> bool:
        """True if there is a frame, and the board has acknowledged it each time."""
        return bool(self._cells) and self._acked and self._unanswered_ms is None

    @property
    def next_wake_ms(self) -> int | None:
        """Time at which the frame is due again; None if it is acknowledged."""
        if self._sent_ms is None or (self._acked and self._unanswered_ms is None):
            return None
        return self._sent_ms + FRAME_MS

    def _send_frame(self, now_ms: int) -> None:
        self._send(self._frame)
        self._sent_ms = now_ms
        self._tries += 1
        if self._unanswered_ms is None:
            self._unanswered_ms = now_ms

    @property
    def _frame(self) -> wire.Frame:
        """The newest frame."""
        return wire.Frame(self._number, self._cells, self._brightness)


def validate_frame(colours: tuple[RGB, ...], cells: str) -> None:
    """Check that a board could show a frame.

    Raises:
        LocalProtocolError: palette or cells are invalid; they are quoted.
    """
    for message in (wire.Palette(colours), wire.Frame(0, cells)):
        codec.encode(message, 0)
    missing = [c for c in cells[::2] if wire.COLOURS.index(c) > len(colours)]
    if missing:
        raise LocalProtocolError(
            f"a palette of {len(colours)} colours has no colour {missing[0]!r}: {cells!r}"
        )


def _frame_length(hello: BoardHello) -> int:
    """Return the length of the cells of a frame for this board."""
    return 2 * hello.size[0] * hello.size[1]
