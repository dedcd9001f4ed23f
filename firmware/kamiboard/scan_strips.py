"""Scanner of the build "strips": one multiplexer per rank, all on one analogue input.

The active-low row line of a strip connects its multiplexer to the shared analogue line and powers
its sensors.  Strips are read one after another, break before make: previous strip off, address,
next strip on, wait for the sensors to start, read.  A level is the reading minus the strip's own
reference, which cancels a shift of its ground by LED current, minus the sensor's zero.

A scan allocates nothing: at one scan in 7 ms the garbage collector would otherwise run often.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.protocols import Analog, DelayUs, Output

_NO_READING = -1  # in a walk: the address is not complete yet


class StripScanner:
    """Scanner of `len(rows)` strips of `files` sensors.

    Attributes:
        levels: level of each cell in counts of the 16-bit input, rank by rank from a1, positive
            if the sensor's output is above its zero; updated by each scan; 0 on a missing strip.
        parts: 1 for each strip that answered at its last check, 0 for a missing one.
    """

    def __init__(
        self,
        rows: "Sequence[Output]",
        selects: "Sequence[Output]",
        adc: "Analog",
        delay_us: "DelayUs",
        files: int,
        zeros: "Sequence[int]",
    ) -> None:
        """Take over the pins, switch all strips off and check which are there.

        Args:
            rows: the active-low row lines, rank 1 first.
            selects: the four address lines, lowest bit first.
            adc: the shared analogue input.
            delay_us: waits that many microseconds.
            files: sensors on a strip.
            zeros: level of each empty cell, subtracted from its readings.
        """
        self.files = files
        self.ranks = len(rows)
        self.levels = array("i", [0] * (files * self.ranks))
        self.parts = bytearray(self.ranks)
        self._rows = rows
        self._selects = selects
        self._adc = adc
        self._delay_us = delay_us
        self._zeros = zeros
        self._walk = self._plan_walk()
        for row in rows:
            row.value = True
        for rank in range(self.ranks):
            self.check_part(rank)

    def scan(self) -> None:
        """Read all sensors of the strips that are there into `levels`."""
        levels = self.levels
        zeros = self._zeros
        adc = self._adc
        base = 0
        for rank in range(self.ranks):
            if self.parts[rank]:
                self._switch_on(rank, config.REFERENCE_CHANNEL)
                middle = adc.value
                for line, bit, column in self._walk:
                    line.value = bit
                    if column != _NO_READING:
                        self._delay_us(config.CHANNEL_WAIT_US)
                        cell = base + column
                        levels[cell] = adc.value - middle - zeros[cell]
                self._rows[rank].value = True
            base += self.files

    def check_part(self, rank: int) -> bool:
        """Check if a strip answers, and note it in `parts`; takes one sensor wait.

        Its ground must read low, its supply high and its reference in the middle.  One reading
        proves nothing: without a strip the analogue line keeps its last voltage.
        """
        self._switch_on(rank, config.GROUND_CHANNEL)
        ground = self._adc.value
        supply = self._read(config.SUPPLY_CHANNEL)
        reference = self._read(config.REFERENCE_CHANNEL)
        self._rows[rank].value = True
        answers = (
            ground <= config.GROUND_MAX
            and supply >= config.SUPPLY_MIN
            and config.REFERENCE_MIN <= reference <= config.REFERENCE_MAX
        )
        if not answers:
            for cell in range(rank * self.files, (rank + 1) * self.files):
                self.levels[cell] = 0
        self.parts[rank] = answers
        return answers

    def _switch_on(self, rank: int, channel: int) -> None:
        """Connect a strip with this channel selected, and wait for its sensors to start."""
        self._address(channel)
        self._rows[rank].value = False
        self._delay_us(config.SENSOR_WAIT_US)

    def _read(self, channel: int) -> int:
        """Read a channel of the connected strip."""
        self._address(channel)
        self._delay_us(config.CHANNEL_WAIT_US)
        return self._adc.value

    def _address(self, channel: int) -> None:
        """Write all four select lines, so that a walk starts from a known address."""
        selects = self._selects
        selects[0].value = (channel & 1) != 0
        selects[1].value = (channel & 2) != 0
        selects[2].value = (channel & 4) != 0
        selects[3].value = (channel & 8) != 0

    def _plan_walk(self) -> "tuple[tuple[Output, bool, int], ...]":
        """Return the writes from the reference past all columns: line, bit, column or -1."""
        walk = []
        at = config.REFERENCE_CHANNEL
        for channel in config.CHANNEL_WALK:
            column = config.COLUMN_CHANNEL.index(channel)
            if column >= self.files:
                continue
            changed = [line for line in range(4) if (at ^ channel) >> line & 1]
            for line in changed:
                last = line == changed[-1]
                bit = (channel >> line & 1) != 0
                walk.append((self._selects[line], bit, column if last else _NO_READING))
            at = channel
        return tuple(walk)
