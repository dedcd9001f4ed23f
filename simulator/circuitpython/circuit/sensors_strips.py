"""Sensor circuit of the strips, the reference build.

A row line connects a strip to the shared analogue line and powers its sensors; the select lines
choose one of its channels.
"""

from circuit.multiplexer_address import Address, ground, ignore

SETTLING_NS = 13000  # after a change of address or row
# hardware/README.md, the wait for the sensors: 89 us until their supply is up, 330 us of start-up.
SUPPLY_UP_NS = 89000
SENSOR_READY_NS = SUPPLY_UP_NS + 330000
MIDDLE = 32768
TOP = 65535
_OPEN, _REFERENCE, _GROUND, _SUPPLY = -1, -2, -3, -4  # channels without a sensor


class Strips:
    """All strips on their ribbon cable."""

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
        self._row_levels = dict.fromkeys(self._row_of, True)  # pulled up
        self._rows = ()  # connected
        self._row_ns = 0
        self._switched_ns = 0
        self._line = MIDDLE  # the line keeps its voltage while nothing drives it

    def pulled_up(self, number):
        """Return True if a resistor pulls this pin high while it is not driven."""
        return number in self._row_of

    def driver(self, number):
        """Return the function that sets a pin's level."""
        if number in self._row_of:
            return lambda level: self._drive_row(number, level)
        return self._address.driver(number) or ignore

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

    def level(self, number):
        """Return the level of a digital input; none is wired to one."""
        return False

    def reader(self, number):
        """Return the function that reads a pin in counts; may be out of range."""
        return self._read if number == self._adc else ground

    def _read(self):
        now_ns = self._chip.now_ns
        rows = self._rows
        if len(rows) == 1:
            value = self._strip_level(rows[0], now_ns)
        elif rows:  # several drive the line: take the mean
            value = sum([self._strip_level(row, now_ns) for row in rows]) // len(rows)
        else:
            value = self._line
        changed_ns = self._address.changed_ns
        if changed_ns < self._switched_ns:
            changed_ns = self._switched_ns
        settled_ns = now_ns - changed_ns
        if settled_ns < SETTLING_NS:
            value = (value * settled_ns + self._line * (SETTLING_NS - settled_ns)) // SETTLING_NS
        self._line = value
        return value

    def _strip_level(self, row, now_ns):
        """Return the voltage of a strip on the shared line in counts; may be out of range."""
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
