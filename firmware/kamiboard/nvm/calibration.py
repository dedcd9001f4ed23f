"""Calibration: zero and detection threshold of each sensor, kept in non-volatile memory.

A record of `record_log` is empty if the calibration was erased, else

    bytes        content
    1            VERSION
    1            first letter of the build
    1            number of cells
    6 a cell     zero (signed), on, noise, 2 bytes each, low byte first, all in counts

If the newest record is damaged, the one before it is used; if there is none, defaults that hold for
every good sensor, whatever its zero.  The host is warned of both.
"""

from array import array
from binascii import crc32

from kamiboard import config
from kamiboard.nvm import record_log

# hardware/README.md, calibration.
# A sensor further off its middle is broken, or a magnet is near.
ZERO_MAX = config.counts_from_mt(10)
ON_MIN = config.counts_from_mt(1.5) if config.LINEAR else 1
ON_MAX = config.counts_from_mt(10) if config.LINEAR else 1

MYPY = False
if MYPY:
    from kamiboard.protocols import Memory

VERSION = 2
NONE = "-"
DAMAGED = "the calibration kept on the board is damaged; safe defaults are in force"
OLDER = "the newest calibration kept on the board is damaged; the one before it is in force"
_HEAD = 3
_CELL = 6
_SIGN = 1 << 15


class Calibration:
    """Calibration of a board of `cells` cells; all arrays hold counts, one per cell.

    Attributes:
        zeros: reading of the empty square, which the scanner subtracts; corrected slowly by
            `zero_tracking.py`.
        origins: the zeros as they were calibrated.
        ons: absolute level from which on a tower is detected.
        offs: absolute level below which it has gone.
        noises: largest deviation of the empty square from its zero.
        id: four hex digits that identify the calibration; NONE for the defaults.
        warning: DAMAGED or OLDER if a stored calibration could not be used; else empty.
    """

    def __init__(self, memory: "Memory | None", cells: int) -> None:
        """Load the stored calibration, or the defaults.

        Args:
            memory: non-volatile memory; None if the board has none, so nothing survives a restart.
            cells: number of cells.
        """
        self.zeros = array("i", [0] * cells)
        self.origins = array("i", [0] * cells)
        self.ons = array("i", [0] * cells)
        self.offs = array("i", [0] * cells)
        self.noises = array("i", [0] * cells)
        self.id = NONE
        self.warning = ""
        self._room = record_log.size(bytes(_HEAD + _CELL * cells))
        # Two generations and the crash log must fit.
        fits = memory is not None and len(memory) >= 3 * self._room
        self._memory = memory if fits else None
        self._set_defaults()
        self._load()

    def adopt(self, zeros: "array[int]", ons: "array[int]", noises: "array[int]") -> None:
        """Use and store these values.

        Raises:
            ValueError: a value is out of bounds; nothing is changed.
        """
        for cell in range(len(zeros)):
            if not _is_plausible(zeros[cell], ons[cell], noises[cell]):
                raise ValueError("cell %d cannot be calibrated so" % cell)
        self._use(zeros, ons, noises)
        data = self._encode()
        self.id = _id_of(data)
        self.warning = ""
        self._store(data)

    def forget(self) -> None:
        """Use the defaults, and erase the stored values."""
        self._set_defaults()
        self.id = NONE
        self.warning = ""
        self._store(b"")

    def make_room(self) -> None:
        """Make room for a calibration to be stored later; may erase the memory."""
        if self._memory is not None:
            record_log.make_room(self._memory, self._room)

    def _store(self, data: bytes) -> None:
        if self._memory is not None and not record_log.append(
            self._memory, record_log.CALIBRATION, data
        ):
            self.make_room()
            record_log.append(self._memory, record_log.CALIBRATION, data)

    def _set_defaults(self) -> None:
        for cell in range(len(self.zeros)):
            self.zeros[cell] = self.origins[cell] = self.noises[cell] = 0
            self.ons[cell] = config.ON_LEVEL
            self.offs[cell] = config.OFF_LEVEL

    def _use(self, zeros: "array[int]", ons: "array[int]", noises: "array[int]") -> None:
        for cell in range(len(zeros)):
            self.zeros[cell] = self.origins[cell] = zeros[cell]
            self.ons[cell] = ons[cell]
            self.offs[cell] = ons[cell] * config.OFF_SHARE // 1000
            self.noises[cell] = noises[cell]

    def _header(self) -> bytes:
        return bytes((VERSION, ord(config.BUILD[0]), len(self.zeros)))

    def _encode(self) -> bytes:
        data = bytearray(self._header())
        for cell in range(len(self.zeros)):
            for value in (self.zeros[cell] & 0xFFFF, self.ons[cell], self.noises[cell]):
                data.append(value & 0xFF)
                data.append(value >> 8)
        return bytes(data)

    def _load(self) -> None:
        memory = self._memory
        if memory is None or not config.LINEAR:
            return
        data, damaged = record_log.newest(memory, record_log.CALIBRATION)
        if damaged:
            self.warning = OLDER if data else DAMAGED
        if not data:
            return  # never calibrated, or erased
        if not self._take(data):
            self.warning = DAMAGED

    def _take(self, data: bytes) -> bool:
        """Use stored values; return False, and change nothing, if they are not of this board."""
        if data[:_HEAD] != self._header() or len(data) != _HEAD + _CELL * len(self.zeros):
            return False
        cells = len(self.zeros)
        zeros, ons, noises = (array("i", [0] * cells) for _ in range(3))
        for cell in range(cells):
            at = _HEAD + _CELL * cell
            zero = data[at] | data[at + 1] << 8
            zeros[cell] = zero - 2 * _SIGN if zero & _SIGN else zero
            ons[cell] = data[at + 2] | data[at + 3] << 8
            noises[cell] = data[at + 4] | data[at + 5] << 8
            if not _is_plausible(zeros[cell], ons[cell], noises[cell]):
                return False
        self._use(zeros, ons, noises)
        self.id = _id_of(data)
        return True


def _is_plausible(zero: int, on: int, noise: int) -> bool:
    """Return True if a working sensor can have these values."""
    return abs(zero) <= ZERO_MAX and ON_MIN <= on <= ON_MAX and 0 <= noise <= config.FULL_SCALE


def _id_of(data: bytes) -> str:
    return "%04x" % (crc32(data) & 0xFFFF)


def is_requested(snapshot: bytearray, files: int) -> bool:
    """Return True if a calibration is asked for: towers stand on the four corners only, where no
    game has them.

    Args:
        snapshot: a letter for each cell, as in a `snap`.
        files: of the board.
    """
    cells = len(snapshot)
    empty = config.LETTERS[0]
    taken = [cell for cell in range(cells) if snapshot[cell] != empty]
    return config.LINEAR and taken == [0, files - 1, cells - files, cells - 1]
