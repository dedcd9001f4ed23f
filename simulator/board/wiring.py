"""Wiring of the chip, from hardware/pinmap.toml.

It is read independently of the firmware's configuration, so a wrong pin in the firmware shows as a
wrong square here, as on a real board.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass

from simulator.resources import PINMAP

ADC_PINS = {"raspberry_pi_pico": (26, 27, 28), "adafruit_feather_rp2040": (26, 27, 28, 29)}
"""GPIO numbers that can be read as voltages: on a Pico the fourth is not brought out."""
BUILDS = ("strips", "quarters", "switches")
"""Kinds of sensors; hardware/README.md, builds."""
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
        led_fault, led_monitor, external: signals of the pixels' supply; None if a build lacks them.
        analog: pins with an analogue input.
        columns: channel of each column of a strip, file a first.
        reference, ground, supply: channels of a strip's own voltages.
        colours: order of the bytes of a pixel.
        serpentine: True if every other rank of the pixel chain runs backwards.
    """

    build: str
    controller: str
    selects: tuple[int, ...]
    rows: tuple[int, ...]
    adcs: tuple[int, ...]
    chain: tuple[int, ...]
    led_data: int
    led_enable: int
    led_fault: int | None
    led_monitor: int | None
    external: int | None
    analog: tuple[int, ...]
    columns: tuple[int, ...]
    reference: int
    ground: int
    supply: int
    colours: str
    serpentine: bool

    @classmethod
    def load(cls, build: str = "strips") -> Wiring:
        """Read the wiring of a build from the pin map."""
        pinmap = tomllib.loads(PINMAP.read_text(encoding="utf-8"))
        other = pinmap.get(build, {})
        signals = other.get("signals", pinmap["signals"])
        controller = other.get("controller", "raspberry_pi_pico")
        mux, pixels = pinmap["multiplexer"], pinmap["pixels"]

        def pins(*names: str) -> tuple[int, ...]:
            return tuple(signals[name] for name in names if name in signals)

        return cls(
            build=build,
            controller=controller,
            selects=pins(*(f"SEL{line}" for line in range(4))),
            rows=pins(*(f"ROW{row}" for row in range(1, ROWS + 1))),
            adcs=pins("ADC_AOUT", *(f"ADC{quarter}" for quarter in range(1, QUARTERS + 1))),
            chain=pins("CLOCK", "LATCH", "CHAIN"),
            led_data=signals["LED_DATA"],
            led_enable=signals["LED_EN"],
            led_fault=signals.get("LED_NFAULT"),
            led_monitor=signals.get("VLED_MON"),
            external=signals.get("EXT_DET"),
            analog=ADC_PINS[controller],
            columns=tuple(mux["column_channel"]),
            reference=mux["reference"],
            ground=mux["ground"],
            supply=mux["supply"],
            colours=pixels["colours"],
            serpentine=pixels["serpentine"],
        )

    def fits(self, files: int, ranks: int) -> bool:
        """Return True if a board of this size can be wired in this build."""
        if self.build == "quarters":
            return files == ranks == 2 * QUARTER_SIDE
        return 1 <= files <= len(self.columns) and 2 <= ranks <= ROWS

    def parts(self, ranks: int) -> int:
        """Return the number of parts that may be missing: strips, quarters, or the one chain."""
        return {"strips": ranks, "quarters": QUARTERS, "switches": 1}[self.build]

    def as_dict(self) -> dict[str, object]:
        """Return the wiring for the interpreter's settings, which are JSON."""
        return asdict(self)

    def square_of_pixel(self, pixel: int, files: int) -> int:
        """Return the square of a pixel of the chain, 0 = a1, rank by rank."""
        rank, place = divmod(pixel, files)
        backwards = self.serpentine and rank % 2 == 1
        return rank * files + (files - 1 - place if backwards else place)
