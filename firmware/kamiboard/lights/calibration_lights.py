"""Calibration lights: the frame that guides a person through the calibration."""

from kamiboard import config
from kamiboard.wire import COLOURS, PATTERNS

_AMBER, _BLUE, _WHITE = 1, 2, 3
# Duties as in a palette line.
PALETTE = bytearray(3 * COLOURS)
PALETTE[3:12] = bytes(config.WAITING_RGB) + bytes((0, 0x20, 0x60, 0x40, 0x40, 0x40))
_STEADY, _BREATHE, _BLINK, _SWEEP = (PATTERNS.find(code) for code in (b"-", b"b", b"k", b"A"))


class CalibrationLights:
    """Frame of a board with `files` cells in a rank.

    Attributes:
        palette: shown in place of the host's.
        colours: an index into it for each cell.
        patterns: an index into `wire.PATTERNS` for each cell.
    """

    def __init__(self, files: int, cells: int) -> None:
        self.palette = PALETTE
        self.colours = bytearray(cells)
        self.patterns = bytearray(cells)
        self._files = files

    def clear(self, cell: int) -> None:
        """Switch a cell dark: nothing to do there."""
        self._set(cell, 0, _STEADY)

    def ask_to_place(self, cell: int) -> None:
        """Ask for a tower on a cell."""
        self._set(cell, _BLUE, _STEADY)

    def ask_to_remove(self, cell: int) -> None:
        """Ask to take away the tower on a cell."""
        self._set(cell, _AMBER, _BREATHE)

    def mark_fault(self, cell: int) -> None:
        """Show that a sensor, or the tower on it, is wrong."""
        self._set(cell, _AMBER, _BLINK)

    def ask_to_wait(self) -> None:
        """Ask to keep the hands off, at the four corners."""
        cells = len(self.colours)
        for corner in (0, self._files - 1, cells - self._files, cells - 1):
            self._set(corner, _WHITE, _BREATHE)

    def show_success(self) -> None:
        """Let a white wave run over the board."""
        for cell in range(len(self.colours)):
            self._set(cell, _WHITE, _SWEEP + 2 * (cell % self._files) % 16)

    def _set(self, cell: int, colour: int, pattern: int) -> None:
        self.colours[cell] = colour
        self.patterns[cell] = pattern
