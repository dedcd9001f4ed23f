"""Zero tracking: follows the slow temperature drift of each sensor's zero.

A zero is corrected only while its square is known to be empty: nothing is seen on it nor on the
squares around it, whose towers would add to its field, and the level is close to 0.  Each scan
looks at one cell and moves its zero by one count at most, 0.2 mT a minute, and never further from
the calibrated zero than temperature can explain.
"""

from kamiboard import config

TRACKING_RANGE = config.counts_from_mt(0.5)  # as much as two towers on the next squares
DRIFT_MAX = config.counts_from_mt(1.5)  # from 0 to 50 degrees, the sensor's data sheet from memory

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.nvm.calibration import Calibration

_EMPTY = 0x2E  # `.`


class ZeroTracker:
    """Corrects the zeros of a board of `files` x `ranks` cells."""

    def __init__(self, calibration: "Calibration", files: int, ranks: int) -> None:
        self._calibration = calibration
        self._files = files
        self._ranks = ranks
        self._cell = 0

    def update(self, levels: "Sequence[int]", snapshot: bytearray) -> None:
        """Correct the next cell.

        Args:
            levels: of all cells, zeros subtracted.
            snapshot: a letter for each cell, `.` for an empty one.
        """
        cell = self._cell
        self._cell = cell + 1 if cell + 1 < len(levels) else 0
        level = levels[cell]
        if level == 0 or not -TRACKING_RANGE < level < TRACKING_RANGE:
            return
        if not self._is_clear(cell, snapshot):
            return
        zeros = self._calibration.zeros
        zero = zeros[cell] + (1 if level > 0 else -1)
        if abs(zero - self._calibration.origins[cell]) <= DRIFT_MAX:
            zeros[cell] = zero

    def _is_clear(self, cell: int, snapshot: bytearray) -> bool:
        """Return True if nothing is seen on the cell and on those around it."""
        files = self._files
        rank = cell // files
        file = cell - rank * files
        near_rank = rank - 1 if rank else 0
        while near_rank <= rank + 1 and near_rank < self._ranks:
            near = file - 1 if file else 0
            while near <= file + 1 and near < files:
                if snapshot[near_rank * files + near] != _EMPTY:
                    return False
                near += 1
            near_rank += 1
        return True
