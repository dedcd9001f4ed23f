"""Stand-in for CircuitPython's `watchdog`."""

from chip import chip


class WatchDogMode:
    """Action on expiry; an RP2040 can only reset the chip."""

    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimer:
    """Resets the chip if it is not fed in time; available as `microcontroller.watchdog`."""

    def __init__(self):
        self._timeout = None
        self._mode = None

    @property
    def timeout(self):
        """Seconds from the last feed to the reset."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds):
        if not 0 < seconds <= 8.388607:
            raise ValueError("timeout duration exceeded the maximum supported value")
        self._timeout = seconds
        self.feed()

    @property
    def mode(self):
        """Action on expiry; None while it is off."""
        return self._mode

    @mode.setter
    def mode(self, mode):
        if mode is not None and mode is not WatchDogMode.RESET:
            raise NotImplementedError("RAISE mode is not implemented")
        if mode is not None and self._timeout is None:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        self._mode = mode
        self.feed()

    def feed(self):
        """Restart the time-out; no effect while it is off."""
        chip.end_step()
        if self._mode is None:
            chip.watchdog_ns = None
        else:
            chip.watchdog_ns = chip.now_ns + int(self._timeout * 1000000000)
            chip.due_ns = min(chip.due_ns, chip.watchdog_ns)
