"""The sensors: the fields at the squares as the chip's pins see them, with what is broken."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from simulator.board.faults import Faults
from simulator.board.magnetic_field import NOISE_MT, counts, level
from simulator.board.pieces import VirtualBoard


class Sensors:
    """All sensors of a board.

    Args:
        board: whose fields they feel.
        faults: what is broken; `apply_faults` after a change.
        parts: how many parts of them may be missing.
    """

    def __init__(self, board: VirtualBoard, faults: Faults, parts: int) -> None:
        self._board = board
        self._faults = faults
        self._parts = parts
        self._noise_mt = NOISE_MT
        self._version = -1  # of the board, when the levels were worked out
        self._state: Mapping[str, bytes] = {}
        self.apply_faults()

    @property
    def noise_mt(self) -> float:
        """Standard deviation of the noise of those that are not noisy by themselves."""
        return self._noise_mt

    @noise_mt.setter
    def noise_mt(self, noise_mt: float) -> None:
        self._noise_mt = noise_mt
        self.apply_faults()

    @property
    def state(self) -> Mapping[str, bytes]:
        """All that the chip knows of them: the parts V, N, F and M of `backplane`.

        The same object while nothing has changed.
        """
        if self._version != self._board.version:
            self._version = self._board.version
            levels = [level(field) for field in self._faults.seen(self._board.fields_mt)]
            self._state = {**self._state, "V": struct.pack(f"<{len(levels)}H", *levels)}
        return self._state

    def apply_faults(self) -> None:
        """Let what is broken be broken from now on."""
        faults = self._faults
        self._version = -1
        self._state = {
            "N": self._noises(),
            "F": bytes([faults.chip]),
            "M": bytes(part in faults.missing_strips for part in range(self._parts)),
        }

    def _noises(self) -> bytes:
        """The noise of each square's sensor, in counts."""
        cells = range(len(self._board.fields_mt))
        noisy, wires = self._faults.noises, self._faults.wires
        mt = (noisy.get(wires.get(cell, cell), self._noise_mt) for cell in cells)
        return struct.pack(f"<{len(cells)}H", *(min(0xFFFF, round(counts(each))) for each in mt))
