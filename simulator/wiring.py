"""How the chip is wired: hardware/pinmap.toml, read independently of the firmware's configuration.

A wrong pin in the firmware therefore shows here as a wrong square, as it would on a real board.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

PINMAP = Path(__file__).resolve().parent.parent / "hardware" / "pinmap.toml"
ADC_PINS = (26, 27, 28)
"""GPIO numbers that an RP2040 can read as voltages."""
ROWS = 9


@dataclass(frozen=True, slots=True)
class Wiring:
    """GPIO numbers and multiplexer channels.

    Attributes:
        selects: address lines, lowest bit first.
        rows: active-low row lines, rank 1 first.
        adc: the shared analogue line.
        led_data, led_enable: data and supply of the pixels.
        analog: pins that can be read as analogue inputs.
        columns: channel of each column, file a first.
        reference, ground, supply: channels of a strip's own voltages.
        colours: order of the bytes of a pixel.
        serpentine: whether every other rank of the chain of pixels runs backwards.
    """

    selects: tuple[int, ...]
    rows: tuple[int, ...]
    adc: int
    led_data: int
    led_enable: int
    analog: tuple[int, ...]
    columns: tuple[int, ...]
    reference: int
    ground: int
    supply: int
    colours: str
    serpentine: bool

    @classmethod
    def load(cls, path: Path = PINMAP) -> Wiring:
        """The wiring that a pin map tells."""
        with path.open("rb") as file:
            pinmap = tomllib.load(file)
        signals, mux, pixels = pinmap["signals"], pinmap["multiplexer"], pinmap["pixels"]
        return cls(
            selects=tuple(signals[f"SEL{line}"] for line in range(4)),
            rows=tuple(signals[f"ROW{row}"] for row in range(1, ROWS + 1)),
            adc=signals["ADC_AOUT"],
            led_data=signals["LED_DATA"],
            led_enable=signals["LED_EN"],
            analog=ADC_PINS,
            columns=tuple(mux["column_channel"]),
            reference=mux["reference"],
            ground=mux["ground"],
            supply=mux["supply"],
            colours=pixels["colours"],
            serpentine=pixels["serpentine"],
        )

    def as_dict(self) -> dict[str, object]:
        """For the interpreter, as JSON."""
        return asdict(self)

    def square_of_pixel(self, pixel: int, files: int) -> int:
        """The square that a pixel of the chain lights, 0 = a1, rank by rank."""
        rank, place = divmod(pixel, files)
        backwards = self.serpentine and rank % 2 == 1
        return rank * files + (files - 1 - place if backwards else place)
