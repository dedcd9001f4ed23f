"""Controller board: Raspberry Pi Pico or Pico 2, supply and data of the pixels, ribbon."""

from __future__ import annotations

from hardware.electronics.design import components as buy
from hardware.electronics.design import controller_sheet
from hardware.electronics.design.board import (
    LICENCE,
    REVISION,
    Board,
    Legend,
    Part,
    Placement,
    Zone,
    part,
)
from hardware.electronics.kicad import library
from hardware.geometry import Geometry
from hardware.pinmap import PinMap


def controller(geometry: Geometry, pin_map: PinMap) -> Board:
    """Return the controller board."""
    length, width = geometry.controller_size
    edge = 0.5
    whole = (edge, edge, length - edge, width - edge)
    return Board(
        name="controller",
        title="Kamisado controller for Pico and Pico 2",
        size=geometry.controller_size,
        parts=(
            _pico(pin_map),
            *_ribbon(pin_map),
            *_external_supply(),
            *_pixel_supply(),
            *_pixel_data(),
            *_monitors(),
            _reset(),
        ),
        holes=geometry.controller_holes,
        hole=geometry.controller_hole,
        fiducials=((37, 4.5), (86, 28), (6, 51)),
        zones=(Zone("GND", 0, whole), Zone("GND", 1, whole)),
        widths={
            **dict.fromkeys(("+5V", "5V_SRC", "EXT_5V", "EXT_FUSED", "EXT_IN", "VBUS"), 0.8),
            "GND": 0.5,
            "+3V3": 0.4,
        },
        legends=tuple(_legends(length, width)),
        sheet=controller_sheet.draw(),
    )


def gpio_pin(number: int) -> str:
    """Return the name of a GPIO's pin on KiCad's Pico symbol.

    Raises:
        ValueError: if the Pico has no pin for this GPIO.
    """
    for pin in library.pins(buy.PICO.symbol).values():
        if pin.name == f"GPIO{number}" or pin.name.startswith(f"GPIO{number}_"):
            return pin.name
    raise ValueError(f"a Pico has no pin for GPIO {number}")


def _pico(pin_map: PinMap) -> Part:
    signals: dict[str, str | None] = {
        gpio_pin(number): signal for signal, number in pin_map.signals.items()
    }
    supply = {"RUN": "RUN", "VBUS": "VBUS", "3V3": "+3V3", "GND": "GND", "AGND": "AGND"}
    return part(
        "U1", buy.PICO, {**signals, **supply, "*": None}, Placement(12, 3.5), "Pico or Pico 2"
    )


def _ribbon(pin_map: PinMap) -> list[Part]:
    nets = {str(pin): net for pin, net in enumerate(pin_map.ribbon, 1)}
    return [part("J1", buy.RIBBON_HEADER, nets, Placement(40, 56.5, 90), "STRIPS")]


def _external_supply() -> list[Part]:
    return [
        part(
            "J3", buy.TERMINAL, {"1": "EXT_IN", "2": "GND"}, Placement(84, 17.5, 90), "5 V EXTERNAL"
        ),
        part("F1", buy.FUSE, {"1": "EXT_IN", "2": "EXT_FUSED"}, Placement(71, 9)),
        part(
            "Q1",
            buy.P_FET,
            {"G": "REVERSE", "S": "EXT_5V", "D": "EXT_FUSED"},
            Placement(67, 16, 90),
        ),
        part("R1", buy.R_10K, {"1": "REVERSE", "2": "GND"}, Placement(72.5, 16)),
        part("D1", buy.SURGE_DIODE, {"1": "EXT_5V", "2": "GND"}, Placement(68, 23)),
        part(
            "JP1",
            buy.PINS_3,
            {"1": "VBUS", "2": "5V_SRC", "3": "EXT_5V"},
            Placement(62, 30),
            "5 V FROM",
        ),
        part("C1", buy.C_10U, {"1": "5V_SRC", "2": "GND"}, Placement(69, 31)),
    ]


def _pixel_supply() -> list[Part]:
    switch = {
        "IN": "5V_SRC",
        "EN": "LED_EN",
        "GND": "GND",
        "OUT": "+5V",
        "~{FLT}": "LED_NFAULT",
    }
    return [
        part("U3", buy.LED_SWITCH, switch, Placement(72, 38, 180)),
        part("R2", buy.R_100K, {"1": "LED_EN", "2": "GND"}, Placement(63, 40)),
        part("R3", buy.R_10K, {"1": "+3V3", "2": "LED_NFAULT"}, Placement(63, 43.5)),
        part("C2", buy.C_100U, {"1": "+5V", "2": "GND"}, Placement(81, 38, 270)),
        part("J2", buy.POWER_HEADER, {"1": "+5V", "2": "GND"}, Placement(74, 55), "5 V PIXELS"),
    ]


def _pixel_data() -> list[Part]:
    shifter = {
        "NC": None,
        "A": "LED_DATA",
        "GND": "GND",
        "Y": "SHIFTED",
        "VCC": "+5V",
    }
    return [
        part("U2", buy.LEVEL_SHIFTER, shifter, Placement(50.5, 43.5)),
        part("R4", buy.R_47R, {"1": "SHIFTED", "2": "LED5V"}, Placement(56, 43.5)),
        part("C3", buy.C_100N, {"1": "+5V", "2": "GND"}, Placement(50.5, 47.5, 180)),
    ]


def _monitors() -> list[Part]:
    return [
        part("R5", buy.R_1K, {"1": "AOUT", "2": "ADC_AOUT"}, Placement(42.5, 20, 180)),
        part("C4", buy.C_1N, {"1": "ADC_AOUT", "2": "AGND"}, Placement(42.5, 24)),
        part("R6", buy.R_100K, {"1": "+5V", "2": "VLED_MON"}, Placement(42.5, 42, 180)),
        part("R7", buy.R_100K, {"1": "VLED_MON", "2": "GND"}, Placement(42.5, 46)),
        part("R8", buy.R_10K, {"1": "EXT_5V", "2": "EXT_DET"}, Placement(42.5, 9, 180)),
        part("R9", buy.R_15K, {"1": "EXT_DET", "2": "GND"}, Placement(42.5, 13)),
        part(
            "J5",
            buy.PINS_4,
            {"1": "GND", "2": "+3V3", "3": "SDA", "4": "SCL"},
            Placement(53, 28),
            "I2C",
        ),
        part(
            "J6",
            buy.PINS_4,
            {"1": "GND", "2": "BTN1", "3": "BTN2", "4": "BTN3"},
            Placement(41.5, 30),
            "BUTTONS",
        ),
    ]


def _reset() -> Part:
    """Return the switch on the Pico's RUN; the lid of the case has a hole above it."""
    return part("SW1", buy.SWITCH, {"1": "RUN", "2": "GND"}, Placement(55, 12), "RESET")


def _legends(length: float, width: float) -> list[Legend]:
    name = f"Kamisado controller  rev {REVISION}  {LICENCE}"
    return [Legend(name, length / 2 + 12, 1.6)]
