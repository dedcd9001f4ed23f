"""LED patterns: brightness of a cell's colour over time, as tables of bytes.

The formulas are those of docs/protocols/board.md.  All periods divide 3.2 s, so one table of 128
steps of 25 ms serves each pattern.  A step holds the pattern's value at its middle, so the error
stays within 1/16 except next to a jump.
"""

from array import array
from math import cos, exp, pi, sin

from kamiboard.wire import PATTERNS

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

STEP_MS = 25
STEPS = 128
CYCLE_MS = STEP_MS * STEPS
FULL = 255  # the byte for w = 1
FLASH_MS = 150

STEADY = PATTERNS.find(b"-")
HEARTBEAT = PATTERNS.find(b"h")
FLASH = PATTERNS.find(b"f")
_SWEEP = PATTERNS.find(b"A")
_SWEEP_SHIFT = 4  # 1/16 of 1.6 s in steps


def _sampled(period_ms: int, w: "Callable[[float], float]") -> bytes:
    """Return the 128 bytes of a pattern from its formula over the phase 0 to 1."""
    return bytes(
        int(FULL * w((step + 0.5) * STEP_MS % period_ms / period_ms) + 0.5) for step in range(STEPS)
    )


def _half_sine(phase: float) -> float:
    rise = sin(2 * pi * phase)
    return rise * rise if rise > 0 else 0.0


_STEADY = bytes([FULL] * STEPS)
_SWEEP_TABLE = _sampled(1600, _half_sine)
_TABLES = {
    "-": _STEADY,
    "b": _sampled(1600, lambda p: 0.35 + 0.65 * (0.5 - 0.5 * cos(2 * pi * p))),
    "k": _sampled(800, lambda p: 1 if p < 0.5 else 0.06),
    "d": _sampled(1600, lambda p: 1 if p < 0.125 or 0.25 <= p < 0.375 else 0.05),
    "p": _sampled(800, lambda p: exp(-3.2 * p)),
    "s": _sampled(3200, lambda p: 0.5 - 0.5 * cos(2 * pi * p)),
    "h": _sampled(3200, lambda p: 1 if p < 0.0625 else 0),
    "f": _STEADY,  # while it lasts; the LED strip times its 0.15 s
    "1": _sampled(1600, lambda p: 1 if p < 0.45 else 0.05),
    "2": _sampled(1600, lambda p: 1 if p >= 0.55 else 0.05),
}

# By index into PATTERNS: the table, and its delay in steps.
TABLES = tuple(_TABLES.get(chr(code), _SWEEP_TABLE) for code in PATTERNS)
SHIFTS = tuple(max(0, pattern - _SWEEP) * _SWEEP_SHIFT for pattern in range(len(PATTERNS)))


def level(pattern: int, step: int) -> int:
    """Return a pattern's brightness in a step of the cycle, 0 to FULL; a flash is always FULL."""
    return TABLES[pattern][(step - SHIFTS[pattern]) % STEPS]


def _lanes(pattern: int) -> int:
    """Return a pattern as one number, with a lane of 32 bits for each step of its period."""
    steps = STEPS if pattern in _LONG else _SHORT_STEPS
    data = bytearray(4 * steps)
    for step in range(steps):
        data[4 * step] = level(pattern, step)
    return int.from_bytes(data, "little")


_LONG = (PATTERNS.find(b"s"), HEARTBEAT)
_SHORT_STEPS = STEPS // 2  # all others repeat after that many
# By index into PATTERNS.  Adding two such numbers adds all their steps at once.
_LANES = tuple(_lanes(pattern) for pattern in range(len(PATTERNS)))


def highest(duties: "Sequence[int]") -> int:
    """Return duty x level of the brightest step of a cycle; a flash counts as lasting.

    Args:
        duties: sum of the cells with each pattern, by index into PATTERNS.
    """
    short = long = 0
    for pattern in range(len(_LANES)):
        if duties[pattern]:
            if pattern in _LONG:
                long += duties[pattern] * _LANES[pattern]
            else:
                short += duties[pattern] * _LANES[pattern]
    size = 4 * _SHORT_STEPS
    if long:
        short += long + (short << 8 * size)
        size *= 2
    return max(array("I", short.to_bytes(size, "little")))
