"""Stand-ins for CircuitPython's modules, on which main.py runs in CPython."""

from __future__ import annotations

import runpy
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import kamiboard
from kamiboard import config, wire
from tests.micropython.rig import DataPort, Strips

FIRMWARE = Path(__file__).parents[3] / "firmware"
CELLS = config.FILES * config.RANKS


class PowerCutError(BaseException):
    """Ends a program that otherwise runs for ever."""


class ResetError(BaseException):
    """Ends the program in `microcontroller.reset()`."""


class DigitalInOut:
    """A pin of the chip, wired to the rig's strips as in the reference build."""

    def __init__(self, chip: Chip, name: str) -> None:
        self._chip = chip
        self._name = name
        if name in config.ROW_PINS:
            self._wire = chip.strips.rows[config.ROW_PINS.index(name)]
        elif name in config.SELECT_PINS:
            self._wire = chip.strips.selects[config.SELECT_PINS.index(name)]
        else:
            self._wire = None

    def switch_to_input(self, pull: str) -> None:
        assert (self._name, pull) == (config.PINS["LED_NFAULT"], "UP")
        self._chip.outputs[self._name] = True

    def switch_to_output(self, value: bool = False) -> None:
        self.value = value

    @property
    def value(self) -> bool:
        return self._chip.outputs[self._name]

    @value.setter
    def value(self, value: bool) -> None:
        self._chip.outputs[self._name] = value
        self._chip.log.append(f"{self._name}={int(value)}")
        if self._wire is not None:
            self._wire.value = value


class WatchDog:
    """The chip's watchdog; counts how often it is fed."""

    def __init__(self, chip: Chip) -> None:
        self.timeout = 0.0
        self.mode: str | None = None
        self.fed = 0
        self._chip = chip

    def feed(self) -> None:
        self.fed += 1
        self._chip.unfed_s = 0.0


class Console:
    """The console port, opened by a program.

    Attributes:
        text: bytes written so far, as text.
        room: free bytes of its buffer if the program no longer reads; None while it reads.
    """

    def __init__(self, chip: Chip) -> None:
        self.text = ""
        self.room: int | None = None
        self.write_timeout: float | None = None
        self._chip = chip

    def write(self, data: bytes) -> int:
        taken = data if self.room is None else data[: self.room]
        self.text += taken.decode()
        if self.room is not None:
            self.room -= len(taken)
        if len(taken) < len(data):
            if self.write_timeout is None:
                raise PowerCutError("it waits for ever")
            # Once more after a time-out in which it took something, as CircuitPython does.
            self._chip.sleep(self.write_timeout * (2 if taken else 1))
        return len(taken)


class Chip:
    """State shared by the stand-ins: pins, clock, memory and a log.

    Attributes:
        log: writes of pins and LEDs, in order.
        run_ms: time until the power is cut.
        on_tick: called with every reading of the clock; may raise.
        slept_s: time of all waits.
        unfed_s, longest_unfed_s: of those since the watchdog was fed, and the most of it.
    """

    def __init__(self) -> None:
        self.strips = Strips(config.FILES, config.RANKS)
        self.port = DataPort()
        self.console = Console(self)
        self.outputs: dict[str, bool] = {}
        self.log: list[str] = []
        self.shown = b""
        self.nvm = bytearray(b"\xff" * 4096)
        self.now_ms = 536805888  # 65 s before the wrap, where CircuitPython starts
        self.run_ms = 2000
        self.on_tick: Callable[[], None] = lambda: None
        self.slept_s = 0.0
        self.unfed_s = self.longest_unfed_s = 0.0
        self.runtime = types.SimpleNamespace(
            autoreload=True,
            usb_connected=True,
            run_reason="STARTUP",
            safe_mode_reason="supervisor.SafeModeReason.NONE",
        )
        self.cpu = types.SimpleNamespace(
            uid=bytes.fromhex("E6614103E7452D2F"), reset_reason="POWER_ON"
        )
        self.watchdog: WatchDog | None = WatchDog(self)

    def ticks_ms(self) -> int:
        self.on_tick()
        self.now_ms += 7
        self.run_ms -= 7
        if self.run_ms < 0:
            raise PowerCutError
        return self.now_ms % (1 << 29)

    def write(self, pin: DigitalInOut, data: bytearray) -> None:
        self.shown = bytes(data)
        self.log.append("dark" if not any(data) else "light")

    def reset(self) -> None:
        raise ResetError

    def sleep(self, seconds: float) -> None:
        self.slept_s += seconds
        self.unfed_s += seconds
        self.longest_unfed_s = max(self.longest_unfed_s, self.unfed_s)


def forget_device() -> None:
    """Forget imported modules, as a restart does."""
    for name in ("device", "console"):
        sys.modules.pop(f"kamiboard.{name}", None)
        vars(kamiboard).pop(name, None)


def run_main() -> None:
    with pytest.raises((PowerCutError, ResetError)) as ended:
        runpy.run_path(str(FIRMWARE / "main.py"), run_name="__main__")
    # The traceback keeps all objects of the program alive.
    del ended


def said(chip: Chip) -> list[list[str]]:
    """Return the lines that the host has received."""
    chip.port.take()
    messages = [wire.parse(line) for line in chip.port.received.split(b"\n")[:-1]]
    assert None not in messages
    return [[m[0].decode(), *(f.decode() for f in m[2])] for m in messages if m is not None]
