"""Device: builds the board from CircuitPython's pins and runs it.

With `main.py`, `boot.py`, `safemode.py` and `console.py` the only files that import CircuitPython's
modules.
"""

import gc
import os
import time

import board
import digitalio
import microcontroller
import supervisor
import usb_cdc

from kamiboard import config, console, ticks
from kamiboard.board import Board
from kamiboard.lights.led_strip import LedStrip
from kamiboard.nvm import crash_log
from kamiboard.nvm.calibration import Calibration

MYPY = False
if MYPY:
    from collections.abc import Iterator

    from kamiboard.lights.led_supply import LedSupply
    from kamiboard.nvm.crash_log import CrashLog
    from kamiboard.protocols import Pixels, Port, Sensors, Watchdog

AMBER = 0x201000

_pixels = None  # the LED chain, once it is set up


def run(crashes: "CrashLog") -> "Iterator[None]":
    """Run the board, and yield after each step; ends only by an exception.

    Args:
        crashes: earlier crashes of the program; cleared once it has run quietly.
    """
    global _pixels
    watchdog = start_watchdog()
    rows = [output(name, True) for name in config.ROW_PINS]  # first of all: disconnects the strips
    pixels = _pixels = pixel_chain(config.FILES * config.RANKS)
    order = config.pixel_order(config.FILES, config.RANKS)
    strip = LedStrip(pixels, order, config.FILES, config.UNGREETED_LIMIT_MA)
    led_power = output(config.PINS["LED_EN"], False)
    power_leds(led_power, pixels)  # they are dark by now
    calibration = Calibration(microcontroller.nvm, config.FILES * config.RANKS)
    scanner = sensors(rows, calibration)
    if not all(scanner.parts):
        from kamiboard.sensing.sensor_report import missing

        log("device", "ERROR", missing(scanner.parts))
    if calibration.warning:
        log("device", "ERROR", calibration.warning)
    uid = "".join("%02X" % byte for byte in microcontroller.cpu.uid)
    boot = "%02x%02x" % tuple(os.urandom(2))
    memory = getattr(gc, "mem_free", None)
    port = data_port()
    program = Board(
        scanner,
        calibration,
        strip,
        port,
        uid,
        boot,
        crashes.text,
        memory,
        crashes.count,
        getattr(time, "monotonic_ns", None),
        gc.collect,
        led_supply(),
    )
    gc.collect()  # what was needed to load and build all this
    crashed_before = crashes.text != crash_log.NONE
    start_ms = supervisor.ticks_ms()
    runtime = supervisor.runtime
    has_computer = False  # never without one: at a power bank nothing is suspended
    while True:
        if runtime.usb_connected:
            has_computer = True
        elif has_computer:
            led_power.value = False
            wait_for_computer(watchdog)
            power_leds(led_power, pixels)
        now_ms = supervisor.ticks_ms()
        program.step(now_ms)
        if watchdog is not None:
            watchdog.feed()
        if crashed_before and ticks.since(now_ms, start_ms) >= config.QUIET_MS:
            crashed_before = False
            crashes.clear()
        yield


def power_leds(supply: digitalio.DigitalInOut, pixels: "Pixels") -> None:
    """Switch the LEDs' supply on, and show the pixels as they were set."""
    supply.value = True
    microcontroller.delay_us(config.LED_POWER_MS * 1000)
    pixels.show()


def led_supply() -> "LedSupply | None":
    """Return the monitor of the LEDs' supply; None on a build without its signals."""
    if "LED_NFAULT" not in config.PINS:
        return None
    from analogio import AnalogIn

    from kamiboard.lights.led_supply import LedSupply

    no_fault = digitalio.DigitalInOut(pin("LED_NFAULT"))
    no_fault.switch_to_input(pull=digitalio.Pull.UP)
    return LedSupply(no_fault, AnalogIn(pin("VLED_MON")), AnalogIn(pin("EXT_DET")))


def wait_for_computer(watchdog: "Watchdog | None") -> None:
    """Wait until the computer wakes up; until then a device may hardly draw any current.

    The LEDs' supply must be off by now; so are the sensors between two scans.
    """
    while not supervisor.runtime.usb_connected:
        if watchdog is not None:
            watchdog.feed()
        time.sleep(config.SUSPENDED_S)


