"""Stand-in for CircuitPython's `time`: the chip's clock."""

from chip import CALL, chip

_EPOCH_S = 1577836800  # CircuitPython without a set clock begins on 1 January 2020


def sleep(seconds):
    """Wait for a number of seconds."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    chip.wait(int(seconds * 1000000000))


def monotonic_ns():
    """Return the nanoseconds since power-on."""
    chip.spend(CALL)
    return chip.now_ns - chip.powered_ns


def monotonic():
    """Return the seconds since power-on."""
    return monotonic_ns() / 1000000000


def time():
    """Return the seconds of a clock that was never set."""
    return _EPOCH_S + monotonic_ns() // 1000000000
