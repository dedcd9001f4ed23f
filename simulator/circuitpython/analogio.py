"""Stand-in for CircuitPython's `analogio`."""

from chip import ADC_READ, chip
from pin_owner import PinOwner, free_pin

TOP = 65535
CONVERTERS = (26, 27, 28, 29)  # pins of an RP2040 that have one


class AnalogIn(PinOwner):
    """An analogue input."""

    def __init__(self, pin):
        if free_pin(pin).number not in CONVERTERS:
            raise ValueError("Invalid pin")
        PinOwner.__init__(self, pin)
        self._read = chip.reader(pin.number)

    @property
    def value(self):
        """Voltage, 0 to 65535 for 0 to 3.3 V: 12 bits, scaled to 16 as CircuitPython does."""
        # Kept short: called 70 times a scan.
        if not self._is_open:
            self._check()
        if chip.fault:
            chip.fail()
        value = self._read()
        chip.now_ns = now_ns = chip.now_ns + ADC_READ
        if now_ns > chip.due_ns:
            chip.exchange()
        if value < 0:
            value = 0
        elif value > TOP:
            value = TOP
        return value & 0xFFF0 | value >> 12

    @property
    def reference_voltage(self):
        """Voltage of the value 65535."""
        self._check()
        return 3.3
