"""The drift: the zero of a sensor wanders with its temperature, and is followed, slowly.

Only while a square is known to be empty: nothing is seen there nor on any of the squares around it,
whose towers would be felt, and the level is near nought.  One cell is looked at for each scan, and
its zero moves by one count at most: 0.2 mT a minute.  It never comes further from where it was
calibrated than any temperature would carry it.
"""

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.calibration import Calibration

_EMPTY = 0x2E  # `.`


class Drift:
    """Follows the zeros of a board of `files` x `ranks` cells."""

    def __init__(self, calibration: "Calibration", files: int, ranks: int) -> None:
        self._calibration = calibration
        self._files = files
        self._ranks = ranks
        self._cell = 0

    def follow(self, levels: "Sequence[int]", picture: bytearray) -> None:
        """Look at the next cell.

        Args:
            levels: of all cells, their zeros taken away.
            picture: a letter for each cell, `.` where nothing is seen.
        """
        cell = self._cell
        self._cell = cell + 1 if cell + 1 < len(levels) else 0
        level = levels[cell]
        if level == 0 or not -config.DRIFT_NEAR < level < config.DRIFT_NEAR:
            return
        if not self._is_alone(cell, picture):
            return
        zeros = self._calibration.zeros
        moved = zeros[cell] + (1 if level > 0 else -1)
        if abs(moved - self._calibration.origins[cell]) <= config.DRIFT_MAX:
            zeros[cell] = moved

    def _is_alone(self, cell: int, picture: bytearray) -> bool:
        """Whether nothing is seen on a cell and around it."""
        files = self._files
        rank = cell // files
        file = cell - rank * files
        near_rank = rank - 1 if rank else 0
        while near_rank <= rank + 1 and near_rank < self._ranks:
            near = file - 1 if file else 0
            while near <= file + 1 and near < files:
                if picture[near_rank * files + near] != _EMPTY:
                    return False
                near += 1
            near_rank += 1
        return True
