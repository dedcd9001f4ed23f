"""Stand-in for CircuitPython's `board`: the pins of the build's controller board."""

from chip import chip
from microcontroller import pin as _pin

# As in CircuitPython's pins.c of each board, whose first name of a pin is the one that it shows.
_GP = " ".join(["GP%d=%d" % (_number, _number) for _number in range(23)])
_PINS = {
    "adafruit_feather_rp2040": "A0=26 A1=27 A2=28 A3=29 D24=24 D25=25 SCK=18 MOSI=19 MISO=20 D0=1 "
    "RX=1 D1=0 TX=0 D4=6 SDA=2 SCL=3 D5=7 D6=8 D9=9 D10=10 D11=11 D12=12 LED=13 D13=13 NEOPIXEL=16",
    "raspberry_pi_pico": _GP + " SMPS_MODE=23 GP23=23 VBUS_SENSE=24 GP24=24 LED=25 GP25=25 "
    "GP26_A0=26 GP26=26 A0=26 GP27_A1=27 GP27=27 A1=27 GP28_A2=28 GP28=28 A2=28 A3=29 "
    "VOLTAGE_MONITOR=29",
}

board_id = chip.controller
for _text in _PINS[board_id].split():
    _name, _number = _text.split("=")
    globals()[_name] = _found = getattr(_pin, "GPIO" + _number)
    if _found.name is None:
        _found.name = _name
