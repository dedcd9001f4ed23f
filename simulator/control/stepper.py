"""Stepper: carries out the `step` requests of the control channel, one after another."""

from __future__ import annotations

import time
from dataclasses import dataclass

from simulator.clock import Clock
from simulator.control.request import Client, Request
from simulator.device.device import Device

_LONGEST_MS = 3_600_000.0


@dataclass
class _Step:
    """A requested step.

    Attributes:
        ms: its length.
        received: bytes that the board must have received before; None if nothing is promised.
        until_sent: True if it ends as soon as the board sends something.
        deadline_s: time of the machine's clock at which it is given up.
        goal_us: its end at the latest; None before it has started.
        sent: bytes that the board had sent when it started.
        reached_us: how far it has come.
    """

    client: Client
    request: Request
    ms: float
    received: int | None
    until_sent: bool
    deadline_s: float
    goal_us: int | None = None
    sent: int = 0
    reached_us: int = 0


class Stepper:
    """Queue of steps.

    Args:
        clock: it is set to each step's goal.
        device: the simulated device.
        timeout_s: time after which a firmware that asks for nothing is taken to be in an endless
            loop, and bytes that do not come for lost.
    """

    def __init__(self, clock: Clock, device: Device, timeout_s: float) -> None:
        self._clock = clock
        self._timeout_s = timeout_s
        self._device = device
        self._steps: list[_Step] = []

    def add(self, client: Client, request: Request) -> None:
        """Queue a step; it is answered when it is done.

        Raises:
            ValueError: the request is wrong; the message quotes the field.
        """
        request.allow(("ms", "received", "until"))
        self._steps.append(
            _Step(
                client,
                request,
                request.number("ms", None, 0.001, _LONGEST_MS),
                request.whole("received", 0, 0, 1 << 60) if "received" in request else None,
                "until" in request and request.choice("until", ("sent",)) == "sent",
                time.monotonic() + self._timeout_s,
            )
        )
        if len(self._steps) == 1:
            self.stop_clock()

    def advance(self) -> float | None:
        """Start the first step once its bytes have arrived, and answer it once it is done.

        Returns:
            the seconds after which this must be called again; None if no step waits.
        """
        while self._steps:
            step = self._steps[0]
            if step.goal_us is None:
                received = self._device.port.received
                left_s = step.deadline_s - time.monotonic()
                if received >= (step.received or 0):
                    self._start(step)
                elif left_s > 0:
                    return left_s
                else:
                    self._refuse(
                        f"'received' of 'step' announced {step.received} bytes, {received} came"
                    )
                    continue
            assert step.goal_us is not None
            has_sent = step.until_sent and self._device.port.sent > step.sent
            if has_sent or self._device.now_us >= step.goal_us:
                self._finish(step)
            elif not self._device.is_working:
                step.deadline_s = time.monotonic() + self._timeout_s
                return None
            elif self._device.now_us > step.reached_us:  # it works slowly
                step.reached_us = self._device.now_us
                step.deadline_s = time.monotonic() + self._timeout_s
                return self._timeout_s
            elif step.deadline_s > time.monotonic():
                return step.deadline_s - time.monotonic()
            else:
                self._refuse(
                    f"the firmware has not asked for anything for {self._timeout_s:g} s: "
                    "it is in an endless loop"
                )
        return None

    def interrupt(self, cause: str) -> None:
        """Refuse all steps, because of another request."""
        while self._steps:
            self._refuse(f"the step was interrupted by {cause!r}")

    def stop_clock(self) -> None:
        """Let the time stand, and end the promise that nothing comes."""
        self._clock.stop()
        self._device.quiet_us = 0

    def _start(self, step: _Step) -> None:
        step.goal_us = self._device.now_us + round(step.ms * 1000)
        step.sent = self._device.port.sent
        if step.received is not None:
            self._device.quiet_us = step.goal_us
        step.deadline_s = time.monotonic() + self._timeout_s
        self._clock.step_to(step.goal_us)

    def _finish(self, step: _Step) -> None:
        self._steps.remove(step)
        self.stop_clock()
        step.client.send(
            {
                "id": step.request.id,
                "ok": True,
                "time_ms": self._device.now_us / 1000,
                "sent": self._device.port.sent,
                "busy": self._device.hands.busy,
            }
        )

    def _refuse(self, error: str) -> None:
        """Refuse the first step."""
        step = self._steps.pop(0)
        self.stop_clock()
        step.client.send({"id": step.request.id, "ok": False, "error": error})
