"""Stand-in for CircuitPython's `board`: the pins of a Raspberry Pi Pico."""

from microcontroller import Pin

for _number in range(29):
    globals()["GP%d" % _number] = Pin(_number)
A0 = globals()["GP26"]
A1 = globals()["GP27"]
A2 = globals()["GP28"]
board_id = "raspberry_pi_pico"
