"""Stand-in for CircuitPython's `digitalio`."""

from chip import PIN_READ, PIN_WRITE, chip
from pin_owner import PinOwner, check_pin


class _Name:
    """A named constant."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return "digitalio." + self._name


class Direction:
    """Direction of a pin."""

    INPUT = _Name("Direction.INPUT")
    OUTPUT = _Name("Direction.OUTPUT")


class DriveMode:
    """Drive mode of an output."""

    PUSH_PULL = _Name("DriveMode.PUSH_PULL")
    OPEN_DRAIN = _Name("DriveMode.OPEN_DRAIN")


class Pull:
    """Pull resistor of an input."""

    UP = _Name("Pull.UP")
    DOWN = _Name("Pull.DOWN")


class DigitalInOut(PinOwner):
    """A digital pin, initially an input."""

    def __init__(self, pin):
        check_pin(pin)
        super().__init__(pin)
        self._output = False
        self._pull = None
        self._drive_mode = DriveMode.PUSH_PULL
        self._level = False
        self._drive = chip.driver(pin.number)

    def deinit(self):
        """Release the pin."""
        super().deinit()
        self._output = False

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        """Make the pin an output with this value."""
        self._check()
        self._output = True
        self._drive_mode = drive_mode
        self._level = bool(value)
        chip.now_ns += PIN_WRITE
        self._drive(self._level)

    def switch_to_input(self, pull=None):
        """Make the pin an input."""
        self._check()
        self._output = False
        self._pull = pull
        chip.float(self._number)

    @property
    def direction(self):
        """Direction of the pin."""
        self._check()
        return Direction.OUTPUT if self._output else Direction.INPUT

    @direction.setter
    def direction(self, direction):
        if direction is Direction.OUTPUT:
            self.switch_to_output()
        elif direction is Direction.INPUT:
            self.switch_to_input()
        else:
            raise ValueError("Invalid direction.")

    @property
    def drive_mode(self):
        """Drive mode of an output."""
        self._check()
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        return self._drive_mode

    @drive_mode.setter
    def drive_mode(self, drive_mode):
        self._check()
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        self._drive_mode = drive_mode

    @property
    def pull(self):
        """Pull resistor of an input."""
        self._check()
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, pull):
        self._check()
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        self._pull = pull

    @property
    def value(self):
        """Level: of an output the written one, of an input that of the circuit or its pull."""
        self._check()
        chip.now_ns += PIN_READ
        if self._output:
            return self._level
        return self._pull is Pull.UP and not chip.supply.pulls_low(self._number)

    @value.setter
    def value(self, value):
        if not self._output:
            self._check()
            raise AttributeError("Cannot set value when direction is input.")
        # Kept short: called 130 times a scan.
        chip.now_ns += PIN_WRITE
        level = True if value else False
        if level is not self._level:
            self._level = level
            self._drive(level)
