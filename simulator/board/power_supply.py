"""Supply of the LEDs: USB or external 5 V by the shunt JP1, behind a current-limited switch."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from simulator.board.faults import Faults

USB_MV = 5000
WORKING_MV = 3500
"""Below this the pixels are dark and forget their colours; data sheet, from memory."""
OVERLOADED_MV = 1000
"""Behind the switch while it limits the current into an overload."""
SHUNTS = ("usb", "external")


@dataclass
class PowerSupply:
    """Supplies of a board.

    Attributes:
        faults: the present faults.
        shunt: place of JP1, one of SHUNTS.
        external_mv: voltage at the external input, 0 while nothing is plugged in.
    """

    faults: Faults
    shunt: str = "usb"
    external_mv: int = 0

    @property
    def led_mv(self) -> int:
        """Voltage behind the switch of the LEDs while it is on."""
        if self.faults.missing_supply:
            return 0
        source_mv = USB_MV if self.shunt == "usb" else self.external_mv
        return min(source_mv, OVERLOADED_MV) if self.faults.overloaded_supply else source_mv

    @property
    def works(self) -> bool:
        """True if pixels that are switched on have enough voltage."""
        return self.led_mv >= WORKING_MV

    @property
    def state(self) -> bytes:
        """Part U of `interpreter_link`."""
        return struct.pack("<HHB", self.led_mv, self.external_mv, self.faults.overloaded_supply)
