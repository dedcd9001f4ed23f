"""The scanner of the strips: every sensor's level, rank by rank, through one analogue input.

Each strip has a multiplexer of its own.  Its active-low row line lets it onto the shared analogue
line and powers its sensors.  One strip at a time: the old one off, then the address, then the new
one on (break before make), wait until the sensors are awake, read.  A level is what a sensor says
minus what its own strip calls the middle, so that a shift of the strip's ground by LED current
cancels out, minus the sensor's own zero.

A scan allocates nothing; at a scan in 7 ms anything else would end in collecting garbage.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.protocols import Analog, DelayUs, Output

_NOTHING = -1  # in a walk: this write of a select line is not followed by a reading


class Scanner:
    """Reads a board of `len(rows)` strips of `files` sensors.

    Attributes:
        levels: level of each cell in counts of the 16-bit input, rank by rank from a1, positive
            where the sensor's output is above its zero.  New with every scan; 0 on a missing
            strip.
        strips: 1 for each strip that answered when it was checked last, 0 for a missing one.
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
        """Take the pins over, switch every strip off and find out which answer.

        Args:
            rows: the active-low row lines, rank 1 first.
            selects: the four address lines, lowest bit first.
            adc: the shared analogue input.
            delay_us: waits for so many microseconds.
            files: sensors on a strip.
            zeros: level of each cell while it is empty; taken away from what is read.
        """
        self.files = files
        self.ranks = len(rows)
        self.levels = array("i", [0] * (files * self.ranks))
        self.strips = bytearray(self.ranks)
        self._rows = rows
        self._selects = selects
        self._adc = adc
        self._delay_us = delay_us
        self._zeros = zeros
        self._walk = self._plan_walk()
        for row in rows:
            row.value = True
        for rank in range(self.ranks):
            self.check_strip(rank)

    def scan(self) -> None:
        """Read every sensor of every strip that is there into `levels`."""
        levels = self.levels
        zeros = self._zeros
        adc = self._adc
        base = 0
        for rank in range(self.ranks):
            if self.strips[rank]:
                self._switch_on(rank, config.REFERENCE_CHANNEL)
                middle = adc.value
                for line, bit, column in self._walk:
                    line.value = bit
                    if column != _NOTHING:
                        self._delay_us(config.CHANNEL_WAIT_US)
                        cell = base + column
                        levels[cell] = adc.value - middle - zeros[cell]
                self._rows[rank].value = True
            base += self.files

    def check_strip(self, rank: int) -> bool:
        """Find out whether a strip answers, and remember it in `strips`.

        Its ground must read low, its supply high and its reference in the middle.  One alone
        proves nothing: with no strip there, the analogue line keeps whatever voltage it had last.
        Takes one sensor wait.
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
        self.strips[rank] = answers
        return answers

    def _switch_on(self, rank: int, channel: int) -> None:
        """Let a strip onto the line, a channel selected, and wait until its sensors are awake."""
        self._address(channel)
        self._rows[rank].value = False
        self._delay_us(config.SENSOR_WAIT_US)

    def _read(self, channel: int) -> int:
        """What a channel of the strip on the line says."""
        self._address(channel)
        self._delay_us(config.CHANNEL_WAIT_US)
        return self._adc.value

    def _address(self, channel: int) -> None:
        """Write all four select lines, whatever they were: a row starts from a known address."""
        selects = self._selects
        selects[0].value = (channel & 1) != 0
        selects[1].value = (channel & 2) != 0
        selects[2].value = (channel & 4) != 0
        selects[3].value = (channel & 8) != 0

    def _plan_walk(self) -> "tuple[tuple[Output, bool, int], ...]":
        """The writes that lead from the reference past every column: line, bit, column if any."""
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
                walk.append((self._selects[line], bit, column if last else _NOTHING))
            at = channel
        return tuple(walk)
