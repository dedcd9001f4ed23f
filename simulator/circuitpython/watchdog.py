"""Stand-in for CircuitPython's `watchdog`."""

from arguments import Constant, at_least, number
from chip import chip

_MOST_S = 8  # CircuitPython compares whole seconds
_LONGEST_NS = 8388607500  # the RP2040 counts 24 bits, twice a microsecond (erratum E1)


class WatchDogMode:
    """Action on expiry."""

    RAISE = Constant("watchdog.WatchDogMode.RAISE")
    RESET = Constant("watchdog.WatchDogMode.RESET")


class WatchDogTimer:
    """Resets the chip if it is not fed in time; available as `microcontroller.watchdog`."""

    def __init__(self):
        self._timeout = 0.0
        self._mode = None

    @property
    def timeout(self):
        """Seconds from the last feed to the reset; at 0 it comes at once."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds):
        seconds = number(seconds)
        if at_least(int(seconds), 0, "timeout") > _MOST_S:
            raise ValueError("timeout must be <= %d" % _MOST_S)
        self._timeout = seconds
        self._start()

    @property
    def mode(self):
        """Action on expiry; None while it is off."""
        return self._mode

    @mode.setter
    def mode(self, mode):
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError
        if mode not in (None, WatchDogMode.RESET):
            raise TypeError("mode must be of type WatchDogMode, not %s" % type(mode).__name__)
        if mode is not self._mode:
            self._mode = mode
            self._start()

    def feed(self):
        """Restart the time-out; no effect while it is off."""
        chip.end_step()
        self._start()

    def _start(self):
        if self._mode is None:
            chip.watchdog_ns = None
        else:
            chip.watchdog_ns = chip.now_ns + min(int(self._timeout * 1000000000), _LONGEST_NS)
            chip.due_ns = min(chip.due_ns, chip.watchdog_ns)
