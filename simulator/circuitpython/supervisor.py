"""Stand-in for CircuitPython's `supervisor`."""

from arguments import Constant
from chip import chip


class RunReason:
    """Reason of the program's start."""

    STARTUP = Constant("supervisor.RunReason.STARTUP")
    SUPERVISOR_RELOAD = Constant("supervisor.RunReason.SUPERVISOR_RELOAD")


class SafeModeReason:
    """Reason of safe mode, in which the simulator never is."""

    NONE = Constant("supervisor.SafeModeReason.NONE")


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

    safe_mode_reason = SafeModeReason.NONE

    def __init__(self):
        self._autoreload = True

    @property
    def autoreload(self):
        """True if the program is started again when a file of the drive has changed."""
        return self._autoreload

    @autoreload.setter
    def autoreload(self, enabled):
        self._autoreload = bool(enabled)

    @property
    def run_reason(self):
        """Reason of the program's start."""
        return getattr(RunReason, chip.run_reason)

    @property
    def usb_connected(self):
        """False while the computer sleeps."""
        return not chip.is_suspended


runtime = Runtime()
status_bar = StatusBar()


def ticks_ms():
    """Return the tick in milliseconds; wraps at 2**29, first 65 s after power-on."""
    return chip.ticks_ms()


def reload():
    """Restart the program; does not return.  Says so on the console first."""
    chip.announce(b"\r\nCode stopped by auto-reload. Reloading soon.\r\n")
    chip.finish("reload")
