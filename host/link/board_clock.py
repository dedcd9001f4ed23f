"""Clock of a board on the host's time scale.

A line may come late: the host was busy or stalled.  The board's time stamp tells when it was
sent.  The difference of the two clocks is that of the line which has come soonest after it was
sent; it is raised by a thousandth of the time that passes, as quartzes differ by less than that.
"""

from __future__ import annotations

from host.link.wire import CLOCK_PERIOD_MS

DRIFT = 1000
"""The clocks differ by less than one part in this number."""


class BoardClock:
    """Estimates the host's time at the board's time stamps, since the board's last start."""

    def __init__(self) -> None:
        self._board_ms: int | None = None
        self._offset_ms = 0

    def host_ms(self, board_ms: int, received_ms: int) -> int:
        """Return the host's time, in ms, at which the board sent a line; never after `received_ms`.

        Args:
            board_ms: the time stamp; it may have wrapped since the last one.
            received_ms: the host's time at which the line was read.
        """
        if self._board_ms is None:
            self._board_ms = board_ms
            self._offset_ms = received_ms - board_ms
            return received_ms
        passed_ms = (board_ms - self._board_ms) % CLOCK_PERIOD_MS
        if passed_ms > CLOCK_PERIOD_MS // 2:  # it goes back: the board has started again
            self._board_ms = None
            return self.host_ms(board_ms, received_ms)
        self._board_ms += passed_ms
        raised_ms = self._offset_ms + -(-passed_ms // DRIFT)
        self._offset_ms = min(received_ms - self._board_ms, raised_ms)
        return self._board_ms + self._offset_ms
