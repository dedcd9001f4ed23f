"""Stand-in for CircuitPython's `analogio`."""

from chip import chip


class AnalogIn:
    """An analogue input."""

    reference_voltage = 3.3

    def __init__(self, pin):
        if pin.number not in chip.analog_pins:
            raise ValueError("Invalid pin")
        chip.claim(pin.number)
        self._number = pin.number

    def deinit(self):
        """Give the pin back."""
        if self._number is not None:
            chip.release(self._number)
            self._number = None

    @property
    def value(self):
        """The voltage, 0 to 65535 for 0 to 3.3 V."""
        if self._number is None:
            raise ValueError("Object has been deinitialized and can no longer be used.")
        return chip.read_analog(self._number)
