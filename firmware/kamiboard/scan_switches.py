"""The scanner of the switches: on/off sensors on a chain of shift registers, read by `keypad`.

CircuitPython reads the chain by itself, every few milliseconds, and queues what has changed.  A
switch says that a magnet is there, not which way round, so there is one level above the middle
and none below.

A scan allocates nothing.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from kamiboard.protocols import DelayUs, KeyEvent, Keys

_ON = config.ON_LEVEL
_INPUTS = 8  # of a shift register
_START_LOOKS = 4  # until the chain must have been read


def marker(cells: int) -> int:
    """The key behind the last input of the chain: held down as long as the chain is whole."""
    return (cells + _INPUTS - 1) // _INPUTS * _INPUTS


class SwitchScanner:
    """Reads a board of on/off sensors.

    Attributes:
        levels: 1 for each cell whose sensor is on, else 0, rank by rank from a1.
        strips: one entry: 1 if the chain was whole when it was read last.
    """

    def __init__(
        self,
        keys: "Keys",
        event: "KeyEvent",
        delay_us: "DelayUs",
        files: int,
        ranks: int,
    ) -> None:
        """Find out what stands on the board.

        Args:
            keys: a `keypad.ShiftRegisterKeys` of `marker(files * ranks) + 1` keys.
            event: any; it is written over.
            delay_us: waits for so many microseconds.
            files: sensors in a rank.
            ranks: how many.
        """
        self.files = files
        self.ranks = ranks
        self.levels = array("i", [0] * (files * ranks))
        self.strips = bytearray(1)
        self._keys = keys
        self._events = keys.events
        self._event = event
        self._marker = marker(files * ranks)
        for _ in range(_START_LOOKS):
            delay_us(int(config.SWITCH_INTERVAL_S * 1000000))
            self.scan()

    def scan(self) -> None:
        """Take in what has changed."""
        events = self._events
        event = self._event
        levels = self.levels
        while events.get_into(event):
            key = event.key_number
            if key < len(levels):
                levels[key] = _ON if event.pressed else 0
            elif key == self._marker:
                self.strips[0] = event.pressed
        if events.overflowed:
            self._start_again()

    def check_strip(self, _part: int) -> bool:
        """Whether the chain is whole, as `strips` says."""
        return self.strips[0] != 0

    def _start_again(self) -> None:
        """Changes were lost: every key counts as released, and those that are not come anew.

        That takes one look; the debouncer does not believe in so short an absence.
        """
        self._events.clear()
        for cell in range(len(self.levels)):
            self.levels[cell] = 0
        self.strips[0] = 0
        self._keys.reset()
