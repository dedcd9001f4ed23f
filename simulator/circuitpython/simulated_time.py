"""Stand-in for CircuitPython's `time`: the chip's clock."""

from arguments import at_least, number
from chip import CALL, chip

_EPOCH_S = 946684800  # a clock that was never set begins on 1 January 2000


def sleep(seconds):
    """Wait for a number of seconds, rounded to milliseconds."""
    milliseconds = int(number(seconds) * 1000 + 0.5)
    chip.wait(at_least(milliseconds, 0, "seconds") * 1000000)


def monotonic_ns():
    """Return the nanoseconds since power-on, in steps of 1/32768 s."""
    chip.spend(CALL)
    steps = (chip.now_ns - chip.powered_ns) * 64 // 1953125
    ticks = steps // 32
    # CircuitPython rounds a tick to half a nanosecond, and a step to a whole one.
    return ticks * 1953125 // 2 + steps % 32 * 30518


def monotonic():
    """Return the seconds since power-on."""
    return monotonic_ns() // 1000000 / 1000


def time():
    """Return the seconds of a clock that was never set."""
    return _EPOCH_S + monotonic_ns() // 1000000000
