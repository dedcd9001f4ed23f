"""Scanner of the build "strips": one multiplexer per rank, all on one analogue input.

The active-low row line of a strip connects its multiplexer to the shared analogue line and powers
its sensors.  Strips are read one after another, break before make: previous strip off, next strip
on, address, wait for the sensors to start, read.  A level is the reading minus the strip's own
reference, which cancels a shift of its ground by LED current, minus the sensor's zero.

A strip's sensors take longer to start than its cells to be read.  Meanwhile the levels of the strip
before are computed and passed on; `share` measures how much shorter the wait may be for that.

A scan allocates nothing: with 130 scans a second the garbage collector would otherwise run often.
"""

from array import array

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.protocols import Analog, ClockNs, DelayUs, Output, Process

    Step = tuple[Output, bool, int]  # line to write, its level, column to read before

_BATCHES, _CALLS = 4, 32  # to measure a time with a clock whose step is 30 us


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
        self._readings = array("i", [0] * files)  # of the strip that was read last
        self._process: "Process | None" = None
        self._start_us = config.SENSOR_WAIT_US  # left to wait after the strip before is processed
        self._settle_us = config.CHANNEL_WAIT_US  # left to wait besides the rest of the loop
        self._plan_walk()
        for row in rows:
            row.value = True
        for rank in range(self.ranks):
            self.check_part(rank)

    def share(self, process: "Process", clock_ns: "ClockNs | None") -> None:
        """Pass the cells of each strip on, once their levels are new.

        Args:
            process: called with the first cell and the one behind the last.
            clock_ns: measures the shortest time of that, by which the wait for the sensors of the
                next strip is shortened; None: it is not.
        """
        self._process = process
        if clock_ns is None:
            return
        work_us = turn_us = 1 << 30
        for _ in range(_BATCHES):
            self._readings[:] = array("i", self._zeros[: self.files])  # levels of 0
            start = clock_ns()
            for _ in range(_CALLS):
                self._rewind_and_finish(0, 0)
            work_us = min(work_us, (clock_ns() - start) // (1000 * _CALLS))
            start = clock_ns()
            for _ in range(_CALLS):
                self._walk_without_reading(self._walk, self._delay_us)
            turn_us = min(turn_us, (clock_ns() - start) // (1000 * _CALLS * len(self._walk)))
        # Not all of it: the loops took time as well.
        self._start_us = max(0, config.SENSOR_WAIT_US - work_us * 31 // 32)
        self._settle_us = max(0, config.CHANNEL_WAIT_US - turn_us * 31 // 32)

    def scan(self) -> None:
        """Read all sensors of the strips that are there into `levels`."""
        # Names are looked up once; `self.method` as a local would allocate.
        adc = self._adc
        delay_us = self._delay_us
        settle_us = self._settle_us
        readings = self._readings
        lead = self._lead
        walk = self._walk
        middle = 0
        ready = -1  # first cell of the strip that was read last
        base = 0
        for rank in range(self.ranks):
            if self.parts[rank]:
                row = self._rows[rank]
                row.value = False
                if ready >= 0:
                    self._rewind_and_finish(ready, middle)
                    delay_us(self._start_us)
                else:
                    self._rewind()
                    delay_us(config.SENSOR_WAIT_US)
                middle = adc.value
                for line, bit in lead:
                    line.value = bit
                # All but reading and writing is done while the line settles.
                for line, bit, column in walk:
                    delay_us(settle_us)
                    reading = adc.value
                    line.value = bit
                    readings[column] = reading
                row.value = True
                ready = base
            elif self._process is not None:
                self._process(base, base + self.files)
            base += self.files
        if ready >= 0:
            self._finish(ready, middle)

    def _walk_without_reading(self, walk: "Sequence[Step]", delay_us: "DelayUs") -> None:
        """Do what a scan does between two channels besides reading and writing."""
        for _line, _bit, _column in walk:
            delay_us(0)

    def _rewind(self) -> None:
        """Lead the select lines from the last column to the reference."""
        for line, bit in self._back:
            line.value = bit

    def _rewind_and_finish(self, first: int, middle: int) -> None:
        """Do what there is to do while the sensors of a strip start; as of `_finish`."""
        self._rewind()
        self._finish(first, middle)

    def _finish(self, first: int, middle: int) -> None:
        """Compute the levels of the strip that was read last, and pass them on.

        Args:
            first: its first cell.
            middle: reading of its reference.
        """
        levels = self.levels
        zeros = self._zeros
        cell = first
        for reading in self._readings:
            levels[cell] = reading - middle - zeros[cell]
            cell += 1
        if self._process is not None:
            self._process(first, cell)

    def check_part(self, rank: int) -> bool:
        """Check if a strip answers, and note it in `parts`; takes one sensor wait.

        Its ground must read low, its supply high and its reference in the middle.  One reading
        proves nothing: without a strip the analogue line keeps its last voltage.
        """
        self._address(config.GROUND_CHANNEL)
        self._rows[rank].value = False
        self._delay_us(config.SENSOR_WAIT_US)
        ground = self._adc.value
        supply = self._read(config.SUPPLY_CHANNEL)
        reference = self._read(config.REFERENCE_CHANNEL)
        self._rows[rank].value = True
        self._address(self._last)  # where a scan begins
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

    def _plan_walk(self) -> None:
        """Plan the writes of the select lines.

        `_lead` are those from the reference to the first column, `_walk` each further one with the
        column to read before it, and `_back` those that then remain to the reference.  A channel
        without a column on this board costs a reading too many, which the next one replaces.
        """
        columns = [config.COLUMN_CHANNEL.index(channel) for channel in config.CHANNEL_WALK]
        columns = [column for column in columns if column < self.files]
        channels = [config.COLUMN_CHANNEL[column] for column in columns]
        at = config.REFERENCE_CHANNEL
        self._lead = tuple(self._writes(at, channels[0]))
        walk: "list[Step]" = []
        for turn in range(len(columns) - 1):
            column = columns[turn]
            for line, bit in self._writes(channels[turn], channels[turn + 1]):
                walk.append((line, bit, column))
                column = columns[turn + 1]
        line, bit = self._writes(channels[-1], at)[0]
        walk.append((line, bit, columns[-1]))
        self._walk = tuple(walk)
        self._last = channels[-1] ^ 1 << self._selects.index(line)  # where a scan ends
        self._back = tuple(self._writes(self._last, at))

    def _writes(self, at: int, channel: int) -> "list[tuple[Output, bool]]":
        """Return the writes of select lines that lead from one channel to another."""
        lines = [line for line in range(4) if (at ^ channel) >> line & 1]
        return [(self._selects[line], (channel >> line & 1) != 0) for line in lines]
