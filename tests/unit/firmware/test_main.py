"""main.py, boot.py, safemode.py and device.py, run on stand-ins for CircuitPython's modules."""

from __future__ import annotations

import runpy
import sys
import types
from collections.abc import Sequence

import pytest

from kamiboard import config
from tests.micropython.host_line import host_line
from tests.unit.firmware.fake_chip import (
    CELLS,
    FIRMWARE,
    Chip,
    DigitalInOut,
    run_main,
    said,
)


class NeoPixel:
    """Adafruit's class, as far as the firmware uses it."""

    chip: Chip

    def __init__(self, pin: str, n: int, *, auto_write: bool, pixel_order: str) -> None:
        assert (pin, n, auto_write, pixel_order) == ("GP15", CELLS, False, "GRB")
        self._colours = [0] * n

    def __setitem__(self, index: int | slice, rgb: int | Sequence[int]) -> None:
        if isinstance(index, slice):
            assert not isinstance(rgb, int)
            assert len(rgb) == len(self._colours[index])
            self._colours[index] = rgb
        else:
            assert isinstance(rgb, int)
            self._colours[index] = rgb

    def show(self) -> None:
        data = bytearray()
        for rgb in self._colours:
            data += bytes((rgb >> 8 & 255, rgb >> 16, rgb & 255))
        self.chip.log.append("through the library")
        self.chip.write(DigitalInOut(self.chip, "GP15"), data)


def test_the_board_starts_and_says_hello_and_what_stands_on_it(chip: Chip) -> None:
    chip.strips.field_mt[0] = -35
    run_main()
    hello, snap = said(chip)[:2]
    assert hello[:4] == ["hello", "1.7", "0.1.0", "E6614103E7452D2F"]
    assert len(hello[4]) == 4
    assert hello[5:] == ["8x8", "ahead+leds+levels+polarity", "300", "-", "-"]
    assert snap[3] == "n" + "." * 63
    assert chip.strips.faults == []
    assert chip.runtime.autoreload is False
    assert (chip.port.timeout, chip.port.write_timeout) == (0, 0)  # type: ignore[attr-defined]


def test_the_leds_get_power_only_when_they_are_dark_and_no_row_is_on_by_then(chip: Chip) -> None:
    run_main()
    power = chip.log.index("GP16=1")
    assert "dark" in chip.log[:power]
    assert "light" not in chip.log[:power]
    assert chip.log[power + 1] == "dark"
    for row in config.ROW_PINS:
        assert chip.log.index(f"{row}=1") < chip.log.index("dark")
        assert f"{row}=0" not in chip.log[:power]


def test_adafruit_s_library_is_used_where_it_is_on_the_drive(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = types.ModuleType("neopixel")
    vars(library)["NeoPixel"] = type("NeoPixel", (NeoPixel,), {"chip": chip})
    monkeypatch.setitem(sys.modules, "neopixel", library)
    run_main()
    assert "through the library" in chip.log
    assert said(chip)[0][0] == "hello"


def test_both_ways_to_the_leds_send_the_same_bytes(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = types.ModuleType("neopixel")
    vars(library)["NeoPixel"] = type("NeoPixel", (NeoPixel,), {"chip": chip})
    shown = []
    for way in (None, library):
        monkeypatch.setitem(sys.modules, "neopixel", way)
        chip.port.give(host_line("hello", 0, "1.0,0.1.0"))
        chip.port.give(host_line("palette", 1, "102030"))
        chip.port.give(host_line("frame", 2, "1," + "0-" * 9 + "1-" + "0-" * 54))
        chip.run_ms = 500
        run_main()
        shown.append(chip.shown)
    assert shown[0] == shown[1] == bytes(27) + b"\x20\x10\x30" + bytes(3 * 54)


def test_without_a_data_port_the_console_says_what_to_do_and_the_board_runs(chip: Chip) -> None:
    vars(sys.modules["usb_cdc"])["data"] = None
    chip.run_ms = 5000
    run_main()
    assert "no data port: copy boot.py to the drive and press reset" in chip.console.text
    assert "light" in chip.log, "the corners ask for a host"


def test_lines_on_the_console_end_in_the_same_way_however_they_came(chip: Chip) -> None:
    from kamiboard import console  # anew, for this chip

    console.write("a place\r\nof CircuitPython\n")
    assert chip.console.text == "a place\r\nof CircuitPython\r\n\r\n"


def test_boot_opens_the_data_port_and_leaves_the_console_free(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, bool]] = []
    vars(sys.modules["usb_cdc"])["enable"] = lambda **ports: asked.append(ports)
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert asked == [{"console": True, "data": True}]
    bar = vars(sys.modules["supervisor"])["status_bar"]
    assert (bar.console, bar.display) == (False, False)


class ConsoleBar:
    """The status bar of a CircuitPython without displays."""

    __slots__ = ("console",)


@pytest.mark.parametrize("bar", [None, ConsoleBar()])
def test_boot_goes_without_a_status_bar(
    chip: Chip, monkeypatch: pytest.MonkeyPatch, bar: ConsoleBar | None
) -> None:
    vars(sys.modules["usb_cdc"])["enable"] = lambda **ports: None
    if bar is None:
        monkeypatch.delattr(sys.modules["supervisor"], "status_bar")
    else:
        monkeypatch.setattr(sys.modules["supervisor"], "status_bar", bar)
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert bar is None or bar.console is False
