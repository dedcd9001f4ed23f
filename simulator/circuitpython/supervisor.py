"""Stand-in for CircuitPython's `supervisor`."""

from chip import chip


class RunReason:
    """Reason of the program's start."""

    STARTUP = "supervisor.RunReason.STARTUP"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"


class StatusBar:
    """Status bar: written to the console whenever a program opens the data port."""

    def __init__(self):
        self.display = True

    @property
    def console(self):
        """True if it is written to the console."""
        return chip.status_bar

    @console.setter
    def console(self, enabled):
        chip.status_bar = bool(enabled)


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
        """False while the computer sleeps."""
        return not chip.is_suspended

    @property
    def serial_connected(self):
        """False, since the console is not read."""
        return False

    @property
    def serial_bytes_available(self):
        """Number of console bytes: always 0."""
        return 0


runtime = Runtime()
status_bar = StatusBar()


def ticks_ms():
    """Return the tick in milliseconds; wraps at 2**29, first 65 s after power-on."""
    return chip.ticks_ms()


def reload():
    """Restart the program; does not return.  Says so on the console first."""
    chip.announce(b"\r\nCode stopped by auto-reload. Reloading soon.\r\n")
    chip.finish("reload")


def set_usb_identification(manufacturer=None, product=None, vid=-1, pid=-1):
    """Set the USB names; no effect."""
