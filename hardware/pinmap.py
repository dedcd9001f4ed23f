"""Pin map: the pins of all signals, read from hardware/pinmap.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from hardware.paths import HARDWARE

SOURCE = HARDWARE / "pinmap.toml"
RIBBON_PINS = 20
ROWS = 9
"""Row lines of the ribbon: the maximum number of strips."""


@dataclass(frozen=True, slots=True)
class PinMap:
    """Pin map of the reference build.

    Attributes:
        signals: GPIO number of each signal.
        ribbon: net of each ribbon pin at the controller; pin 1 is item 0.
        own_row_pin: ribbon pin of a strip's own row line.
        column_channel: multiplexer channel of the sensor in column 0, 1, ...
        reference: multiplexer channel of half the sensors' supply.
        ground: multiplexer channel of the strip's ground.
        supply: multiplexer channel of the sensors' supply.
    """

    signals: dict[str, int]
    ribbon: tuple[str, ...]
    own_row_pin: int
    column_channel: tuple[int, ...]
    reference: int
    ground: int
    supply: int

    def row_pins(self) -> range:
        """Return the ribbon pins of the row lines, in order."""
        return range(self.own_row_pin, self.own_row_pin + ROWS)


def load(source: Path = SOURCE) -> PinMap:
    """Read hardware/pinmap.toml, or a copy of it.

    Raises:
        ValueError: if the ribbon does not have 20 pins or its row lines are not in order.
    """
    data = tomllib.loads(source.read_text("utf-8"))
    multiplexer = data["multiplexer"]
    pin_map = PinMap(
        signals=dict(data["signals"]),
        ribbon=tuple(data["ribbon"]["pins"]),
        own_row_pin=data["ribbon"]["own_row_pin"],
        column_channel=tuple(multiplexer["column_channel"]),
        reference=multiplexer["reference"],
        ground=multiplexer["ground"],
        supply=multiplexer["supply"],
    )
    rows = [pin_map.ribbon[pin - 1] for pin in pin_map.row_pins() if pin <= len(pin_map.ribbon)]
    if len(pin_map.ribbon) != RIBBON_PINS or rows != [f"ROW{row}" for row in range(1, ROWS + 1)]:
        raise ValueError(
            f"{source} puts {rows!r} on the {len(pin_map.ribbon)} pins of the ribbon from pin "
            f"{pin_map.own_row_pin}: it needs {RIBBON_PINS} pins and ROW1 to ROW{ROWS} in order"
        )
    return pin_map
