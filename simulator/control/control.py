"""Requests of the control channel (docs/protocols/simulator.md), whatever carries them.

It answers requests about time and events; `commands.py` carries out all others.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulator.clock import Clock
from simulator.control.commands import Answer, Commands
from simulator.control.request import Client, Request
from simulator.control.stepper import Stepper
from simulator.device.device import Device, Event

_WATCHED = {"frame": "frames", "pieces": "pieces", "console": "console", "done": "done"}
"""Name to watch for each event; `board` is sent to each client that watches anything."""


class Control:
    """The control channel; `attach` a device before it is used.

    Args:
        clock: controlled by `run`, `stop` and `step`.
        timeout_s: as for `Stepper`.

    Attributes:
        quitting: True once a client has asked to end the simulator.
    """

    def __init__(self, clock: Clock, timeout_s: float) -> None:
        self.quitting = False
        self._clock = clock
        self._timeout_s = timeout_s
        self._clients: list[Client] = []

    def admit(self, client: Client) -> None:
        """Let a client watch events."""
        self._clients.append(client)

    def attach(self, device: Device) -> None:
        """Set the device that the requests act on."""
        self._device = device
        self._commands = Commands(device)
        self._stepper = Stepper(self._clock, device, self._timeout_s)

    def notify(self, event: Event, client: object) -> None:
        """Send an event to the clients that watch for it: to one of them, or None for all."""
        kind = _WATCHED.get(str(event["event"]))
        self._clients = [each for each in self._clients if not each.is_closed]
        for each in self._clients:
            wanted = bool(each.watching) if kind is None else kind in each.watching
            if wanted and (client is None or client is each):
                each.send(event)

    def is_watched(self, kind: str) -> bool:
        """Return True if a client watches events of this kind, by a value of `_WATCHED`."""
        return any(kind in each.watching for each in self._clients if not each.is_closed)

    def advance_steps(self) -> float | None:
        """Advance the requested steps.

        Returns:
            the seconds after which this must be called again; None if no step waits.
        """
        return self._stepper.advance()

    def handle(self, client: Client, fields: Mapping[str, object]) -> None:
        """Carry out a request, and send the answer."""
        request = Request(fields, self._device.geometry)
        try:
            answer = self._answer(client, request)
        except ValueError as error:
            client.send({"id": request.id, "ok": False, "error": str(error)})
        else:
            if answer is not None:
                client.send({"id": request.id, "ok": True, **answer})

    def _answer(self, client: Client, request: Request) -> Answer | None:
        """Carry out a request; return None if it is answered later."""
        match request.do:
            case "step":
                self._stepper.add(client, request)
                return None
            case "run":
                request.allow(("rate",))
                rate = request.number("rate", 1.0, 0.0, 1000.0)
                self._stepper.interrupt("run")
                self._clock.run(rate, self._device.now_us)
                return {}
            case "stop":
                request.allow(())
                self._stepper.interrupt("stop")
                self._stepper.stop_clock()
                return {"time_ms": self._device.now_us / 1000}
            case "watch":
                request.allow(("what",))
                client.watching = _watch_list(request)
                return {}
            case "quit":
                request.allow(())
                self.quitting = True
                return {}
        return self._commands.answer(request, client)


def _watch_list(request: Request) -> frozenset[str]:
    known = sorted(_WATCHED.values())
    names = set()
    for name in request.items("what"):
        if not isinstance(name, str) or name not in known:
            raise ValueError(f"there is nothing to watch called {name!r}, only {known}")
        names.add(name)
    return frozenset(names)
