"""The strips of the reference build, as the chip's pins see them.

A row line lets a strip onto the shared analogue line and powers its sensors; the select lines say
which of its channels is on the line.
"""

from wired_address import Address, ground, nothing

LINE_QUIET_NS = 12000  # after a change of address or row
# hardware/README.md, the wait for the sensors: 85 us until their supply is up, 330 us of start-up.
SUPPLY_UP_NS = 85000
SENSOR_READY_NS = SUPPLY_UP_NS + 330000
MIDDLE = 32768
TOP = 65535
_OPEN, _REFERENCE, _GROUND, _SUPPLY = -1, -2, -3, -4  # what is on a channel that has no sensor


class Strips:
    """All strips on their ribbon."""

    def __init__(self, chip, wiring):
        self._chip = chip
        self._files = chip.files
        self._adc = wiring["adcs"][0]
        self._columns = [_OPEN] * 16
        for column, channel in enumerate(wiring["columns"][: chip.files]):
            self._columns[channel] = column
        self._columns[wiring["reference"]] = _REFERENCE
        self._columns[wiring["ground"]] = _GROUND
        self._columns[wiring["supply"]] = _SUPPLY
        self._address = Address(chip, wiring["selects"])
        self._row_of = {pin: row for row, pin in enumerate(wiring["rows"][: chip.ranks])}
        self._row_levels = dict.fromkeys(self._row_of, True)  # as their resistors leave them
        self._rows = ()  # on the line
        self._row_ns = 0
        self._switched_ns = 0
        self._line = MIDDLE  # the voltage that the line keeps while nobody drives it

    def pulled_up(self, number):
        """Whether a resistor keeps this pin high while nobody drives it."""
        return number in self._row_of

    def driver(self, number):
        """What sets a pin's level from now on."""
        if number in self._row_of:
            return lambda level: self._drive_row(number, level)
        return self._address.driver(number) or nothing

    def _drive_row(self, number, level):
        if self._row_levels[number] != level:
            self._row_levels[number] = level
            self._switch_row(self._row_of[number], not level)

    def _switch_row(self, row, on):
        if on:
            self._rows = self._rows + (row,)  # noqa: RUF005 (MicroPython has no (*a, b))
            self._row_ns = self._chip.now_ns
        else:
            self._rows = tuple([other for other in self._rows if other != row])
        self._switched_ns = self._chip.now_ns

    def reader(self, number):
        """What reads the voltage at a pin, as counts; may be beyond either end."""
        return self._read if number == self._adc else ground

    def _read(self):
        now_ns = self._chip.now_ns
        rows = self._rows
        if len(rows) == 1:
            value = self._strip_level(rows[0], now_ns)
        elif rows:  # their multiplexers fight: somewhere in between
            value = sum([self._strip_level(row, now_ns) for row in rows]) // len(rows)
        else:
            value = self._line
        changed_ns = self._address.changed_ns
        if changed_ns < self._switched_ns:
            changed_ns = self._switched_ns
        quiet_ns = now_ns - changed_ns
        if quiet_ns < LINE_QUIET_NS:
            value = (value * quiet_ns + self._line * (LINE_QUIET_NS - quiet_ns)) // LINE_QUIET_NS
        self._line = value
        return value

    def _strip_level(self, row, now_ns):
        """What a strip puts on the shared line, as counts; may be beyond either end."""
        chip = self._chip
        if chip.missing[row]:
            return self._line
        awake_ns = now_ns - self._row_ns
        column = self._columns[self._address.channel]
        if column >= 0:
            value = chip.sense(row * self._files + column)
            if column == 0 and row == 0:
                chip.scans += 1
            if awake_ns < SENSOR_READY_NS:
                value = value * awake_ns // SENSOR_READY_NS
            return value
        if column == _GROUND:
            return 0
        if column == _OPEN:
            return self._line
        value = MIDDLE if column == _REFERENCE else TOP
        return value * awake_ns // SUPPLY_UP_NS if awake_ns < SUPPLY_UP_NS else value
