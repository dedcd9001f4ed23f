"""Schematic sheet of a strip: squares above, multiplexer and supplies below."""

from __future__ import annotations

from hardware.electronics.design.sheet import Sheet

_COLUMN = 31
_FIRST = 34


def draw(squares: int) -> Sheet:
    """Return the sheet of a strip."""
    sheet = Sheet()
    _sensors(sheet, squares)
    _pixels(sheet, squares)
    _ribbon(sheet)
    _sensor_supply(sheet)
    _reference(sheet)
    _multiplexer(sheet)
    _pixel_supply(sheet)
    sheet.note(
        13,
        200,
        [
            "All strips are alike. The ribbon passes the row lines on one pin further down, so",
            "that every strip finds its own, here called ROW1, on the same pin of J1.",
            "ROW1 low: Q1 gives the sensors of this strip power, and U1 speaks on AOUT.",
            "ROW1 high: the sensors are off, and U1 leaves AOUT to the other strips.",
            "A reading is a sensor's voltage less REF, half of what it is supplied with.",
            "Strip 1 is White's first rank; U11 and D1 are file a.",
        ],
    )
    return sheet


def _sensors(sheet: Sheet, squares: int) -> None:
    right = _FIRST + _COLUMN * (squares - 1) + 27
    sheet.block(
        "Sensors: one under the middle of each square",
        (11, 11, right + 3, 62),
        "ratiometric: half the supply without a field, 30 mV/mT at 3.3 V",
    )
    upper, lower = 22, 56
    for square in range(squares):
        x, number = _FIRST + _COLUMN * square, square + 1
        sheet.place(f"U{10 + number}", x + 2, 40, caption=(2, -10))
        sheet.place(f"C{10 + number}", x + 16, 40)
        sheet.wire(f"U{10 + number}.VCC", (x, upper))
        sheet.wire(f"U{10 + number}.GND", (x, lower))
        sheet.wire(f"C{10 + number}.1", (x + 16, upper))
        sheet.wire(f"C{10 + number}.2", (x + 16, lower))
    last = _FIRST + _COLUMN * (squares - 1) + 16
    sheet.wire((_FIRST - 11, upper), (last, upper))
    sheet.wire((_FIRST - 5, lower), (last, lower))
    sheet.label("VSENS", _FIRST - 11, upper)
    sheet.label("GND", _FIRST - 5, lower, 270)


def _pixels(sheet: Sheet, squares: int) -> None:
    right = _FIRST + _COLUMN * (squares - 1) + 27
    sheet.block(
        "Pixels: a chain from file a on, through the ribbon to the next strip",
        (11, 66, right + 3, 118),
    )
    upper, lower, chain = 78, 112, 90
    for square in range(squares):
        x, number = _FIRST + _COLUMN * square, square + 1
        pixel, capacitor = f"D{number}", f"C{30 + number}"
        sheet.place(pixel, x + 2, chain, caption=(2, -8))
        sheet.place(capacitor, x + 16, 101)
        sheet.wire(f"{pixel}.VDD", (x + 2, upper))
        sheet.wire(f"{pixel}.VSS", (x + 2, lower))
        sheet.wire(f"{capacitor}.1", (x + 16, upper))
        sheet.wire(f"{capacitor}.2", (x + 16, lower))
        if number < squares:
            sheet.wire(f"{pixel}.DOUT", f"D{number + 1}.DIN")
            sheet.label(f"LD{number + 1}", x + 10, chain)
        else:
            sheet.wire(f"{pixel}.DOUT", (x + 25, chain))
            sheet.label("LED_OUT", x + 25, chain, 180)
    last = _FIRST + _COLUMN * (squares - 1) + 16
    sheet.place("R5", _FIRST - 12, chain, 90)
    sheet.wire("R5.2", "D1.DIN")
    sheet.label("LD1", _FIRST - 9, chain)
    sheet.wire((_FIRST - 5, upper), (last, upper))
    sheet.wire((_FIRST - 5, lower), (last, lower))
    sheet.label("+5V", _FIRST - 5, upper, 90)
    sheet.label("GND", _FIRST - 5, lower, 270)


def _ribbon(sheet: Sheet) -> None:
    sheet.block("Ribbon: from White's side, to the next strip", (11, 122, 92, 180))
    sheet.place("J1", 28, 150)
    sheet.place("J2", 70, 150)


def _sensor_supply(sheet: Sheet) -> None:
    sheet.block(
        "Sensors' supply: on while ROW1 is low",
        (96, 122, 152, 180),
        "R2 and C3 slow it down to 85 us",
    )
    sheet.place("Q1", 132, 152, mirrored=True)
    sheet.place("R3", 110, 146)
    sheet.place("R2", 118, 152, 90)
    sheet.place("C3", 125, 158)
    sheet.label("+3V3", 110, 138, 90)
    sheet.wire("R3.1", (110, 138))
    sheet.label("+3V3", 134, 138, 90)
    sheet.wire("Q1.S", (134, 138))
    sheet.wire((100, 152), "R2.1")
    sheet.wire("R3.2", (110, 152))
    sheet.label("ROW1", 100, 152)
    sheet.wire("R2.2", "Q1.G")
    sheet.label("GATE", 121, 152)
    sheet.wire("C3.1", (125, 152))
    sheet.wire("C3.2", (125, 168), (134, 168), (148, 168))
    sheet.wire("Q1.D", (134, 168))
    sheet.label("VSENS", 148, 168, 180)
    sheet.flag("VSENS", 139, 168)


def _reference(sheet: Sheet) -> None:
    sheet.block("Half the supply", (156, 122, 186, 180), "channel 15")
    sheet.place("R4", 168, 144)
    sheet.place("R6", 168, 158)
    sheet.wire((168, 136), "R4.1")
    sheet.wire((161, 136), (168, 136))
    sheet.label("VSENS", 161, 136)
    sheet.wire("R4.2", "R6.1")
    sheet.wire((168, 151), (176, 151))
    sheet.label("REF", 176, 151, 180)


def _multiplexer(sheet: Sheet) -> None:
    sheet.block("Multiplexer: one sensor, or a check of the strip, to AOUT", (190, 122, 270, 180))
    sheet.place("U1", 228, 155)
    sheet.place("R1", 210, 145, 270)
    sheet.wire("R1.1", "U1.COM")
    sheet.label("COM", 214, 145)
    sheet.place("C1", 256, 155)
    sheet.place("C2", 264, 155)


def _pixel_supply(sheet: Sheet) -> None:
    sheet.block("5 V of the pixels", (274, 122, 320, 180), "in from White's side, out to the next")
    sheet.place("J3", 296, 140)
    sheet.place("J4", 296, 154)
    sheet.place("C4", 310, 148)
    for x, net, direction in ((280, "+5V", 0), (294, "GND", 270), (303, "+3V3", 0)):
        sheet.flag(net, x, 172)
        sheet.wire((x, 172), (x + 4, 172))
        sheet.label(net, x + 4, 172, direction)
