"""Frames ahead: those of lifts that may come, kept for the moment when one does.

Loaded when a host sends the first.  All that are kept hold for one frame of the host and one
settled snapshot: with either they lapse (docs/protocols/board.md, frames ahead).  The buffers are
allocated once.
"""

from kamiboard import ticks, wire

MYPY = False
if MYPY:
    from kamiboard.lights.display import Display
    from kamiboard.sensing.debounce import Debouncer

SLOTS = 8  # towers that may move first in a round
STEADY_MS = 80  # least time between two changes of a light: faster ones are seen as flicker
_MAX_REVISION = 999999999  # as many digits as `wire.number` reads


class FramesAhead:
    """Frames ahead of a board of `cells` cells.

    Args:
        display: shows them in place of the host's frame.
        debouncer: has the lifts and the settled snapshot.
    """

    def __init__(self, display: "Display", debouncer: "Debouncer", cells: int) -> None:
        self._display = display
        self._debouncer = debouncer
        self._cells = bytearray(SLOTS)  # whose lift each is for
        self._colours = tuple([bytearray(cells) for _ in range(SLOTS)])
        self._patterns = tuple([bytearray(cells) for _ in range(SLOTS)])
        self._kept = 0
        self._generation = -1  # of the host's frame for which they hold
        self._revision = 0  # of the snapshot for which they hold
        self._is_shown = False  # one of them
        self._shown_ms = 0

    def take(self, fields: "list[bytes]") -> bool:
        """Keep the frame of an `ahead` line, unless it has lapsed or there is no room for it.

        Returns:
            False if the line is malformed.
        """
        if len(fields) < 4:
            return False
        number = wire.number(fields[0], wire.MAX_NUMBER)
        revision = wire.number(fields[1], _MAX_REVISION)
        cell = wire.number(fields[2], len(self._colours[0]) - 1)
        if number == wire.BAD or revision == wire.BAD or cell == wire.BAD:
            return False
        if not self._hold():
            self._kept = 0
            self._is_shown = False
            self._generation = self._display.generation
            self._revision = self._debouncer.revision
        slot = self._kept
        for kept in range(self._kept):
            if self._cells[kept] == cell:
                slot = kept
        if slot == SLOTS:
            return True
        if not wire.read_cells(fields[3], self._colours[slot], self._patterns[slot]):
            self._kept = 0  # it may have been one of them that was overwritten
            return False
        if number == self._display.frame_number and revision == self._revision:
            self._cells[slot] = cell
            self._kept = max(self._kept, slot + 1)
        elif slot < self._kept:
            self._kept = 0
        return True

    def update(self, now_ms: int) -> None:
        """Show the frame of the only lift, once a scan has told it; the host's again, if it was
        none."""
        if not (self._debouncer.lifts_changed or self._is_shown):
            return
        if not self._hold():
            self._kept = 0
            self._is_shown = False  # the host has sent another frame, or will for what has settled
            return
        lifts = self._debouncer.lifts
        if self._is_shown:
            if not lifts and ticks.since(now_ms, self._shown_ms) >= STEADY_MS:
                self._is_shown = False
                self._display.show_frame(now_ms)
        elif len(lifts) == 1:
            for slot in range(self._kept):
                if self._cells[slot] == lifts[0]:
                    self._is_shown = self._display.show_ahead(
                        self._colours[slot], self._patterns[slot], now_ms
                    )
                    self._shown_ms = now_ms

    def _hold(self) -> bool:
        """Return True if neither the host's frame nor the snapshot has changed since."""
        return (
            self._generation == self._display.generation
            and self._revision == self._debouncer.revision
        )
