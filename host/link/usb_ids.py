"""USB vendor ids of boards that run CircuitPython, and the udev rule that opens their ports."""

from __future__ import annotations

CIRCUITPYTHON_VENDORS = frozenset({0x239A, 0x2E8A, 0x1B4F, 0x303A})
"""Adafruit, Raspberry Pi, SparkFun, Espressif."""


def udev_rule() -> str:
    """Return the udev rule for the boards.

    Whoever is logged in at the computer may open them, and ModemManager, which would write commands
    of modems into a new port, leaves them alone.
    """
    vendors = "|".join(f"{vendor:04x}" for vendor in sorted(CIRCUITPYTHON_VENDORS))
    return (
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendors}", TAG+="uaccess", '
        'ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"'
    )
