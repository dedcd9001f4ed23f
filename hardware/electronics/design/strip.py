"""The strip: one row of squares, each with a sensor and a pixel, and what reads and powers them.

All strips of a board are alike.  A strip's own row line comes in on one pin of the ribbon; the
lines of the strips behind it leave one pin further down, so that each finds its own in the same
place.  While that line is low, the strip's sensors have power and its multiplexer speaks on AOUT.
"""

from __future__ import annotations

from hardware.electronics.design import components as buy
from hardware.electronics.design import strip_sheet
from hardware.electronics.design.board import Board, Legend, Part, Pour, Spot, part
from hardware.geometry import Geometry, Point
from hardware.pinmap import RIBBON_PINS, PinMap

REVISION = "A"
COLUMNS = "abcdefghi"

_MULTIPLEXER_AFTER = 5
"""It stands at this boundary of squares, in the middle of nine."""
_HEADERS_AFTER = 4
_POWER_AFTER = 3
_IN_Y, _OUT_Y = 17.3, 6.3  # of the ribbon's headers: in from White's side


def strip(squares: int, geometry: Geometry, pin_map: PinMap) -> Board:
    """The strip of so many squares."""
    length, width = geometry.strip_size(squares)
    parts = [
        *_connectors(geometry, pin_map),
        *_multiplexer(squares, geometry, pin_map),
        *_sensor_supply(geometry),
    ]
    for square in range(squares):
        parts += _square(square, squares, geometry)
    edge = 0.5
    whole = (edge, edge, length - edge, width - edge)
    return Board(
        name=f"strip{squares}",
        title=f"Kamisado strip, {squares} squares",
        size=(length, width),
        parts=tuple(parts),
        holes=geometry.strip_holes(squares),
        pours=(
            Pour("+5V", 0, (edge + 0.1, width - 6.0, length - edge - 0.1, width - 0.6), 2),
            Pour("GND", 0, whole),
            Pour("GND", 1, whole),
        ),
        widths={"+5V": 0.6, "GND": 0.4},
        legends=tuple(_legends(squares, geometry)),
        sheet=strip_sheet.draw(squares),
    )


def ribbon(pin_map: PinMap, leaving: bool) -> dict[str, str | None]:
    """The nets of a strip's ribbon connector by pin.

    ROW1 is the strip's own line, ROW2 that of the strip behind it, and so on: names as seen from
    this strip.  They leave one pin further down; the last pin of the row lines leaves empty.
    """
    nets: dict[str, str | None] = {}
    for pin in range(1, RIBBON_PINS + 1):
        net: str | None = pin_map.ribbon[pin - 1]
        if pin in pin_map.row_pins():
            row = pin - pin_map.own_row_pin + (2 if leaving else 1)
            net = f"ROW{row}" if row <= len(pin_map.row_pins()) else None
        elif net == "LED5V":
            net = "LED_OUT" if leaving else "LED_IN"
        nets[str(pin)] = net
    return nets


def _connectors(geometry: Geometry, pin_map: PinMap) -> list[Part]:
    x = geometry.pitch * _HEADERS_AFTER + 6.93
    power = geometry.pitch * _POWER_AFTER
    entering, leaving = ribbon(pin_map, leaving=False), ribbon(pin_map, leaving=True)
    supply = {"1": "+5V", "2": "GND"}
    return [
        part("J1", buy.RIBBON_HEADER, entering, Spot(x, _IN_Y, 90, under=True), "RIBBON IN"),
        part("J2", buy.RIBBON_HEADER, leaving, Spot(x, _OUT_Y, 90, under=True), "RIBBON OUT"),
        part("J3", buy.POWER_HEADER, supply, Spot(power - 2, 20.2, under=True), "5 V IN"),
        part("J4", buy.POWER_HEADER, supply, Spot(power + 8, 20.2, under=True), "5 V OUT"),
        part("C4", buy.C_22U, supply, Spot(power - 7, 19, 180)),
    ]


