"""Scanner of the build "quarters": four multiplexers, each on an analogue input of its own.

The four share their address, so each step of the walk reads four cells.  The walk is a Gray code:
one select line changes from each channel to the next, which costs one write of a pin.  It ends at
channel 8, so the first step of the next scan clears line 3.  Each step writes the level that its
line must have instead of toggling it.

A scan allocates nothing.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.protocols import Analog, ClockNs, DelayUs, Output, Process

_CHANNELS = config.QUARTER_SIDE * config.QUARTER_SIDE


class QuarterScanner:
    """Scanner of 8 x 8 sensors that always have power.

    Attributes:
        levels: as of `scan_strips.StripScanner`; 0 where nothing drives the input.
        parts: 1 for each quarter that answered at its last check, 0 for a missing one.
    """

    def __init__(
        self,
        selects: "Sequence[Output]",
        adcs: "Sequence[Analog]",
        delay_us: "DelayUs",
        zeros: "Sequence[int]",
    ) -> None:
        """Take over the pins and check which quarters are there.

        Args:
            selects: the four address lines, lowest bit first.
            adcs: the analogue input of each quarter, each with a resistor to ground.
            delay_us: waits that many microseconds.
            zeros: level of each empty cell, subtracted from its readings.
        """
        self.files = self.ranks = 2 * config.QUARTER_SIDE
        self.levels = array("i", [0] * (self.files * self.ranks))
        self.parts = bytearray(len(adcs))
        self._selects = selects
        self._adcs = adcs
        self._delay_us = delay_us
        self._zeros = zeros
        self._process: "Process | None" = None
        self._walk = self._plan_walk()
        for select in selects:
            select.value = False
        for quarter in range(len(adcs)):
            self.check_part(quarter)

    def share(self, process: "Process", _clock_ns: "ClockNs | None") -> None:
        """Pass the cells on after each scan; as of `scan_strips.StripScanner`."""
        self._process = process

    def scan(self) -> None:
        """Read all sensors into `levels`."""
        levels = self.levels
        zeros = self._zeros
        adc1, adc2, adc3, adc4 = self._adcs
        lowest = config.GROUND_MAX
        middle = config.MIDDLE
        delay_us = self._delay_us
        wait_us = config.CHANNEL_WAIT_US
        for line, bit, cell1, cell2, cell3, cell4 in self._walk:
            line.value = bit
            delay_us(wait_us)
            value = adc1.value
            levels[cell1] = value - middle - zeros[cell1] if value > lowest else 0
            value = adc2.value
            levels[cell2] = value - middle - zeros[cell2] if value > lowest else 0
            value = adc3.value
            levels[cell3] = value - middle - zeros[cell3] if value > lowest else 0
            value = adc4.value
            levels[cell4] = value - middle - zeros[cell4] if value > lowest else 0
        if self._process is not None:
            self._process(0, len(levels))

    def check_part(self, quarter: int) -> bool:
        """Check if a quarter answers, and note it in `parts`.

        A sensor's output never is as low as ground, to which a resistor pulls a free input.
        """
        answers = False
        for step in self._walk:
            step[0].value = step[1]
            self._delay_us(config.CHANNEL_WAIT_US)
            if self._adcs[quarter].value > config.GROUND_MAX:
                answers = True
        self.parts[quarter] = answers
        return answers

    def _plan_walk(self) -> "tuple[tuple[Output, bool, int, int, int, int], ...]":
        """Return the steps of a scan: the line to write, its level, and the cells to read then.

        Step 0 leads from the last channel, 8, to channel 0.
        """
        side = config.QUARTER_SIDE
        walk = []
        at = gray(_CHANNELS - 1)
        for step in range(_CHANNELS):
            channel = gray(step)
            changed = at ^ channel
            line = next(bit for bit in range(4) if changed == 1 << bit)
            rank, file = divmod(channel, side)
            cell = rank * self.files + file
            above = side * self.files
            walk.append(
                (
                    self._selects[line],
                    channel & changed != 0,
                    cell,
                    cell + side,
                    cell + above,
                    cell + above + side,
                )
            )
            at = channel
        return tuple(walk)


def gray(step: int) -> int:
    """Return the Gray code of a step; it differs from that of the step before in one bit."""
    return step ^ step >> 1
