"""Strip: circuit board of one row of squares, each with a Hall sensor and a pixel.

All strips of a board are alike.  Every strip finds its own row line on the same ribbon pin, because
each passes the other row lines on one pin further down.  While its row line is low, a strip's
sensors are powered and its multiplexer drives AOUT.
"""

from __future__ import annotations

from hardware.electronics.design import components as buy
from hardware.electronics.design import strip_sheet
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
from hardware.geometry import Geometry
from hardware.pinmap import RIBBON_PINS, PinMap

COLUMNS = "abcdefghi"

_MULTIPLEXER_AFTER = 5
"""Number of squares left of it; the middle of a strip of nine."""
_HEADERS_AFTER = 4
_POWER_AFTER = 3
_IN_Y, _OUT_Y = 17.3, 6.3  # of the ribbon headers; the input is on White's side


def strip(squares: int, geometry: Geometry, pin_map: PinMap) -> Board:
    """Return the strip with this number of squares."""
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
        hole=geometry.strip_hole,
        fiducials=((11, 4.5), (length - 11, 4.5), (length - 11, 19.5)),
        zones=(
            Zone("+5V", 0, (edge + 0.1, width - 6.0, length - edge - 0.1, width - 0.6), 2),
            Zone("GND", 0, whole),
            Zone("GND", 1, whole),
        ),
        widths={"+5V": 0.6, "GND": 0.4},
        legends=tuple(_legends(squares, geometry)),
        sheet=strip_sheet.draw(squares),
    )


def ribbon(pin_map: PinMap, leaving: bool) -> dict[str, str | None]:
    """Return the nets of a strip's ribbon connector by pin.

    ROW1 is the strip's own row line, ROW2 that of the next strip, and so on.  They leave one pin
    further down; the last row pin of the output is unconnected.
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
        part("J1", buy.RIBBON_HEADER, entering, Placement(x, _IN_Y, 90, bottom=True), "RIBBON IN"),
        part("J2", buy.RIBBON_HEADER, leaving, Placement(x, _OUT_Y, 90, bottom=True), "RIBBON OUT"),
        part("J3", buy.POWER_HEADER, supply, Placement(power - 2, 20.2, bottom=True), "5 V IN"),
        part("J4", buy.POWER_HEADER, supply, Placement(power + 8, 20.2, bottom=True), "5 V OUT"),
        part("C4", buy.C_4U7, supply, Placement(power - 7, 19, 180)),
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
        part("U1", buy.MULTIPLEXER, nets, Placement(x + 2.5, 12)),
        part("R1", buy.R_100R, {"1": "COM", "2": "AOUT"}, Placement(x - 4.5, 8, 180)),
        part("C1", buy.C_100N, supply, Placement(x + 6, 5.2)),
        part("C2", buy.C_10U, supply, Placement(x - 10.5, 8.5, 90)),
        part("R4", buy.R_4K7, {"1": "VSENS", "2": "REF"}, Placement(x + 11.5, 4.4)),
        part("R6", buy.R_4K7, {"1": "REF", "2": "GND"}, Placement(x + 16, 4.4)),
    ]


def _sensor_supply(geometry: Geometry) -> list[Part]:
    x = geometry.pitch * _MULTIPLEXER_AFTER
    fet = {"G": "GATE", "S": "+3V3", "D": "VSENS"}
    return [
        part("Q1", buy.P_FET, fet, Placement(x - 10.5, 13)),
        part("R2", buy.R_4K7, {"1": "ROW1", "2": "GATE"}, Placement(x - 5.5, 16, 180)),
        part("R3", buy.R_4K7, {"1": "+3V3", "2": "ROW1"}, Placement(x - 5.5, 13)),
        part("C3", buy.C_10N, {"1": "GATE", "2": "VSENS"}, Placement(x - 14, 13, 90)),
    ]


def _square(square: int, squares: int, geometry: Geometry) -> list[Part]:
    """Return sensor and pixel of a square, each with its capacitor; with the first pixel, the
    series resistor of the data line."""
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
        part(f"U{10 + number}", buy.HALL_SENSOR, sensor, Placement(x, y)),
        part(
            f"C{10 + number}", buy.C_100N, {"1": "VSENS", "2": "GND"}, Placement(x + 0.4, y - 3.2)
        ),
        part(f"D{number}", buy.PIXEL, led, Placement(led_x, led_y, 180)),
        part(
            f"C{30 + number}",
            buy.C_100N,
            {"1": "+5V", "2": "GND"},
            Placement(led_x + 3, led_y + 4.4, 180),
        ),
    ]
    if square == 0:
        data = {"1": "LED_IN", "2": "LD1"}
        parts.insert(0, part("R5", buy.R_330R, data, Placement(led_x - 8, led_y)))
    return parts


def _legends(squares: int, geometry: Geometry) -> list[Legend]:
    length, width = geometry.strip_size(squares)
    legends = [
        Legend(f"file {COLUMNS[n]}", geometry.middle(n)[0] + 9, 2.2, 1.4) for n in range(squares)
    ]
    headers = geometry.pitch * _HEADERS_AFTER - 4.5
    name = f"Kamisado strip {squares}  rev {REVISION}  {LICENCE}"
    return [
        *legends,
        Legend(name, length - 1.25 * geometry.pitch, width - 1.6),
        Legend("RIBBON OUT", headers, 1.6),
        Legend("RIBBON IN", headers, width - 2.2),
        Legend("RIBBON OUT", headers + 23, _OUT_Y, bottom=True),
        Legend("RIBBON IN", headers + 23, _IN_Y, bottom=True),
        Legend("White's side", geometry.pitch / 2 + 9, width - 1.6),
    ]
