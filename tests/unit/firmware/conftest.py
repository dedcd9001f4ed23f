"""Fixtures of the tests of the firmware."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator

import pytest

from kamiboard import config
from tests.unit.firmware.fake_chip import (
    Chip,
    DigitalInOut,
    forget_device,
)


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    """A chip with importable stand-ins; Adafruit's library is not on its drive."""
    chip = Chip()

    def module(name: str, **members: object) -> None:
        stand_in = types.ModuleType(name)
        vars(stand_in).update(members)
        monkeypatch.setitem(sys.modules, name, stand_in)

    module("board", **{f"GP{gpio}": f"GP{gpio}" for gpio in range(29)})
    module(
        "digitalio",
        DigitalInOut=lambda name: DigitalInOut(chip, name),
        Pull=types.SimpleNamespace(UP="UP"),
    )
    led_mv, external_mv = 2500, 0  # at the dividers: fed by USB
    inputs = {
        "GP26": chip.strips,
        "GP27": types.SimpleNamespace(value=config.counts_from_mv(led_mv)),
        "GP28": types.SimpleNamespace(value=config.counts_from_mv(external_mv)),
    }
    module("analogio", AnalogIn=inputs.__getitem__)
    module(
        "microcontroller",
        delay_us=chip.strips.delay_us,
        nvm=chip.nvm,
        cpu=chip.cpu,
        watchdog=chip.watchdog,
        reset=chip.reset,
        ResetReason=types.SimpleNamespace(WATCHDOG="WATCHDOG", SOFTWARE="SOFTWARE"),
    )
    module("watchdog", WatchDogMode=types.SimpleNamespace(RESET="RESET"))
    module("neopixel_write", neopixel_write=chip.write)
    module(
        "supervisor",
        ticks_ms=chip.ticks_ms,
        runtime=chip.runtime,
        status_bar=types.SimpleNamespace(console=True, display=True),
        RunReason=types.SimpleNamespace(STARTUP="STARTUP", SUPERVISOR_RELOAD="SUPERVISOR_RELOAD"),
    )
    module("usb_cdc", data=chip.port, console=chip.console)
    monkeypatch.setitem(sys.modules, "neopixel", None)  # import fails
    forget_device()
    monkeypatch.setattr("time.sleep", chip.sleep)
    yield chip
    forget_device()
