"""Tick arithmetic: `supervisor.ticks_ms()` wraps at 2**29 milliseconds.

The first wrap comes 65 s after power-on (CircuitPython starts the tick there on purpose), later
ones every 6.2 days.  So two ticks may only be compared by their difference.
"""

PERIOD = 1 << 29
_MASK = PERIOD - 1


def since(now_ms: int, then_ms: int) -> int:
    """Return the milliseconds from an earlier tick to `now_ms`, 0 to 2**29 - 1.

    Valid only while the two are less than 6.2 days apart.  For longer waits store that the time
    has come instead of comparing again.
    """
    return (now_ms - then_ms) & _MASK
