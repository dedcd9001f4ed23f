"""Schematic sheet of the controller."""

from __future__ import annotations

from hardware.electronics.design.sheet import Sheet


def draw() -> Sheet:
    """Return the sheet of the controller."""
    sheet = Sheet()
    _pico(sheet)
    _connectors(sheet)
    _analogue(sheet)
    _pixel_data(sheet)
    _external_supply(sheet)
    _supply_selector(sheet)
    _pixel_supply(sheet)
    sheet.note(
        13,
        192,
        [
            "J1 begins the ribbon; every strip takes its own row line from it.",
            "The Pico is fed by USB; the pixels by USB too, or through J3 if JP1 says so.",
            "AGND and GND meet inside the Pico; AOUT is filtered towards AGND.",
        ],
    )
    return sheet


def _pico(sheet: Sheet) -> None:
    sheet.block("Controller", (11, 11, 108, 112), "pins as hardware/pinmap.toml says")
    sheet.place("U1", 58, 62)
    sheet.wire("U1.3V3", (62, 29), (68, 29))
    sheet.label("+3V3", 68, 29, 90)


def _connectors(sheet: Sheet) -> None:
    sheet.block("Ribbon to the strips", (112, 11, 168, 62))
    sheet.place("J1", 138, 40)
    sheet.block("For later", (112, 66, 168, 112), "buttons to ground, a display or clock")
    sheet.place("J6", 130, 90)
    sheet.place("J5", 160, 90)
    sheet.block("Reset", (72, 92, 106, 110))
    sheet.place("SW1", 90, 102)


def _analogue(sheet: Sheet) -> None:
    sheet.block(
        "What the controller measures", (172, 11, 318, 62), "AOUT; half of +5V; 0.6 of EXT_5V"
    )
    sheet.place("R5", 192, 32, 90)
    sheet.place("C4", 202, 42)
    sheet.wire("R5.2", (202, 32), (212, 32))
    sheet.wire("C4.1", (202, 32))
    sheet.label("ADC_AOUT", 212, 32, 180)
    for x, (upper, lower, net) in zip(
        (240, 282), (("R6", "R7", "VLED_MON"), ("R8", "R9", "EXT_DET")), strict=True
    ):
        sheet.place(upper, x, 30)
        sheet.place(lower, x, 44)
        sheet.wire(f"{upper}.2", f"{lower}.1")
        sheet.wire((x, 37), (x + 11, 37))
        sheet.label(net, x + 11, 37, 180)
    sheet.wire("R8.1", (282, 23), (274, 23))
    sheet.label("EXT_5V", 274, 23)


def _pixel_data(sheet: Sheet) -> None:
    sheet.block("Pixels' data: from 3.3 V to 5 V", (172, 66, 318, 112))
    sheet.place("U2", 222, 90)
    sheet.place("R4", 246, 90, 90)
    sheet.place("C3", 284, 90)
    sheet.wire("U2.Y", "R4.1")
    sheet.label("SHIFTED", 231, 90)


def _external_supply(sheet: Sheet) -> None:
    sheet.block(
        "5 V from outside: fuse, wrong polarity, surges",
        (11, 116, 152, 176),
        "Q1 conducts only if + is on pin 1",
    )
    sheet.place("J3", 38, 140)
    sheet.place("F1", 58, 136, 90)
    sheet.place("Q1", 88, 138, 90, caption=(-3, -8))
    sheet.place("R1", 88, 158)
    sheet.place("D1", 118, 150, 270)
    sheet.wire("J3.1", (29, 140), (29, 136), "F1.1")
    sheet.label("EXT_IN", 38, 136)
    sheet.wire("F1.2", "Q1.D")
    sheet.label("EXT_FUSED", 66, 136)
    sheet.wire("Q1.G", "R1.1")
    sheet.label("REVERSE", 88, 150, 0)
    sheet.wire("Q1.S", (118, 136), (140, 136))
    sheet.wire("D1.1", (118, 136))
    sheet.label("EXT_5V", 140, 136, 180)
    sheet.flag("EXT_5V", 128, 136)


def _supply_selector(sheet: Sheet) -> None:
    sheet.block(
        "USB or outside: one shunt on JP1",
        (156, 116, 220, 176),
        "never both: no current flows into the USB port",
    )
    sheet.place("JP1", 186, 146)
    sheet.place("C1", 206, 146)
    sheet.wire((163, 170), (176, 170))
    sheet.flag("5V_SRC", 176, 170)
    sheet.label("5V_SRC", 163, 170)


def _pixel_supply(sheet: Sheet) -> None:
    sheet.block(
        "Switch of the pixels' supply, at most 1.5 A",
        (224, 116, 318, 176),
        "off until the firmware runs",
    )
    sheet.place("U3", 262, 140)
    sheet.place("R2", 240, 160)
    sheet.place("R3", 284, 160)
    sheet.place("C2", 290, 140)
    sheet.place("J2", 311, 160)
