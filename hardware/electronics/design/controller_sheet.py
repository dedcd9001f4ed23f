"""How the controller's schematic is drawn."""

from __future__ import annotations

from hardware.electronics.design.sheet import Sheet


def draw() -> Sheet:
    """The sheet of the controller."""
    sheet = Sheet()
    _pico(sheet)
    _connectors(sheet)
    _analogue(sheet)
    _pixel_data(sheet)
    _outside_supply(sheet)
    _choice(sheet)
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
    sheet.put("U1", 58, 62)
    sheet.wire("U1.3V3", (62, 29), (68, 29))
    sheet.mark("+3V3", 68, 29, 90)


def _connectors(sheet: Sheet) -> None:
    sheet.block("Ribbon to the strips", (112, 11, 168, 62))
    sheet.put("J1", 138, 40)
    sheet.block("For later", (112, 66, 168, 112), "buttons to ground, a display or clock")
    sheet.put("J6", 130, 90)
    sheet.put("J5", 160, 90)


def _analogue(sheet: Sheet) -> None:
    sheet.block(
        "What the controller measures", (172, 11, 318, 62), "AOUT; half of +5V; 0.6 of EXT_5V"
    )
    sheet.put("R5", 192, 32, 90)
    sheet.put("C4", 202, 42)
    sheet.wire("R5.2", (202, 32), (212, 32))
    sheet.wire("C4.1", (202, 32))
    sheet.mark("ADC_AOUT", 212, 32, 180)
    for x, (upper, lower, net) in zip(
        (240, 282), (("R6", "R7", "VLED_MON"), ("R8", "R9", "EXT_DET")), strict=True
    ):
        sheet.put(upper, x, 30)
        sheet.put(lower, x, 44)
        sheet.wire(f"{upper}.2", f"{lower}.1")
        sheet.wire((x, 37), (x + 11, 37))
        sheet.mark(net, x + 11, 37, 180)
    sheet.wire("R8.1", (282, 23), (274, 23))
    sheet.mark("EXT_5V", 274, 23)


def _pixel_data(sheet: Sheet) -> None:
    sheet.block("Pixels' data: from 3.3 V to 5 V", (172, 66, 318, 112))
    sheet.put("U2", 222, 90)
    sheet.put("R4", 246, 90, 90)
    sheet.put("C3", 284, 90)
    sheet.wire("U2.Y", "R4.1")
    sheet.mark("SHIFTED", 231, 90)


def _outside_supply(sheet: Sheet) -> None:
    sheet.block(
        "5 V from outside: fuse, wrong polarity, surges",
        (11, 116, 152, 176),
        "Q1 conducts only if + is on pin 1",
    )
    sheet.put("J3", 38, 140)
    sheet.put("F1", 58, 136, 90)
    sheet.put("Q1", 88, 138, 90, caption=(-3, -8))
    sheet.put("R1", 88, 158)
    sheet.put("D1", 118, 150, 270)
    sheet.wire("J3.1", (29, 140), (29, 136), "F1.1")
    sheet.mark("EXT_IN", 38, 136)
    sheet.wire("F1.2", "Q1.D")
    sheet.mark("EXT_FUSED", 66, 136)
    sheet.wire("Q1.G", "R1.1")
    sheet.mark("REVERSE", 88, 150, 0)
    sheet.wire("Q1.S", (118, 136), (140, 136))
    sheet.wire("D1.1", (118, 136))
    sheet.mark("EXT_5V", 140, 136, 180)
    sheet.flag("EXT_5V", 128, 136)


def _choice(sheet: Sheet) -> None:
    sheet.block(
        "USB or outside: one shunt on JP1",
        (156, 116, 220, 176),
        "never both: no current flows into the USB port",
    )
    sheet.put("JP1", 186, 146)
    sheet.put("C1", 206, 146)
    sheet.wire((163, 170), (176, 170))
    sheet.flag("5V_SRC", 176, 170)
    sheet.mark("5V_SRC", 163, 170)


def _pixel_supply(sheet: Sheet) -> None:
    sheet.block(
        "Switch of the pixels' supply, at most 1.5 A",
        (224, 116, 318, 176),
        "off until the firmware runs",
    )
    sheet.put("U3", 262, 140)
    sheet.put("R2", 240, 160)
    sheet.put("R3", 284, 160)
    sheet.put("C2", 290, 140)
    sheet.put("J2", 311, 160)