def _multiplexer(squares: int, geometry: Geometry, pin_map: PinMap) -> list[Part]:
    x = geometry.pitch * _MULTIPLEXER_AFTER
    channels = {f"I{pin_map.column_channel[n]}": f"S{n + 1}" for n in range(squares)}
    nets: dict[str, str | None] = {
        "VCC": "+3V3",
        "GND": "GND",
        "~{E}": "ROW1",
        "COM": "COM",
        **{f"S{line}": f"SEL{line}" for line in range(4)},
        **channels,
        f"I{pin_map.reference}": "REF",
        f"I{pin_map.ground}": "GND",
        f"I{pin_map.supply}": "VSENS",
        "*": None,
    }
    supply = {"1": "+3V3", "2": "GND"}
    return [
        part("U1", buy.MULTIPLEXER, nets, Spot(x + 2.5, 12)),
        part("R1", buy.R_100R, {"1": "COM", "2": "AOUT"}, Spot(x - 4.5, 8, 180)),
        part("C1", buy.C_100N, supply, Spot(x + 6, 5.2)),
        part("C2", buy.C_10U, supply, Spot(x - 10.5, 8.5, 90)),
        part("R4", buy.R_4K7, {"1": "VSENS", "2": "REF"}, Spot(x + 11.5, 4.4)),
        part("R6", buy.R_4K7, {"1": "REF", "2": "GND"}, Spot(x + 16, 4.4)),
    ]


def _sensor_supply(geometry: Geometry) -> list[Part]:
    x = geometry.pitch * _MULTIPLEXER_AFTER
    fet = {"G": "GATE", "S": "+3V3", "D": "VSENS"}
    return [
        part("Q1", buy.P_FET, fet, Spot(x - 10.5, 13)),
        part("R2", buy.R_4K7, {"1": "ROW1", "2": "GATE"}, Spot(x - 5.5, 16, 180)),
        part("R3", buy.R_100K, {"1": "+3V3", "2": "ROW1"}, Spot(x - 5.5, 13)),
        part("C3", buy.C_10N, {"1": "GATE", "2": "VSENS"}, Spot(x - 14, 13, 90)),
    ]


def _square(square: int, squares: int, geometry: Geometry) -> list[Part]:
    """The sensor and the pixel of a square, each with its capacitor, and before the first pixel
    the resistor that calms its data line."""
    number = square + 1
    x, y = geometry.sensor(square)
    led_x, led_y = geometry.led(square)
    sensor = {"VCC": "VSENS", "OUT": f"S{number}", "GND": "GND"}
    led = {
        "VDD": "+5V",
        "VSS": "GND",
        "DIN": f"LD{number}",
        "DOUT": "LED_OUT" if number == squares else f"LD{number + 1}",
    }
    parts = [
        part(f"U{10 + number}", buy.HALL_SENSOR, sensor, Spot(x, y)),
        part(f"C{10 + number}", buy.C_100N, {"1": "VSENS", "2": "GND"}, Spot(x + 0.4, y - 3.2)),
        part(f"D{number}", buy.PIXEL, led, Spot(led_x, led_y, 180)),
        part(
            f"C{30 + number}",
            buy.C_100N,
            {"1": "+5V", "2": "GND"},
            Spot(led_x + 3, led_y + 4.4, 180),
        ),
    ]
    if square == 0:
        data = {"1": "LED_IN", "2": "LD1"}
        parts.insert(0, part("R5", buy.R_330R, data, Spot(led_x - 8, led_y)))
    return parts


def _legends(squares: int, geometry: Geometry) -> list[Legend]:
    length, width = geometry.strip_size(squares)
    legends = [
        Legend(f"file {COLUMNS[n]}", _along(geometry.middle(n), 9), 2.2, 1.4)
        for n in range(squares)
    ]
    headers = geometry.pitch * _HEADERS_AFTER - 4.5
    name = f"Kamisado strip {squares}  rev {REVISION}  CERN-OHL-P-2.0"
    return [
        *legends,
        Legend(name, length - 1.25 * geometry.pitch, width - 1.6),
        Legend("RIBBON OUT", headers, 1.6),
        Legend("RIBBON IN", headers, width - 2.2),
        Legend("RIBBON OUT", headers + 23, _OUT_Y, under=True),
        Legend("RIBBON IN", headers + 23, _IN_Y, under=True),
        Legend("White's side", geometry.pitch / 2 + 9, width - 1.6),
    ]


def _along(point: Point, distance: float) -> float:
    return point[0] + distance
