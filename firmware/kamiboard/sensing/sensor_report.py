"""Sensor report: calibration values, levels and missing parts as fields of lines."""

from kamiboard import config
from kamiboard.nvm.calibration import NONE
from kamiboard.sensing.peak_hold import PeakHold

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.nvm.calibration import Calibration
    from kamiboard.protocols import Sensors

NAMES = (b"level", b"peak", b"zero", b"on", b"noise")
_HUNDREDTHS = 100


class CellsReport:
    """Answer to a `cells` line: a line for each rank of the board.

    Args:
        scanner: has the levels.
        calibration: zeros, thresholds and noises.

    Attributes:
        is_due: True if a line of the answer is due.
    """

    def __init__(self, scanner: "Sensors", calibration: "Calibration") -> None:
        self.is_due = False
        self._scanner = scanner
        self._calibration = calibration
        self._peak_hold = PeakHold(scanner.files * scanner.ranks)
        self._name = NAMES[0]
        self._rank = 0

    def request(self, fields: "list[bytes]", now_ms: int) -> bool:
        """Begin the answer to a `cells` line; return False if it is refused."""
        if not config.LINEAR or not fields or fields[0] not in NAMES:
            return False
        if fields[0] == b"peak":
            self._peak_hold.request(now_ms)
        self._name = fields[0]
        self._rank = 0
        self.is_due = True
        return True

    def update(self, now_ms: int) -> None:
        """Take in a scan."""
        if self._peak_hold.is_active:
            self._peak_hold.update(self._scanner.levels, now_ms)

    def next_fields(self) -> str:
        """Return the fields of the line that is due: name, rank from 1, a value for each cell."""
        name, first = self._name, self._rank * self._scanner.files
        self._rank += 1
        self.is_due = self._rank < self._scanner.ranks
        values: "Sequence[int]" = self._scanner.levels
        if name == b"peak":
            values = self._peak_hold.peaks
        elif name == b"zero":
            values = self._calibration.zeros
        elif name == b"on":
            values = self._calibration.ons
        elif name == b"noise":
            values = self._calibration.noises
        sign = config.NORTH_SIGN if name in (b"level", b"peak", b"zero") else 1
        cells = range(first, first + self._scanner.files)
        texts = [str(sign * hundredths(values[cell])) for cell in cells]
        return "%s,%d,%s" % (name.decode(), self._rank, ",".join(texts))


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
