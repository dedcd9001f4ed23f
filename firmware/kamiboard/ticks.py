"""Time on a clock that starts again: `supervisor.ticks_ms()` wraps at 2**29 milliseconds.

The first wrap comes 65 s after power-on (CircuitPython starts the clock there on purpose), later
ones every 6.2 days.  Two ticks may therefore only be compared by how far they are apart.
"""

PERIOD = 1 << 29
_MASK = PERIOD - 1


def since(now_ms: int, then_ms: int) -> int:
    """Milliseconds from an earlier tick to `now_ms`, 0 to 2**29 - 1.

    Only meaningful while the two are less than 6.2 days apart: whoever waits longer must
    remember that the time has come instead of asking again.
    """
    return (now_ms - then_ms) & _MASK