def halt(crashes: "CrashLog") -> "Iterator[None]":
    """Report for ever that the board has given up, and yield after each step; the LEDs' supply
    stays off.
    """
    from kamiboard.halted import HaltedBoard

    log("device", "ERROR", "given up after %d deaths: %s" % (crashes.count, crashes.text))
    halted = HaltedBoard(data_port(), crashes)
    while True:
        halted.step(supervisor.ticks_ms())
        time.sleep(0.01)
        yield


def show_amber() -> None:
    """Show one amber pixel, all others dark.  Must not raise, whatever has failed before.

    The watchdog stays on, and is fed: its time is longer than the amber's.
    """
    try:
        if microcontroller.watchdog is not None:
            microcontroller.watchdog.feed()
        if _pixels is not None:
            for pixel in range(config.FILES * config.RANKS):
                _pixels[pixel] = 0 if pixel else AMBER
            _pixels.show()
    except Exception as error:
        log("device", "ERROR", "no amber: %r" % error)


def start_watchdog() -> "Watchdog | None":
    """Start the hardware watchdog, which resets a hanging board; return None if there is none."""
    watchdog = microcontroller.watchdog
    if watchdog is None:
        return None
    from watchdog import WatchDogMode  # exists only on boards that have one

    watchdog.timeout = config.WATCHDOG_S
    watchdog.mode = WatchDogMode.RESET
    return watchdog


def data_port() -> "Port | None":
    """Return the protocol's serial port, non-blocking; None if boot.py has not enabled it."""
    port = usb_cdc.data
    if port is None:
        log(
            "device",
            "ERROR",
            "no data port: copy boot.py to the drive and press reset or pull its plug",
        )
    else:
        port.timeout = port.write_timeout = 0
    return port


def sensors(rows: "list[digitalio.DigitalInOut]", calibration: Calibration) -> "Sensors":
    """Return the scanner of this build; the modules of other builds are not loaded.

    Args:
        rows: the row lines of the strips.
        calibration: has the zeros of linear sensors.
    """
    if not config.LINEAR:
        import keypad

        from kamiboard.sensing.scan_switches import SwitchScanner, marker

        count = marker(config.FILES * config.RANKS) + 1
        keys = keypad.ShiftRegisterKeys(
            clock=pin("CLOCK"),
            data=pin("CHAIN"),
            latch=pin("LATCH"),
            key_count=count,
            value_when_pressed=False,
            interval=config.SWITCH_INTERVAL_S,
            max_events=2 * count,
        )
        return SwitchScanner(keys, keypad.Event(), config.FILES, config.RANKS)
    from analogio import AnalogIn

    delay_us = microcontroller.delay_us
    selects = [output(name, False) for name in config.SELECT_PINS]
    if config.QUARTER_PINS:
        from kamiboard.sensing.scan_quarters import QuarterScanner

        inputs = [AnalogIn(getattr(board, name)) for name in config.QUARTER_PINS]
        return QuarterScanner(selects, inputs, delay_us, calibration.zeros)
    from kamiboard.sensing.scan_strips import StripScanner

    adc = AnalogIn(pin("ADC_AOUT"))
    return StripScanner(rows, selects, adc, delay_us, config.FILES, calibration.zeros)


def pin(signal: str) -> "microcontroller.Pin":
    """Return the pin of a signal of this build."""
    found: "microcontroller.Pin" = getattr(board, config.PINS[signal])
    return found


def output(name: str, value: bool) -> digitalio.DigitalInOut:
    """Return the pin of this name as an output with this initial value."""
    made = digitalio.DigitalInOut(getattr(board, name))
    made.switch_to_output(value=value)
    return made


def pixel_chain(count: int) -> "Pixels":
    """Return the LED chain, through Adafruit's `neopixel` if that is on the drive."""
    name = config.PINS["LED_DATA"]
    try:
        from neopixel import NeoPixel
    except ImportError:
        from neopixel_write import neopixel_write

        from kamiboard.lights.led_pixels import RawPixels

        data_pin = output(name, False)
        return RawPixels(lambda data: neopixel_write(data_pin, data), count)
    pixels: "Pixels" = NeoPixel(
        getattr(board, name), count, auto_write=False, pixel_order=config.PIXEL_COLOURS
    )
    return pixels


def log(module: str, level: str, message: str) -> None:
    """Write a line to the console; the data port carries protocol lines only."""
    console.write("%d %s %s %s" % (supervisor.ticks_ms(), module, level, message))
