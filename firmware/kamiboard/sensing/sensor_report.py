"""Sensor report: calibration values, levels and missing parts as fields of lines."""

from kamiboard import config
from kamiboard.nvm.calibration import NONE

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.nvm.calibration import Calibration

NAMES = (b"level", b"peak", b"zero", b"on", b"noise")
_HUNDREDTHS = 100


def rank_of_cells(
    name: bytes,
    rank: int,
    files: int,
    levels: "Sequence[int]",
    peaks: "Sequence[int]",
    calibration: "Calibration",
) -> str:
    """Return the fields of a `cells` line: name, rank from 1, and a value for each of its cells.

    Args:
        name: one of NAMES.
        rank: from 0.
        files: cells in a rank.
        levels: of all cells, zeros subtracted.
        peaks: the peak levels of all cells.
        calibration: zeros, thresholds and noises.
    """
    values = levels
    if name == b"peak":
        values = peaks
    elif name == b"zero":
        values = calibration.zeros
    elif name == b"on":
        values = calibration.ons
    elif name == b"noise":
        values = calibration.noises
    sign = config.NORTH_SIGN if name in (b"level", b"peak", b"zero") else 1
    first = rank * files
    texts = [str(sign * hundredths(values[cell])) for cell in range(first, first + files)]
    return "%s,%d,%s" % (name.decode(), rank + 1, ",".join(texts))


def hundredths(counts: int) -> int:
    """Convert counts to hundredths of a millitesla, rounded."""
    unit = config.counts_from_mt(1)
    size = (abs(counts) * _HUNDREDTHS + unit // 2) // unit
    return size if counts >= 0 else -size


def missing(parts: bytearray) -> str:
    """Return a sentence naming the parts of the sensors that do not answer; NONE if all do."""
    away = [part + 1 for part in range(len(parts)) if not parts[part]]
    if not away:
        return NONE
    if len(parts) == 1:
        return "the %s does not answer" % config.PART
    if len(away) == len(parts):
        return "no %s answers" % config.PART
    names = " and ".join(["%s %d" % (config.PART, number) for number in away])
    return names + (" does not answer" if len(away) == 1 else " do not answer")
