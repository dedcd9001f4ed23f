"""LED patterns: brightness of a cell's colour over time, as tables of bytes.

The formulas are those of docs/protocols/board.md.  All periods divide 3.2 s, so one table of 128
steps of 25 ms serves each pattern.  A step holds the pattern's value at its middle, so the error
stays within 1/16 except next to a jump.
"""

from array import array
from math import exp, pi, sin

from kamiboard.wire import PATTERNS

MYPY = False
if MYPY:
    from collections.abc import Callable, Sequence

# 40 steps a second: finer ones are not seen, and would take more of the table.
STEP_MS = 25
STEPS = 128
CYCLE_MS = STEP_MS * STEPS  # after which all patterns repeat
FULL = 255  # the byte for w = 1
FLASH_MS = 150  # long enough to be noticed, over before the next lift

STEADY = PATTERNS.find(b"-")
HEARTBEAT = PATTERNS.find(b"h")
FLASH = PATTERNS.find(b"f")
_SWEEP = PATTERNS.find(b"A")
_SWEEPS = 16
_SHORT = STEPS // 2  # all but two patterns repeat after that many steps
_LAG = _SHORT // _SWEEPS  # of a sweep behind the one before, in steps


def _sampled(period: int, steps: int, w: "Callable[[float], float]") -> bytes:
    """Return the first steps of a pattern with that period from its formula over the phase, 0 to
    1."""
    return bytes([int(FULL * w((step + 0.5) / period) + 0.5) for step in range(steps)])


