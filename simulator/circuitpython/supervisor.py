"""Stand-in for CircuitPython's `supervisor`."""

from chip import chip


class RunReason:
    """Reason of the program's start."""

    STARTUP = "supervisor.RunReason.STARTUP"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"


class Runtime:
    """State of the running program."""

    def __init__(self):
        self.autoreload = True
        self.rgb_status_brightness = 0

    @property
    def run_reason(self):
        """Reason of the program's start."""
        return getattr(RunReason, chip.run_reason)

    @property
    def usb_connected(self):
        """True, since there is no other power supply."""
        return True

    @property
    def serial_connected(self):
        """False, since the console is not read."""
        return False

    @property
    def serial_bytes_available(self):
        """Number of console bytes: always 0."""
        return 0


runtime = Runtime()


def ticks_ms():
    """Return the tick in milliseconds; wraps at 2**29, first 65 s after power-on."""
    return chip.ticks_ms()


def reload():
    """Restart the program; does not return."""
    chip.finish("reload")


def set_usb_identification(manufacturer=None, product=None, vid=-1, pid=-1):
    """Set the USB names; no effect."""
