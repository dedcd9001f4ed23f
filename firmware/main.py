"""The entry: builds the board from its pins and runs it; dies in amber and starts again.

CircuitPython runs `code.py` before this file; a fresh drive holds one, which must be deleted.
"""

import gc
import os
import time

import analogio
import board as pins
import microcontroller
import supervisor
import usb_cdc

from kamiboard import config, trouble
from kamiboard.board import Board
from kamiboard.device import chain, log, output, print_exception
from kamiboard.scan import Scanner
from kamiboard.strip import Strip

AMBER = 0x201000
AMBER_S = 5  # long enough to be noticed; and a program that keeps dying wears the flash out slowly

supervisor.runtime.autoreload = False  # it can restart a game with no file changed
pixels = None
try:
    rows = [output(name, True) for name in config.ROW_PINS]  # first of all: no strip on the line
    pixels = chain(config.FILES * config.RANKS)
    order = config.pixel_order(config.FILES, config.RANKS)
    strip = Strip(pixels, order, config.FILES, config.UNGREETED_LIMIT_MA)
    led_power = output(config.PINS["LED_EN"], True)  # dark by now
    microcontroller.delay_us(config.LED_POWER_MS * 1000)
    pixels.show()  # again, now that they have power
    selects = [output(name, False) for name in config.SELECT_PINS]
    adc = analogio.AnalogIn(getattr(pins, config.PINS["ADC_AOUT"]))
    scanner = Scanner(rows, selects, adc, microcontroller.delay_us, config.FILES)
    port = usb_cdc.data
    if port is None:
        log("main", "ERROR", "no data port: copy boot.py to the drive and press reset")
    else:
        port.timeout = port.write_timeout = 0
    uid = "".join("%02X" % byte for byte in microcontroller.cpu.uid)
    boot = "%02x%02x" % tuple(os.urandom(2))
    note = trouble.take(microcontroller.nvm)
    program = Board(scanner, strip, port, uid, boot, note, getattr(gc, "mem_free", None))
    while True:
        program.step(supervisor.ticks_ms())
except Exception as error:
    print_exception(error)
    log("main", "ERROR", "starting again in %d s" % AMBER_S)
    trouble.leave(microcontroller.nvm, "restarted after %s: %s" % (type(error).__name__, error))
    if pixels is not None:
        for pixel in range(config.FILES * config.RANKS):
            pixels[pixel] = 0 if pixel else AMBER
        pixels.show()
    time.sleep(AMBER_S)
    supervisor.reload()
