"""The pin map: which signal is on which pin, read from hardware/pinmap.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("pinmap.toml")
RIBBON_PINS = 20
ROWS = 9
"""Row lines that the ribbon carries: strips that a board can have at most."""


@dataclass(frozen=True, slots=True)
class PinMap:
    """What pinmap.toml says of the reference build.

    Attributes:
        signals: the GPIO number of each signal.
        ribbon: the net of each ribbon pin as it leaves the controller; pin 1 is item 0.
        own_row_pin: the ribbon pin on which every strip finds its own row line.
        column_channel: the multiplexer channel of the sensor in column 0, 1, ...
        reference: the channel of half the sensors' supply.
        ground: the channel of the strip's ground.
        supply: the channel of the sensors' supply.
    """

    signals: dict[str, int]
    ribbon: tuple[str, ...]
    own_row_pin: int
    column_channel: tuple[int, ...]
    reference: int
    ground: int
    supply: int

    def row_pins(self) -> range:
        """The ribbon pins of the row lines, from the first."""
        return range(self.own_row_pin, self.own_row_pin + ROWS)


def load(source: Path = SOURCE) -> PinMap:
    """Read hardware/pinmap.toml, or a copy of it.

    Raises:
        ValueError: if the ribbon has not 20 pins or its row lines are not in order.
    """
    told = tomllib.loads(source.read_text("utf-8"))
    multiplexer = told["multiplexer"]
    pin_map = PinMap(
        signals=dict(told["signals"]),
        ribbon=tuple(told["ribbon"]["pins"]),
        own_row_pin=told["ribbon"]["own_row_pin"],
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
