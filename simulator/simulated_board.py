"""Simulated board: a device with its clock and its control channel, driven by an event loop."""

from __future__ import annotations

from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring
from simulator.clock import Clock
from simulator.control.control import Control
from simulator.device.device import MOTION_US, Device
from simulator.device.interpreter_link import StartInterpreter
from simulator.serial_port.port import Port

TIMEOUT_S = 5.0


class SimulatedBoard:
    """A device, its clock and its control channel.

    The event loop calls `advance` whenever something has come, and after `pause_s`.

    Args:
        geometry: of the board.
        seed: of all random values.
        start: starts the interpreter of the firmware.
        port: the serial port.
        doze_us: longest doze of the chip; see `Device`.  While time follows the machine's clock,
            input is noticed that much later at most.
        wiring: of the chip; None for the reference build.
        timeout_s: how long the firmware may keep the simulator waiting, see `Stepper`.
        motion_us: interval at which the hands are moved.

    Attributes:
        clock: limits the simulated time.
        control: answers requests.
        device: the device.
    """

    def __init__(
        self,
        geometry: Geometry,
        seed: int,
        start: StartInterpreter,
        port: Port,
        doze_us: int = 0,
        wiring: Wiring | None = None,
        timeout_s: float = TIMEOUT_S,
        motion_us: int = MOTION_US,
    ) -> None:
        self._doze_us = doze_us
        self.clock = Clock()
        self.control = Control(self.clock, timeout_s)
        self.device = Device(
            geometry, seed, start, port, self.control.notify, doze_us, wiring, motion_us
        )
        self.control.attach(self.device)

    def advance(self) -> None:
        """Advance time over the next event, or to where the clock allows it."""
        limit_us = self.clock.limit_us(self.device.now_us)
        self.device.inputs.may_sleep = False
        if self._doze_us and self.clock.is_running and limit_us is not None:
            # Time is not stopped by a client, so input may be noticed a doze later.  It comes at
            # the board's time, which is behind the limit while the machine is busy.
            self.device.quiet_us = self.device.now_us + self._doze_us
            self.device.inputs.may_sleep = True
        self.device.inputs.is_looked_at = self.control.is_watched("frames")
        self.device.advance(limit_us)

    def pause_s(self) -> float | None:
        """Return the seconds until `advance` must be called again; None: when something comes."""
        pauses = [self.control.advance_steps()]
        due_us = self.device.due_us
        if not self.device.is_working:  # otherwise its report ends the pause
            pauses.append(self.clock.pause_s(due_us))
        return min((pause for pause in pauses if pause is not None), default=None)
