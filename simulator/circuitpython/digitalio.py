"""Stand-in for CircuitPython's `digitalio`."""

from arguments import Constant
from chip import PIN_READ, PIN_WRITE, chip
from pin_owner import PinOwner


class Direction:
    """Direction of a pin."""

    INPUT = Constant("digitalio.Direction.INPUT")
    OUTPUT = Constant("digitalio.Direction.OUTPUT")


class DriveMode:
    """Drive mode of an output."""

    PUSH_PULL = Constant("digitalio.DriveMode.PUSH_PULL")
    OPEN_DRAIN = Constant("digitalio.DriveMode.OPEN_DRAIN")


class Pull:
    """Pull resistor of an input."""

    UP = Constant("digitalio.Pull.UP")
    DOWN = Constant("digitalio.Pull.DOWN")


class DigitalInOut(PinOwner):
    """A digital pin, initially an input."""

    def __init__(self, pin):
        PinOwner.__init__(self, pin)
        self._output = False
        self._pull = None
        self._level = False
        self._set_mode(DriveMode.PUSH_PULL)

    def deinit(self):
        """Release the pin."""
        PinOwner.deinit(self)
        self._output = False

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        """Make the pin an output with this value."""
        self._check()
        self._output = True
        self._set_mode(drive_mode)
        self._level = bool(value)
        chip.now_ns += PIN_WRITE
        self._drive(self._level)

    def switch_to_input(self, pull=None):
        """Make the pin an input."""
        self._check()
        self._set_pull(pull)
        self._output = False
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
            raise ValueError("Invalid direction")

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
        self._set_mode(drive_mode)
        self._drive(self._level)

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
        self._set_pull(pull)

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

    def _set_pull(self, pull):
        if pull not in (None, Pull.UP, Pull.DOWN):
            raise TypeError("pull must be of type Pull or None, not %s" % type(pull).__name__)
        self._pull = pull

    def _set_mode(self, drive_mode):
        is_open = drive_mode is DriveMode.OPEN_DRAIN
        self._drive_mode = DriveMode.OPEN_DRAIN if is_open else DriveMode.PUSH_PULL
        self._drive = self._sink if is_open else chip.driver(self._number)

    def _sink(self, level):
        """Drive the pin low, or not at all."""
        if level:
            chip.float(self._number)
        else:
            chip.driver(self._number)(False)
