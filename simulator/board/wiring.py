"""How the chip is wired: hardware/pinmap.toml, read independently of the firmware's configuration.

A wrong pin in the firmware therefore shows here as a wrong square, as it would on a real board.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

PINMAP = Path(__file__).resolve().parents[2] / "hardware" / "pinmap.toml"
ADC_PINS = {"raspberry_pi_pico": (26, 27, 28), "adafruit_feather_rp2040": (26, 27, 28, 29)}
"""GPIO numbers that can be read as voltages: on a Pico the fourth is not brought out."""
BUILDS = ("strips", "quarters", "switches")
"""The kinds of sensors and how they are read; hardware/README.md, builds."""
ROWS = 9
QUARTERS = 4
QUARTER_SIDE = 4


@dataclass(frozen=True, slots=True)
class Wiring:
    """GPIO numbers and multiplexer channels.

    Attributes:
        build: one of BUILDS.
        controller: CircuitPython's name of the board with the chip.
        selects: address lines, lowest bit first; none of switches.
        rows: active-low row lines of strips, rank 1 first.
        adcs: the analogue lines: one of all strips, one of each quarter.
        chain: clock, latch and data of the shift registers of switches.
        led_data, led_enable: data and supply of the pixels.
        analog: pins that can be read as analogue inputs.
        columns: channel of each column of a strip, file a first.
        reference, ground, supply: channels of a strip's own voltages.
        colours: order of the bytes of a pixel.
        serpentine: whether every other rank of the chain of pixels runs backwards.
    """

    build: str
    controller: str
    selects: tuple[int, ...]
    rows: tuple[int, ...]
    adcs: tuple[int, ...]
    chain: tuple[int, ...]
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
    def load(cls, build: str = "strips", path: Path = PINMAP) -> Wiring:
        """The wiring that a pin map tells of a build."""
        with path.open("rb") as file:
            pinmap = tomllib.load(file)
        other = pinmap.get(build, {})
        signals = other.get("signals", pinmap["signals"])
        controller = other.get("controller", "raspberry_pi_pico")
        mux, pixels = pinmap["multiplexer"], pinmap["pixels"]

        def of(*names: str) -> tuple[int, ...]:
            return tuple(signals[name] for name in names if name in signals)

        return cls(
            build=build,
            controller=controller,
            selects=of(*(f"SEL{line}" for line in range(4))),
            rows=of(*(f"ROW{row}" for row in range(1, ROWS + 1))),
            adcs=of("ADC_AOUT", *(f"ADC{quarter}" for quarter in range(1, QUARTERS + 1))),
            chain=of("CLOCK", "LATCH", "CHAIN"),
            led_data=signals["LED_DATA"],
            led_enable=signals["LED_EN"],
            analog=ADC_PINS[controller],
            columns=tuple(mux["column_channel"]),
            reference=mux["reference"],
            ground=mux["ground"],
            supply=mux["supply"],
            colours=pixels["colours"],
            serpentine=pixels["serpentine"],
        )

    def fits(self, files: int, ranks: int) -> bool:
        """Whether a board of this size can be wired so."""
        if self.build == "quarters":
            return files == ranks == 2 * QUARTER_SIDE
        return 1 <= files <= len(self.columns) and 2 <= ranks <= ROWS

    def parts(self, ranks: int) -> int:
        """How many parts there are that may be missing: strips, quarters, or the one chain."""
        return {"strips": ranks, "quarters": QUARTERS, "switches": 1}[self.build]

    def as_dict(self) -> dict[str, object]:
        """For the interpreter, as JSON."""
        return asdict(self)

    def square_of_pixel(self, pixel: int, files: int) -> int:
        """The square that a pixel of the chain lights, 0 = a1, rank by rank."""
        rank, place = divmod(pixel, files)
        backwards = self.serpentine and rank % 2 == 1
        return rank * files + (files - 1 - place if backwards else place)
