"""Stand-in for CircuitPython's `analogio`."""

from chip import chip
from microcontroller import Pin


class AnalogIn:
    """An analogue input."""

    def __init__(self, pin):
        if not isinstance(pin, Pin):
            raise TypeError("pin must be of type Pin, not %s" % type(pin).__name__)
        if pin.number not in chip.analog_pins:
            raise ValueError("Invalid pin")
        chip.claim(pin.number)
        self._number = pin.number

    def _check(self):
        if self._number is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def deinit(self):
        """Give the pin back."""
        if self._number is not None:
            chip.release(self._number)
            self._number = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.deinit()

    @property
    def value(self):
        """The voltage, 0 to 65535 for 0 to 3.3 V."""
        if self._number is None:
            self._check()
        return chip.read_analog(self._number)

    @property
    def reference_voltage(self):
        """What 65535 means."""
        self._check()
        return 3.3
