"""Scanner of the build "switches": on/off sensors on shift registers, read by `keypad`.

CircuitPython reads the chain in the background, every few milliseconds, and queues the changes.  It
queues nothing for keys that are pressed when it begins, until `reset` is called, which reads them
at once.  A switch detects a magnet but not its polarity, so levels are 0 or positive, never
negative.

A scan allocates nothing.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from kamiboard.protocols import ClockNs, KeyEvent, Keys, Process

_ON = config.ON_LEVEL
_INPUTS = 8  # of a shift register


def marker(cells: int) -> int:
    """Return the key behind the chain's last input; it is pressed while the chain is intact."""
    return (cells + _INPUTS - 1) // _INPUTS * _INPUTS


class SwitchScanner:
    """Scanner of on/off sensors.

    Attributes:
        levels: ON_LEVEL for each cell whose sensor is on, else 0, rank by rank from a1.
        parts: one entry, 1 if the chain was intact at the last scan.
    """

    def __init__(self, keys: "Keys", event: "KeyEvent", files: int, ranks: int) -> None:
        """Read the initial state of the sensors.

        Args:
            keys: a `keypad.ShiftRegisterKeys` of `marker(files * ranks) + 1` keys.
            event: buffer for events.
            files: sensors in a rank.
            ranks: number of ranks.
        """
        self.files = files
        self.ranks = ranks
        self.levels = array("i", [0] * (files * ranks))
        self.parts = bytearray(1)
        self._keys = keys
        self._events = keys.events
        self._event = event
        self._process: "Process | None" = None
        self._marker = marker(files * ranks)
        self._begin()

    def share(self, process: "Process", _clock_ns: "ClockNs | None") -> None:
        """Pass the cells on after each scan; as of `scan_strips.StripScanner`."""
        self._process = process

    def scan(self) -> None:
        """Apply the queued changes to `levels`; if some were lost, begin anew."""
        self._take_events()
        if self._events.overflowed:
            self._begin()
        if self._process is not None:
            self._process(0, len(self.levels))

    def check_part(self, _part: int) -> bool:
        """Return True if the chain is intact, as `parts` says."""
        return self.parts[0] != 0

    def _begin(self) -> None:
        """Take all keys for released, and have those that are pressed queued."""
        self._events.clear()
        for cell in range(len(self.levels)):
            self.levels[cell] = 0
        self.parts[0] = 0
        self._keys.reset()
        self._take_events()

    def _take_events(self) -> None:
        events = self._events
        event = self._event
        levels = self.levels
        while events.get_into(event):
            key = event.key_number
            if key < len(levels):
                levels[key] = _ON if event.pressed else 0
            elif key == self._marker:
                self.parts[0] = event.pressed
