"""Stand-in for CircuitPython's `supervisor`."""

from chip import chip


class RunReason:
    """Why the program runs."""

    STARTUP = "supervisor.RunReason.STARTUP"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"


class Runtime:
    """State of the running program; `autoreload` may be set."""

    def __init__(self):
        self.autoreload = True
        self.rgb_status_brightness = 0

    @property
    def run_reason(self):
        """Why the program runs."""
        return getattr(RunReason, chip.run_reason)

    @property
    def usb_connected(self):
        """There is no other power supply."""
        return True

    @property
    def serial_connected(self):
        """Nobody types on the console here."""
        return False

    @property
    def serial_bytes_available(self):
        """Nobody types on the console here."""
        return 0


runtime = Runtime()


def ticks_ms():
    """Milliseconds; wraps at 2**29, for the first time 65 s after power-on."""
    return chip.ticks_ms()


def reload():
    """Start the program again; does not return."""
    chip.finish("reload")


def set_usb_identification(manufacturer=None, product=None, vid=-1, pid=-1):
    """The names that the computer sees."""