def _swelling(steps: int, low: float) -> bytes:
    """Return that many steps of a pattern, its period, that rises from its lowest value as sin^2
    and falls again."""
    rise = _sampled(steps, steps // 2, lambda p: low + (1 - low) * sin(pi * p) * sin(pi * p))
    return rise + bytes(reversed(rise))


def _jumping(*values: float) -> bytes:
    """Return a period of a pattern from its value and the steps that it lasts, in turn."""
    table = b""
    for at in range(0, len(values), 2):
        table += bytes((int(FULL * values[at] + 0.5),)) * int(values[at + 1])
    return table


# Half of a sweep's period, which is dark in the other half.
_RISE_AND_FALL = _swelling(_SHORT // 2, 0)
_STEADY = bytes((FULL,))
_TABLES = {
    "-": _STEADY,
    "b": _swelling(64, 0.35),
    "k": _jumping(1, 16, 0.06, 16),
    "d": _jumping(1, 8, 0.05, 8, 1, 8, 0.05, 40),
    "p": _sampled(32, 32, lambda p: exp(-3.2 * p)),
    "s": _swelling(128, 0),
    "h": _jumping(1, 8, 0, 120),
    "f": _STEADY,  # while it lasts; the LED strip times its 0.15 s
    "1": _jumping(1, 29, 0.05, 35),
    "2": _jumping(0.05, 35, 1, 29),
}
_SWEEP_TABLE = _RISE_AND_FALL + bytes(_SHORT // 2)
# By index into PATTERNS: a period of steps, each 0 to FULL; and for how many steps the pattern is
# behind it.  A flash is always FULL.
TABLES = tuple([_TABLES.get(chr(code), _SWEEP_TABLE) for code in PATTERNS])
SHIFTS = tuple([max(0, pattern - _SWEEP) * _LAG for pattern in range(len(PATTERNS))])

# For `highest`, over the steps of the shorter cycle.  The tables of breathing and pulse; of slow
# breathing the higher value of both halves of its period, and how much lower the first one is while
# the heartbeat is lit.
_BREATHE, _PULSE, _SLOW = (PATTERNS.find(code) for code in (b"b", b"p", b"s"))
_BREATHE_TABLE = TABLES[_BREATHE]
_PULSE_TABLE = TABLES[_PULSE] * 2
_SLOW_TABLE = bytes([max(TABLES[_SLOW][at], TABLES[_SLOW][at + _SHORT]) for at in range(_SHORT)])
_SLOW_LEADS = bytes(
    [_SLOW_TABLE[at] - TABLES[_SLOW][at] for at in range(sum(TABLES[HEARTBEAT]) // FULL)]
)


def _jumps(pattern: int) -> "list[tuple[int, int, int]]":
    """Return step, pattern and change of each jump of a pattern that is level in between."""
    table = TABLES[pattern] * (_SHORT // len(TABLES[pattern]))
    return [
        (step, pattern, table[step] - table[step - 1])
        for step in range(_SHORT)
        if table[step] != table[step - 1]
    ]


_JUMPING = tuple([PATTERNS.find(bytes((code,))) for code in b"kd12"])
_JUMPS = tuple([jump for pattern in _JUMPING for jump in _jumps(pattern)])
# Levels of the last four sweeps, at the first steps after one has begun; the others follow.
_LIT = tuple(
    [tuple([_RISE_AND_FALL[_LAG * at + lag] for at in range(4)]) for lag in range(_LAG // 2)]
)
_NONE = array("i", [0] * _SHORT)
_sums = array("i", _NONE)


def highest(duties: "Sequence[int]") -> int:
    """Return duty x level of the brightest step of a cycle; a flash counts as lasting.

    Args:
        duties: sum of the cells with each pattern, by index into PATTERNS.
    """
    steady = duties[STEADY] + duties[FLASH]
    sums = _sums
    sums[:] = _NONE
    height = 0
    for pattern in _JUMPING:
        height += duties[pattern] * TABLES[pattern][-1]
    for step, pattern, change in _JUMPS:
        sums[step] += duties[pattern] * change
    breathe, pulse, slow, heartbeat = (
        duties[_BREATHE],
        duties[_PULSE],
        duties[_SLOW],
        duties[HEARTBEAT],
    )
    breathe_table = _BREATHE_TABLE
    pulse_table = _PULSE_TABLE
    slow_table = _SLOW_TABLE
    for step in range(_SHORT):
        height += sums[step]
        sums[step] = (
            height
            + breathe * breathe_table[step]
            + pulse * pulse_table[step]
            + slow * slow_table[step]
        )
    for step in range(len(_SLOW_LEADS)):
        more = heartbeat * FULL - slow * _SLOW_LEADS[step]
        if more > 0:
            sums[step] += more
    if sum(duties[_SWEEP:]):
        _add_sweeps(sums, duties)
    return steady * FULL + max(sums)


def _add_sweeps(sums: "array[int]", duties: "Sequence[int]") -> None:
    """Add the sweeps, each a few steps behind the one before and dark for half of the time.

    Two of them, a quarter of a period apart, add up to FULL, as sin^2 and cos^2 do.  So of the
    eight that are lit `_LIT` has four; d is the duty of a sweep less that of the fourth before it.
    """
    sweeps = duties[_SWEEP:]
    (l0, l1, l2, l3), (m0, m1, m2, m3) = _LIT
    last = before = d0 = d1 = d2 = d3 = 0
    for sweep in range(-4, 0):
        last += FULL * sweeps[sweep]
        before += FULL * sweeps[sweep - 4]
        d3 = d2
        d2 = d1
        d1 = d0
        d0 = sweeps[sweep] - sweeps[sweep - 4]
    step = 0
    for sweep in range(_SWEEPS):
        before += FULL * d3
        d3 = d2
        d2 = d1
        d1 = d0
        d0 = sweeps[sweep] - sweeps[sweep - 4]
        last += FULL * d0
        sums[step] += before + d0 * l0 + d1 * l1 + d2 * l2 + d3 * l3
        sums[step + 1] += before + d0 * m0 + d1 * m1 + d2 * m2 + d3 * m3
        sums[step + 2] += last - d0 * m3 - d1 * m2 - d2 * m1 - d3 * m0
        sums[step + 3] += last - d0 * l3 - d1 * l2 - d2 * l1 - d3 * l0
        step += _LAG
