"""Stand-in for CircuitPython's `board`: the pins of the build's controller board."""

from chip import chip
from microcontroller import pin as _pin

board_id = chip.controller
if board_id == "adafruit_feather_rp2040":
    _names = {
        "A0": 26,
        "A1": 27,
        "A2": 28,
        "A3": 29,
        "D0": 1,
        "D1": 0,
        "D4": 6,
        "D5": 7,
        "D6": 8,
        "D9": 9,
        "D10": 10,
        "D11": 11,
        "D12": 12,
        "D13": 13,
        "D24": 24,
        "D25": 25,
        "LED": 13,
        "MISO": 20,
        "MOSI": 19,
        "NEOPIXEL": 16,
        "RX": 1,
        "SCK": 18,
        "SCL": 3,
        "SDA": 2,
        "TX": 0,
    }
else:
    _numbers = list(range(23)) + [26, 27, 28]  # noqa: RUF005 (MicroPython has no [*a])
    _names = {"GP%d" % _number: _number for _number in _numbers}
    _names.update(GP23=23, GP24=24, GP25=25)
    _names.update(A0=26, GP26_A0=26, A1=27, GP27_A1=27, A2=28, GP28_A2=28, A3=29)
    _names.update(VOLTAGE_MONITOR=29, SMPS_MODE=23, VBUS_SENSE=24, LED=25)
for _name, _number in _names.items():
    globals()[_name] = getattr(_pin, "GPIO%d" % _number)
