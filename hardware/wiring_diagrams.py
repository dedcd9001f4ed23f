"""Wiring diagrams, drawn by WireViz: cables between the boards, and the one-row prototype.

The connections come from hardware/pinmap.toml, so a diagram cannot show another pin than the
firmware uses.  `python -m hardware.wiring_diagrams` draws both (needs the extra `hardware`, and
Graphviz's `dot`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from hardware import pinmap
from hardware.paths import HARDWARE

PICTURES = HARDWARE / "pictures"
SENSORS = 8
"""Number of sensors and pixels of the prototype: one row of an 8x8 board."""

Pin: TypeAlias = int | str

# Pin numbers of the GPIOs of a Raspberry Pi Pico and Pico 2, from their data sheets.
PICO_PINS = {
    **dict(zip(range(16), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True)),
    **dict(zip(range(16, 23), (21, 22, 24, 25, 26, 27, 29), strict=True)),
    **{26: 31, 27: 32, 28: 34},
}


@dataclass(slots=True)
class Harness:
    """A wiring harness: connectors, and wires between their pins.

    Attributes:
        pins: label of every pin, by connector and pin.
        types: type of every connector.
        wires: name of the cable, (connector, pin) at both ends, and colour.
    """

    pins: dict[str, dict[Pin, str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    wires: list[tuple[str, tuple[str, Pin], tuple[str, Pin], str]] = field(default_factory=list)

    def connector(self, name: str, kind: str, pins: Mapping[Pin, str]) -> None:
        """Add a connector."""
        self.pins[name] = dict(pins)
        self.types[name] = kind

    def wire(
        self, cable: str, begin: tuple[str, Pin], end: tuple[str, Pin], colour: str = "BK"
    ) -> None:
        """Add a wire.

        Raises:
            ValueError: if there is no such pin.
        """
        for name, pin in (begin, end):
            if pin not in self.pins.get(name, {}):
                raise ValueError(f"{name!r} has no pin {pin!r} for the cable {cable!r}")
        self.wires.append((cable, begin, end, colour))

    def wireviz(self) -> dict[str, object]:
        """Return the input of WireViz: connectors, cables and connections."""
        connectors = {
            name: {
                "type": self.types[name],
                "pins": list(pins),
                "pinlabels": list(pins.values()),
                "show_pincount": False,
            }
            for name, pins in self.pins.items()
        }
        cables: dict[str, dict[str, object]] = {}
        connections = []
        for cable in dict.fromkeys(wire[0] for wire in self.wires):
            wires = [wire for wire in self.wires if wire[0] == cable]
            cables[cable] = {
                "wirecount": len(wires),
                "colors": [wire[3] for wire in wires],
                "show_wirecount": False,
            }
            # One connection set a wire; wires are numbered within their cable.
            for number, (_, begin, end, _) in enumerate(wires, 1):
                connections.append([{begin[0]: begin[1]}, {cable: number}, {end[0]: end[1]}])
        return {"connectors": connectors, "cables": cables, "connections": connections}


def prototype(source: Path = pinmap.SOURCE) -> Harness:
    """Return the one-row prototype: sensors with legs, multiplexer breakout board, pixels."""
    pin_map = pinmap.load(source)
    gpios = pin_map.signals
    self_test = {
        "supply": f"C{pin_map.supply}",
        "ground": f"C{pin_map.ground}",
        "reference": f"C{pin_map.reference}",
    }
    harness = Harness()
    used = ["SEL0", "SEL1", "SEL2", "SEL3", "ROW1", "LED_DATA", "ADC_AOUT", "VLED_MON", "EXT_DET"]
    pico: dict[Pin, str] = {36: "3V3", 38: "GND", 40: "VBUS 5 V"}
    pico |= {PICO_PINS[gpios[name]]: f"GP{gpios[name]} {name}" for name in used}
    harness.connector("Pico", "Raspberry Pi Pico or Pico 2", dict(sorted(pico.items(), key=_pin)))
    # Both ends of two wires are on the Pico: WireViz draws a wire between two connectors only.
    harness.connector("Pico again", "other pins of the same Pico", {36: "3V3", 38: "GND"})
    for name, pin, colour in (("VLED_MON", 36, "RD"), ("EXT_DET", 38, "BK")):
        ends = ("Pico", PICO_PINS[gpios[name]]), ("Pico again", pin)
        harness.wire("from pin to pin", *ends, colour)
    mux: dict[Pin, str] = {name: name for name in ("VCC", "GND", "EN", "S0", "S1", "S2", "S3")}
    mux["SIG"] = "SIG (common)"
    columns = pin_map.column_channel[:SENSORS]
    mux |= {f"C{channel}": f"C{channel}" for channel in columns}
    mux |= {channel: f"{channel} {name}" for name, channel in self_test.items()}
    harness.connector("Multiplexer", "CD74HC4067 breakout", mux)
    for line in range(4):
        pin = PICO_PINS[gpios[f"SEL{line}"]]
        harness.wire("select", ("Pico", pin), ("Multiplexer", f"S{line}"), "YE")
    harness.wire("row 1", ("Pico", PICO_PINS[gpios["ROW1"]]), ("Multiplexer", "EN"), "OG")
    harness.wire("analogue", ("Pico", PICO_PINS[gpios["ADC_AOUT"]]), ("Multiplexer", "SIG"), "GN")
    harness.wire("supply", ("Pico", 36), ("Multiplexer", "VCC"), "RD")
    harness.wire("supply", ("Pico", 38), ("Multiplexer", "GND"), "BK")
    harness.connector(
        "Divider", "two resistors of 4k7, 3V3 to GND", {1: "3V3", 2: "middle", 3: "GND"}
    )
    harness.wire("self-test", ("Multiplexer", self_test["supply"]), ("Divider", 1), "RD")
    harness.wire("self-test", ("Multiplexer", self_test["reference"]), ("Divider", 2), "VT")
    harness.wire("self-test", ("Multiplexer", self_test["ground"]), ("Divider", 3), "BK")
    outputs: dict[Pin, str] = {column + 1: f"OUT of {'abcdefgh'[column]}1" for column in range(8)}
    outputs |= {"VCC": "VCC of all", "GND": "GND of all"}
    harness.connector("Sensors", "8 x DRV5055A2 with legs", outputs)
    for name, high, low in (("Sensors", "VCC", "GND"), ("Divider", 1, 3)):
        harness.wire("3V3 and GND", ("Multiplexer", "VCC"), (name, high), "RD")
        harness.wire("3V3 and GND", ("Multiplexer", "GND"), (name, low), "BK")
    for column, channel in enumerate(columns):
        harness.wire("sensors", ("Multiplexer", f"C{channel}"), ("Sensors", column + 1), "BU")
    harness.connector(
        "Shifter",
        "SN74AHCT125N, supplied with 5 V",
        {14: "VCC", 7: "GND", 1: "1OE", 2: "1A", 3: "1Y"},
    )
    harness.wire("pixel data", ("Pico", PICO_PINS[gpios["LED_DATA"]]), ("Shifter", 2), "WH")
    harness.wire("5 V", ("Pico", 40), ("Shifter", 14), "RD")
    harness.wire("5 V", ("Pico", 38), ("Shifter", 7), "BK")
    harness.wire("5 V", ("Pico", 38), ("Shifter", 1), "BK")
    harness.connector(
        "Pixels", "8 x WS2812B, one after another", {"5V": "5V", "GND": "GND", "DIN": "DIN"}
    )
    harness.wire("330 ohms", ("Shifter", 3), ("Pixels", "DIN"), "WH")
    harness.wire("5 V of pixels", ("Shifter", 14), ("Pixels", "5V"), "RD")
    harness.wire("5 V of pixels", ("Shifter", 7), ("Pixels", "GND"), "BK")
    return harness


def cables(source: Path = pinmap.SOURCE) -> Harness:
    """Return the cables from the controller to strip 1 and on to strip 2."""
    pin_map = pinmap.load(source)
    nets, own = pin_map.ribbon, pin_map.own_row_pin
    harness = Harness()
    leaving: dict[Pin, str] = dict(enumerate(nets, 1))
    harness.connector("Controller J1", "STRIPS, 2x10 box header", leaving)
    harness.connector("Controller J2", "5 V PIXELS, JST XH", {1: "+5V", 2: "GND"})
    for strip in (1, 2):
        entering = leaving
        # A strip keeps its own row line and passes the others on, each one pin further down.
        rows = {
            pin: entering[pin + 1] if pin + 1 < len(nets) else "not connected"
            for pin in range(own, 20)
        }
        leaving = {pin: rows.get(int(pin), net) for pin, net in entering.items()}
        harness.connector(f"Strip {strip} J1", f"RIBBON IN of rank {strip}", entering)
        harness.connector(f"Strip {strip} J3", "5 V IN, JST XH", {1: "+5V", 2: "GND"})
        if strip == 1:
            harness.connector("Strip 1 J2", "RIBBON OUT", leaving)
            harness.connector("Strip 1 J4", "5 V OUT, JST XH", {1: "+5V", 2: "GND"})
        before = ("Controller J1", "Controller J2") if strip == 1 else ("Strip 1 J2", "Strip 1 J4")
        for pin in entering:
            colour = "RD" if pin == 1 else "GY"  # the marked edge of a ribbon is pin 1
            harness.wire(f"ribbon {strip}", (before[0], pin), (f"Strip {strip} J1", pin), colour)
        for pin, colour in ((1, "RD"), (2, "BK")):
            harness.wire(f"power {strip}", (before[1], pin), (f"Strip {strip} J3", pin), colour)
    return harness


def draw(folder: Path = PICTURES) -> None:
    """Write both diagrams as SVG."""
    from wireviz import wireviz  # not needed by the tests

    folder.mkdir(exist_ok=True)
    for name, harness in (("cables", cables()), ("prototype", prototype())):
        svg = wireviz.parse(harness.wireviz(), return_types="svg")
        (folder / f"{name}.svg").write_text(str(svg), encoding="utf-8", newline="\n")


def _pin(item: tuple[Pin, str]) -> int:
    return int(item[0])


if __name__ == "__main__":
    draw()
