"""The probe: whether a board of ours is at a port, and which one, asked by a hello."""

from __future__ import annotations

import time

from host.errors import BoardNotFoundError, LinkLostError
from host.link.connection import BoardReady, Connection
from host.link.serial_port import SerialPort
from host.link.wire import BoardHello
from host.version import VERSION

PROBE_S = 1.2
"""Time for two hellos: the first may meet a board that has just been opened."""
_PAUSE_S = 0.05


def _nobody() -> None:
    """Nobody wants to be woken: the probe waits itself."""


def probe(url: str, patience_s: float = PROBE_S) -> BoardHello | None:
    """What the board at a port says of itself.

    None if nothing of ours answers in time, or if the port cannot be opened, which may mean that
    another program is playing on that board.
    """
    try:
        port = SerialPort(url, _nobody)
    except BoardNotFoundError:
        return None
    try:
        return _ask(port, patience_s)
    except LinkLostError:
        return None
    finally:
        port.close()


def _ask(port: SerialPort, patience_s: float) -> BoardHello | None:
    begun_s = time.monotonic()
    connection = Connection(VERSION, 0)
    while (passed_s := time.monotonic() - begun_s) < patience_s:
        now_ms = int(passed_s * 1000)
        connection.tick(now_ms)
        port.write(connection.take_output())
        port.wait_received(port.received + 1, _PAUSE_S)
        for event in connection.receive(port.take(), now_ms):
            if isinstance(event, BoardReady):
                return event.hello
    return None
