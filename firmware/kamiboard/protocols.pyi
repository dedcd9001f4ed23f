"""Protocols of the objects that the board is given, for the type checker only.

The board has no `typing`.  Modules import these names under `if MYPY:`, which mypy takes for true
and each interpreter for false.
"""

from array import array
from collections.abc import Sequence
from typing import Protocol, overload

import keypad

KeyEvent = keypad.Event
Keys = keypad.ShiftRegisterKeys

class Sensors(Protocol):
    """Scanner of a board's sensors: `StripScanner`, `QuarterScanner` or `SwitchScanner`."""

    files: int
    ranks: int
    levels: array[int]
    parts: bytearray

    def share(self, process: Process, clock_ns: ClockNs | None, /) -> None: ...
    def scan(self) -> None: ...
    def check_part(self, part: int, /) -> bool: ...

class Process(Protocol):
    """Takes in the new levels of the cells from `first` up to, not including, `end`."""

    def __call__(self, first: int, end: int, /) -> None: ...

class ClockNs(Protocol):
    """A clock in nanoseconds, as `time.monotonic_ns`; it allocates."""

    def __call__(self) -> int: ...

class Collect(Protocol):
    """Garbage collection, as `gc.collect`."""

    def __call__(self) -> object: ...

class Output(Protocol):
    """A digital output, as `digitalio.DigitalInOut`."""

    value: bool

class Input(Protocol):
    """A digital input, as `digitalio.DigitalInOut`."""

    @property
    def value(self) -> bool: ...

class Analog(Protocol):
    """A 16-bit analogue input, as `analogio.AnalogIn`."""

    @property
    def value(self) -> int: ...

class DelayUs(Protocol):
    """Busy wait, as `microcontroller.delay_us`."""

    def __call__(self, microseconds: int, /) -> None: ...

class Port(Protocol):
    """A non-blocking serial port, as `usb_cdc.data` with both time-outs at 0."""

    @property
    def connected(self) -> bool: ...
    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def write(self, buf: bytes | memoryview, /) -> int: ...
    def reset_output_buffer(self) -> None: ...

class Pixels(Protocol):
    """A chain of LEDs, as `neopixel.NeoPixel` with auto_write off: 0xRRGGBB a pixel, or all of
    them at once by `[:]`."""

    @overload
    def __setitem__(self, index: int, rgb: int, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, rgb: Sequence[int], /) -> None: ...
    def show(self) -> None: ...

class Memory(Protocol):
    """Non-volatile memory, as `microcontroller.nvm`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> bytes | bytearray: ...
    @overload
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: slice, value: bytes, /) -> None: ...

class PixelWriter(Protocol):
    """Writes bytes to a chain of LEDs, in the chain's own colour order."""

    def __call__(self, data: bytearray, /) -> None: ...

class FreeMemory(Protocol):
    """Free heap in bytes, as `gc.mem_free`."""

    def __call__(self) -> int: ...

class Watchdog(Protocol):
    """A hardware watchdog, as `microcontroller.watchdog`."""

    def feed(self) -> None: ...
