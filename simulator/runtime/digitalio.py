"""Stand-in for CircuitPython's `digitalio`."""

from chip import PIN_READ, chip


class Direction:
    """Of a pin."""

    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class DriveMode:
    """Of an output."""

    PUSH_PULL = "digitalio.DriveMode.PUSH_PULL"
    OPEN_DRAIN = "digitalio.DriveMode.OPEN_DRAIN"


class Pull:
    """Of an input."""

    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DigitalInOut:
    """A digital pin; an input at first."""

    def __init__(self, pin):
        chip.claim(pin.number)
        self._number = pin.number
        self._output = False
        self._pull = None

    def _live(self):
        if self._number is None:
            raise ValueError("Object has been deinitialized and can no longer be used.")

    def deinit(self):
        """Give the pin back."""
        if self._number is not None:
            chip.release(self._number)
            self._number = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.deinit()

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        """Make it an output with this value."""
        self._live()
        self._output = True
        chip.write(self._number, bool(value))

    def switch_to_input(self, pull=None):
        """Make it an input."""
        self._live()
        self._output = False
        self._pull = pull

    @property
    def direction(self):
        """Input or output."""
        return Direction.OUTPUT if self._output else Direction.INPUT

    @direction.setter
    def direction(self, direction):
        if direction == Direction.OUTPUT:
            self.switch_to_output()
        else:
            self.switch_to_input()

    @property
    def pull(self):
        """Of an input."""
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, pull):
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        self._pull = pull

    @property
    def value(self):
        """Of an output what was written; an input that nothing drives follows its pull."""
        self._live()
        chip.now_ns += PIN_READ
        if self._output:
            return chip.pin_levels.get(self._number, False)
        return self._pull == Pull.UP

    @value.setter
    def value(self, value):
        if not self._output:
            self._live()
            raise AttributeError("Cannot set value when direction is input.")
        chip.write(self._number, bool(value))
