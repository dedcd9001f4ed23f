"""Stand-in for CircuitPython's `supervisor`."""

from chip import chip


class Runtime:
    """State of the running program."""

    autoreload = True
    usb_connected = True
    serial_connected = False
    rgb_status_brightness = 0


runtime = Runtime()


def ticks_ms():
    """Milliseconds; wraps at 2**29, for the first time 65 s after the start."""
    return chip.ticks_ms()


def reload():
    """Start the program again; does not return."""
    chip.finish("reload")


def set_usb_identification(manufacturer=None, product=None, vid=-1, pid=-1):
    """The names that the computer sees."""
