"""Stand-in for CircuitPython's `board`: the pins of a Raspberry Pi Pico."""

from microcontroller import pin as _pin

board_id = "raspberry_pi_pico"
for _number in list(range(23)) + [26, 27, 28]:  # noqa: RUF005 (MicroPython has no [*a])
    globals()["GP%d" % _number] = getattr(_pin, "GPIO%d" % _number)
A0 = GP26_A0 = _pin.GPIO26
A1 = GP27_A1 = _pin.GPIO27
A2 = GP28_A2 = _pin.GPIO28
A3 = VOLTAGE_MONITOR = _pin.GPIO29
SMPS_MODE = GP23 = _pin.GPIO23
VBUS_SENSE = GP24 = _pin.GPIO24
LED = GP25 = _pin.GPIO25
