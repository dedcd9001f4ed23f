"""Signals of the LED supply: its fault, half of its voltage, and the external voltage divided."""

import struct

FULL_SCALE_MV = 3300
TOP = 65535


class SupplyMonitor:
    """The signals at the chip's pins.

    Args:
        chip: knows if the LEDs are switched on.
        wiring: has the pins, None where a build lacks the signal.
    """

    def __init__(self, chip, wiring):
        self._chip = chip
        self._fault = wiring["led_fault"]
        self._readers = {}
        if wiring["led_monitor"] is not None:
            self._readers[wiring["led_monitor"]] = self._read_led
        if wiring["external"] is not None:
            self._readers[wiring["external"]] = self._read_external
        self.led_mv = self.external_mv = 0
        self.overloaded = False

    def take(self, data):
        """Take over part U of `simulator/device/interpreter_link.py`."""
        self.led_mv, self.external_mv, overloaded = struct.unpack("<HHB", data)
        self.overloaded = overloaded != 0

    def reader(self, number):
        """Return the function that reads a pin in counts; None if it is none of these."""
        return self._readers.get(number)

    def pulls_low(self, number):
        """Return True if the switch pulls this pin low: while it is on and limits the current."""
        return number == self._fault and self.overloaded and self._chip.led_power

    def _read_led(self):
        return self.led_mv * 100 // 200 * TOP // FULL_SCALE_MV if self._chip.led_power else 0

    def _read_external(self):
        return self.external_mv * 15 // 25 * TOP // FULL_SCALE_MV
