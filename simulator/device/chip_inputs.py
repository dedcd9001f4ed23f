"""Inputs of the chip: sensors, supply and port, and the part of them that was already sent to
it."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from simulator.board.faults import Faults
from simulator.board.power_supply import PowerSupply
from simulator.board.sensors import Sensors
from simulator.device.interpreter_link import Report
from simulator.serial_port.line_noise import LineNoise
from simulator.serial_port.port import Port

BUFFER_BYTES = 256
"""Size of CircuitPython's USB buffers, in each direction."""
_OPEN, _UNREAD, _SUSPENDED, _INTERRUPT, _MAY_SLEEP, _LOOKING = 1, 2, 4, 8, 16, 32
"""Flags of part C; see `interpreter_link`."""
_LONGEST_QUIET_US = 1_000_000
"""Longest quiet time, so that a program in an endless loop is noticed."""


class ChipInputs:
    """Sensors, supply and port as the chip sees them.

    Args:
        sensors, supply, port: at the chip's pins.
        faults: of the port and the cable.
        seed: of the noise on the cable.

    Attributes:
        may_sleep: the chip may sleep while nothing comes; only while no client stops the time.
        is_looked_at: somebody looks at the LEDs.
        is_suspended: True while the computer sleeps: nothing passes over USB.
        interrupted: a ctrl-C was typed, and the chip does not know yet.
        cut_steps: steps of the memory until the power is cut; None if that was told, or is not to
            be.
    """

    def __init__(
        self, sensors: Sensors, supply: PowerSupply, port: Port, faults: Faults, seed: int
    ) -> None:
        self.may_sleep = False
        self.is_looked_at = True
        self.is_suspended = False
        self.interrupted = False
        self.cut_steps: int | None = None
        self._sensors = sensors
        self._supply = supply
        self._port = port
        self._faults = faults
        self._noise = LineNoise(faults, "in", f"in {seed}")
        self._incoming = b""  # taken from the port, and not sent yet
        self._sent: Mapping[str, bytes] = {}  # state of the sensors as last sent
        self._sent_supply = b""
        self._sent_flags = 0

    def reset(self) -> None:
        """Forget what was on its way, as when the cable is pulled out."""
        self._incoming = b""
        self._noise.reset()

    def first(self) -> dict[str, bytes]:
        """Return the state of the board for a program that starts."""
        self._sent = self._sensors.state
        self._sent_supply = self._supply.state
        return {**self._sent, "U": self._sent_supply}

    def has_news(self, report: Report) -> bool:
        """Return True if a chip that sleeps since this report is to be woken."""
        room = BUFFER_BYTES - report.unread
        return (
            self._sensors.state is not self._sent
            or self._supply.state != self._sent_supply
            or self.cut_steps is not None
            or self.interrupted
            or self._flags(self._port.poll()) != self._sent_flags
            or bool((self._incoming or self._port.waiting) and room and not self.is_suspended)
        )

    def answer(
        self, report: Report, now_us: int, quiet_us: int, hand_us: int | None
    ) -> dict[str, bytes]:
        """Return the answer to a report: the connection, and all changes on the board.

        Args:
            now_us: time of the answer.
            quiet_us: nothing comes from outside before this.
            hand_us: time at which the hands are moved next; None while none is busy.
        """
        connected = self._port.poll()
        state = self._sensors.state
        # At most what its buffer holds; the rest stays in the port, so the host has to wait.
        room = 0 if self.is_suspended else max(0, BUFFER_BYTES - report.unread)
        # A chip that slept, and that only bytes have woken, is not kept awake for the next ones.
        is_at_rest = report.sleep_us is not None and hand_us is None and state is self._sent
        if room:
            if is_at_rest:
                room = max(room, len(self._incoming) + self._port.waiting)
            self._incoming += self._noise.transmit(self._port.take(room))
        data, self._incoming = self._incoming[:room], self._incoming[room:]
        parts = {}
        if report.sleep_us is not None:
            parts["W"] = struct.pack("<Q", now_us)
        if self._supply.state != self._sent_supply:
            parts["U"] = self._sent_supply = self._supply.state
        # The host may answer at once what the board has just sent.
        talking = report.serial or data or self._incoming or self._port.unsent
        kind = "Q" if hand_us is None else "H"
        if is_at_rest and data:
            kind, talking = "R", False
        quiet_us = min(quiet_us, now_us + _LONGEST_QUIET_US)
        if hand_us is not None:
            quiet_us = min(quiet_us, hand_us)
        if quiet_us > now_us and not talking:
            parts[kind] = struct.pack("<Q", quiet_us)
        if state is not self._sent:
            parts |= {kind: part for kind, part in state.items() if self._sent.get(kind) != part}
            self._sent = state
        if data:
            parts["S"] = data
        if self.cut_steps is not None:
            parts["K"] = struct.pack("<H", self.cut_steps)
            self.cut_steps = None
        takes = 0 if self.is_suspended else max(0, BUFFER_BYTES - self._port.unsent)
        self._sent_flags = self._flags(connected)
        interrupted, self.interrupted = self.interrupted, False
        parts["C"] = struct.pack("<BH", self._sent_flags | _INTERRUPT * interrupted, takes)
        return parts

    def _flags(self, connected: bool) -> int:
        """Return the flags of part C but for the interrupt, which is no state."""
        return (
            _OPEN * connected
            | _UNREAD * self._faults.unread_console
            | _SUSPENDED * self.is_suspended
            | _MAY_SLEEP * self.may_sleep
            | _LOOKING * self.is_looked_at
        )
