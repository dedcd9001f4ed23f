"""Sensors: Hall sensors' readings of the magnetic field, with noise and faults, for the chip."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache

from simulator.board.faults import Faults
from simulator.board.pieces import PieceSet
from simulator.board.reference_build import MT_TO_MV, NOISE_MT, RAIL_MV, SUPPLY_MV

SWITCH_ON_MT, SWITCH_OFF_MT = 3.5, 2.0
"""Thresholds of an on/off sensor for either pole (DRV5033FA, typical values from memory)."""
FULL_SCALE = 65535
MIDDLE = 32768
"""`AnalogIn.value` at the supply voltage and at half of it."""


@lru_cache(maxsize=1024)  # the field at most squares does not change from scan to scan
def level(field: float) -> int:
    """Return the 16-bit reading for a field in mT; a north pole that faces down lowers it."""
    swing_mv = SUPPLY_MV / 2 - RAIL_MV
    millivolts = max(-swing_mv, min(swing_mv, field * MT_TO_MV))
    return round(MIDDLE - millivolts * FULL_SCALE / SUPPLY_MV)


def counts(field: float) -> float:
    """Convert a field in mT to counts of the 16-bit input."""
    return field * MT_TO_MV * FULL_SCALE / SUPPLY_MV


class Sensors:
    """All sensors of a board.

    Args:
        pieces: the source of the magnetic field.
        faults: the present faults; call `apply_faults` after a change.
        parts: number of parts of the sensors that may be missing.
        zeros_mt: what each sensor reads without a field.

    Attributes:
        zeros: share of these zeros that the sensors have, in per cent; call `apply_faults` after a
            change.
    """

    def __init__(
        self, pieces: PieceSet, faults: Faults, parts: int, zeros_mt: Sequence[float]
    ) -> None:
        self._pieces = pieces
        self._zeros_mt = zeros_mt
        self.zeros = 100.0
        self._faults = faults
        self._parts = parts
        self._noise_mt = NOISE_MT
        self._version = -1  # of the pieces' field, when the levels were computed
        self._state: Mapping[str, bytes] = {}
        self.apply_faults()

    @property
    def noise_mt(self) -> float:
        """Standard deviation of the noise, except of sensors with a noise fault."""
        return self._noise_mt

    @noise_mt.setter
    def noise_mt(self, noise_mt: float) -> None:
        self._noise_mt = noise_mt
        self.apply_faults()

    @property
    def state(self) -> Mapping[str, bytes]:
        """State of the sensors for the chip: the parts V, N, F and M of `interpreter_link`.

        The same object while nothing has changed.
        """
        if self._version != self._pieces.version:
            self._version = self._pieces.version
            zeros_mt = [zero_mt * self.zeros / 100 for zero_mt in self._zeros_mt]
            read_mt = self._faults.apply(self._pieces.fields_mt, zeros_mt)
            levels = [level(field) for field in read_mt]
            self._state = {**self._state, "V": struct.pack(f"<{len(levels)}H", *levels)}
        return self._state

    def apply_faults(self) -> None:
        """Take over a change of the faults."""
        faults = self._faults
        self._version = -1
        self._state = {
            "N": self._noises(),
            "F": bytes([faults.chip]),
            "M": bytes(part in faults.missing_strips for part in range(self._parts)),
        }

    def _noises(self) -> bytes:
        """Return the noise of each square's sensor, in counts."""
        cells = range(len(self._pieces.fields_mt))
        noisy, wires = self._faults.noises, self._faults.wires
        mt = (noisy.get(wires.get(cell, cell), self._noise_mt) for cell in cells)
        return struct.pack(f"<{len(cells)}H", *(min(0xFFFF, round(counts(each))) for each in mt))
