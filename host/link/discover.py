"""Finding boards among the serial ports of this machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from host.link.serial_port import listed_ports

CIRCUITPYTHON_VENDORS = frozenset({0x239A, 0x2E8A, 0x1B4F, 0x303A})
"""USB vendor ids of CircuitPython boards: Adafruit, Raspberry Pi, SparkFun, Espressif."""


@dataclass(frozen=True, slots=True)
class Found:
    """A serial port of a board that may be ours.

    Attributes:
        device: what to open.
        serial: the chip's number; the ports of one board share it.
        interface: which of the board's ports it is; "" if the system does not tell.
    """

    device: str
    vendor: int | None
    serial: str
    interface: str


def data_ports(ports: Iterable[Found]) -> list[str]:
    """The data port of each board: of the ports that one board offers, the last.

    CircuitPython offers the console first and the data port (enabled by boot.py) second; a board
    with one port has no data port, and is left out.
    """
    boards: dict[str, list[Found]] = {}
    for port in ports:
        if port.vendor in CIRCUITPYTHON_VENDORS:
            boards.setdefault(port.serial, []).append(port)
    return [
        max(offered, key=lambda port: (port.interface, _natural(port.device))).device
        for _, offered in sorted(boards.items())
        if len(offered) > 1
    ]


def _natural(device: str) -> tuple[int, str]:
    """So that COM10 comes after COM9."""
    return len(device), device


def find_boards() -> list[str]:
    """The data ports of the boards that are plugged in; empty if there are none."""
    return data_ports(Found(*port) for port in listed_ports())
