"""Microcontroller, seen from outside: the interpreter that runs its firmware, resets and memory."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping

from simulator.board.geometry import Geometry
from simulator.board.sensors import SWITCH_OFF_MT, SWITCH_ON_MT, counts
from simulator.board.wiring import Wiring
from simulator.device.interpreter_link import (
    InterpreterEndedError,
    InterpreterLink,
    Report,
    StartInterpreter,
)

NVM_BYTES = 4096
NOISE_UNIT = 256
"""Standard deviation of the noise table; the chip scales it."""


class Microcontroller:
    """A chip with its firmware; keeps what survives a restart.

    Args:
        geometry: of the board.
        seed: of the chip's number and all random values.
        start: starts the interpreter.
        wiring: of the chip's pins.
        doze_us: longest doze between two main loops while nothing comes.

    Attributes:
        nvm: content of the non-volatile memory.
        last_words: last output of an interpreter that has died; empty if none has.
        powered_us: simulated time of the last power-on or reset.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        start: StartInterpreter,
        wiring: Wiring,
        doze_us: int,
    ) -> None:
        self.nvm = bytes([255] * NVM_BYTES)
        self.last_words = ""
        self.powered_us = 0
        self._geometry = geometry
        self._seed = seed
        self._start = start
        self._wiring = wiring
        self._doze_us = doze_us
        self._noise_table = _noise_table()
        self._uid = list(random.Random(f"uid {seed}").randbytes(8))
        self._reset_reason = "POWER_ON"
        self._link: InterpreterLink | None = None

    @property
    def is_running(self) -> bool:
        """True while there is an interpreter."""
        return self._link is not None

    def boot(self, reset: str | None, at_us: int, state: Mapping[str, bytes]) -> None:
        """Start the firmware.

        Args:
            reset: CircuitPython's name of the reset reason; None for a reload without a reset.
            at_us: simulated time at which it starts.
            state: of the sensors.
        """
        self._reset_reason = reset or self._reset_reason
        self._link = self._start(
            {
                "files": self._geometry.files,
                "ranks": self._geometry.ranks,
                "uid": self._uid,
                "nvm": list(self.nvm),
                "seed": self._seed,
                "now_us": at_us,
                "powered_us": self.powered_us,
                "doze_us": self._doze_us,
                "noise_table": self._noise_table,
                "switch_counts": [round(counts(mt)) for mt in (SWITCH_ON_MT, SWITCH_OFF_MT)],
                "reset_reason": self._reset_reason,
                "run_reason": "SUPERVISOR_RELOAD" if reset is None else "STARTUP",
                "wiring": self._wiring.as_dict(),
            },
            state,
        )

    def poll(self) -> Report | None:
        """Return the firmware's next report; None if it has none yet.

        Raises:
            InterpreterEndedError: the interpreter has died; `last_words` is set.
        """
        assert self._link is not None
        try:
            return self._link.poll()
        except InterpreterEndedError as error:
            self.last_words = str(error).strip() or "no reason given"
            raise

    def answer(self, parts: Mapping[str, bytes]) -> None:
        """Answer a report, which lets the firmware continue."""
        assert self._link is not None
        self._link.answer(parts)

    def halt(self) -> None:
        """End the firmware."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def damage_memory(self, at: int) -> None:
        """Flip all bits of a byte of the non-volatile memory, from the next start on."""
        memory = bytearray(self.nvm)
        memory[at] ^= 0xFF
        self.nvm = bytes(memory)


def _noise_table() -> list[int]:
    """Return 256 equally likely values with mean 0 and standard deviation NOISE_UNIT."""
    normal = statistics.NormalDist()
    values = [normal.inv_cdf((place + 0.5) / 256) for place in range(256)]
    spread = statistics.pstdev(values)
    return [round(value / spread * NOISE_UNIT) for value in values]
