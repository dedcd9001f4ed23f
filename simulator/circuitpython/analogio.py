"""Stand-in for CircuitPython's `analogio`."""

from chip import ADC_READ, chip
from microcontroller import Pin

TOP = 65535


class AnalogIn:
    """An analogue input."""

    def __init__(self, pin):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin, not %s" % type(pin).__name__)
        if pin.number not in chip.analog_pins:
            raise ValueError("Invalid pin")
        chip.claim(pin.number)
        self._number = pin.number
        self._read = chip.sensors.reader(pin.number)

    def _check(self):
        if self._number is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def deinit(self):
        """Release the pin."""
        if self._number is not None:
            chip.release(self._number)
            self._number = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.deinit()

    @property
    def value(self):
        """Voltage, 0 to 65535 for 0 to 3.3 V: 12 bits, scaled to 16 as CircuitPython does."""
        # Kept short: called 70 times a scan.
        if self._number is None:
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
