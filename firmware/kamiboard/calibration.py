"""Calibration: zero and detection threshold of each sensor, kept in non-volatile memory.

Layout from START on, behind the crash log:

    bytes        content
    2            `KL`
    1            VERSION
    1            first letter of the build
    1            number of cells
    6 a cell     zero (signed), on, noise, 2 bytes each, low byte first, all in counts
    4            CRC-32 of all before them

If anything in it is wrong, safe defaults are used and the host is warned.
"""

from array import array
from binascii import crc32

from kamiboard import config

MYPY = False
if MYPY:
    from kamiboard.protocols import Memory

START = 256  # the crash log is shorter
VERSION = 1
NONE = "-"
_MAGIC = b"KL"
_HEAD = len(_MAGIC) + 3
_CELL = 6
_CHECK = 4
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
        is_damaged: True if the stored calibration could not be used.
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
        self.is_damaged = False
        self._size = _HEAD + _CELL * cells + _CHECK
        fits = memory is not None and len(memory) >= START + self._size
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
        check = crc32(data)
        self.id = "%04x" % (check & 0xFFFF)
        self.is_damaged = False
        if self._memory is not None:
            self._memory[START : START + self._size] = data + _bytes_of(check)

    def forget(self) -> None:
        """Use the defaults, and erase the stored values."""
        self._set_defaults()
        self.id = NONE
        self.is_damaged = False
        if self._memory is not None:
            self._memory[START : START + _HEAD] = b"\xff" * _HEAD

    def _set_defaults(self) -> None:
        for cell in range(len(self.zeros)):
            self.zeros[cell] = self.origins[cell] = self.noises[cell] = 0
            self.ons[cell] = config.ON_LEVEL
            self.offs[cell] = config.OFF_LEVEL

    def _use(self, zeros: "array[int]", ons: "array[int]", noises: "array[int]") -> None:
        for cell in range(len(zeros)):
            self.zeros[cell] = self.origins[cell] = zeros[cell]
            self.ons[cell] = ons[cell]
            self.offs[cell] = ons[cell] * config.OFF_LEVEL // config.ON_LEVEL
            self.noises[cell] = noises[cell]

    def _header(self) -> bytes:
        return _MAGIC + bytes((VERSION, ord(config.BUILD[0]), len(self.zeros)))

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
        head = bytes(memory[START : START + _HEAD])
        if head == b"\xff" * _HEAD or head == bytes(_HEAD):
            return  # never written, or erased
        self.is_damaged = True
        data = bytes(memory[START : START + self._size - _CHECK])
        check = crc32(data)
        stored = bytes(memory[START + self._size - _CHECK : START + self._size])
        if head != self._header() or stored != _bytes_of(check):
            return
        cells = len(self.zeros)
        zeros, ons, noises = (array("i", [0] * cells) for _ in range(3))
        for cell in range(cells):
            at = _HEAD + _CELL * cell
            zero = data[at] | data[at + 1] << 8
            zeros[cell] = zero - 2 * _SIGN if zero & _SIGN else zero
            ons[cell] = data[at + 2] | data[at + 3] << 8
            noises[cell] = data[at + 4] | data[at + 5] << 8
            if not _is_plausible(zeros[cell], ons[cell], noises[cell]):
                return
        self._use(zeros, ons, noises)
        self.id = "%04x" % (check & 0xFFFF)
        self.is_damaged = False


def _is_plausible(zero: int, on: int, noise: int) -> bool:
    """True if a working sensor can have these values."""
    return (
        abs(zero) <= config.ZERO_MAX
        and config.ON_MIN <= on <= config.ON_MAX
        and 0 <= noise <= config.FULL_SCALE
    )


def _bytes_of(check: int) -> bytes:
    return bytes((check & 0xFF, check >> 8 & 0xFF, check >> 16 & 0xFF, check >> 24))
