"""main.py, boot.py, safemode.py and device.py, run on stand-ins for CircuitPython's modules."""

from __future__ import annotations

import runpy
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kamiboard
from kamiboard import config, crash_log, wire
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

    def feed(self) -> None:
        self.fed += 1


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
            self._chip.slept_s += self.write_timeout
        return len(taken)


class Chip:
    """State shared by the stand-ins: pins, clock, memory and a log.

    Attributes:
        log: writes of pins and LEDs, in order.
        run_ms: time until the power is cut.
        on_tick: called with every reading of the clock; may raise.
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


class NeoPixel:
    """Adafruit's class, as far as the firmware uses it."""

    chip: Chip

    def __init__(self, pin: str, n: int, *, auto_write: bool, pixel_order: str) -> None:
        assert (pin, n, auto_write, pixel_order) == ("GP15", CELLS, False, "GRB")
        self._colours = [0] * n

    def __setitem__(self, index: int, rgb: int) -> None:
        self._colours[index] = rgb

    def show(self) -> None:
        data = bytearray()
        for rgb in self._colours:
            data += bytes((rgb >> 8 & 255, rgb >> 16, rgb & 255))
        self.chip.log.append("through the library")
        self.chip.write(DigitalInOut(self.chip, "GP15"), data)


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


def forget_device() -> None:
    """Forget imported modules, as a restart does."""
    for name in ("device", "console"):
        sys.modules.pop(f"kamiboard.{name}", None)
        vars(kamiboard).pop(name, None)


def fail_soon(chip: Chip, error: BaseException) -> None:
    """Let the program crash after some steps."""
    ticks = 0

    def fail() -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 100:
            raise error

    chip.on_tick = fail


def run_main() -> None:
    with pytest.raises((PowerCutError, ResetError)) as ended:
        runpy.run_path(str(FIRMWARE / "main.py"))
    # The traceback keeps all objects of the program alive.
    del ended


def said(chip: Chip) -> list[list[str]]:
    """Return the lines that the host has received."""
    chip.port.take()
    messages = [wire.parse(line) for line in chip.port.received.split(b"\n")[:-1]]
    assert None not in messages
    return [[m[0].decode(), *(f.decode() for f in m[2])] for m in messages if m is not None]


def test_the_board_starts_and_says_hello_and_what_stands_on_it(chip: Chip) -> None:
    chip.strips.field_mt[0] = -35
    run_main()
    hello, snap = said(chip)[:2]
    assert hello[:4] == ["hello", "1.5", "0.1.0", "E6614103E7452D2F"]
    assert len(hello[4]) == 4
    assert hello[5:] == ["8x8", "leds+levels+polarity", "300", "-", "-"]
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
        chip.port.give(wire.line("hello", 0, "1.0,0.1.0"))
        chip.port.give(wire.line("palette", 1, "102030"))
        chip.port.give(wire.line("frame", 2, "1," + "0-" * 9 + "1-" + "0-" * 54))
        chip.run_ms = 500
        run_main()
        shown.append(chip.shown)
    assert shown[0] == shown[1] == bytes(27) + b"\x20\x10\x30" + bytes(3 * 54)


def test_a_program_that_dies_says_so_in_amber_and_starts_again(chip: Chip) -> None:
    fail_soon(chip, OSError("the ADC, it is *gone*"))
    run_main()
    assert chip.shown == b"\x10\x20\x00" + bytes(3 * (CELLS - 1))
    assert chip.slept_s == 5
    assert chip.watchdog is not None
    assert chip.watchdog.mode == "RESET", "a board that hangs now is reset as well"
    assert chip.watchdog.timeout > chip.slept_s, "it does not bite while the board shows amber"
    assert "OSError: the ADC, it is *gone*\r\n" in chip.console.text
    assert "main ERROR died 1 times, starting again in 5 s\r\n" in chip.console.text
    again(chip)
    chip.port.give(wire.line("hello", 0, "1.1,0.1.0"))
    run_main()
    hello, crash = said(chip)[:2]
    assert hello[-1].startswith("OSError: the ADC  it is  gone  at test_main.py:")
    assert crash[:3] == ["crash", "1", "up"]
    assert crash[3].startswith(hello[-1])
    assert " device.py:" in crash[3]
    assert crash[3].rpartition(" ")[2].startswith("main.py:"), "the whole way, innermost first"


def again(chip: Chip, run_ms: int = 100) -> None:
    """Restart as `microcontroller.reset()` does; the non-volatile memory is kept."""
    forget_device()
    chip.runtime.run_reason = "STARTUP"
    chip.cpu.reset_reason = "SOFTWARE"
    chip.port = DataPort()
    vars(sys.modules["usb_cdc"])["data"] = chip.port
    chip.on_tick = lambda: None
    chip.run_ms = run_ms
    chip.outputs.clear()
    chip.log.clear()


def die(chip: Chip, message: str = "again") -> None:
    """Let the program crash in its first step."""

    def fail() -> None:
        raise OSError(message)

    chip.on_tick = fail
    run_main()


@pytest.mark.parametrize("room", [0, 100, 300])
def test_a_console_that_nobody_reads_keeps_no_board_from_starting_again(
    chip: Chip, room: int
) -> None:
    chip.console.room = room
    for count in range(1, 6):
        chip.slept_s = 0.0
        die(chip)
        assert crash_log.CrashLog(chip.nvm).count == count
        assert chip.shown[:3] == b"\x10\x20\x00"
        assert chip.slept_s < config.WATCHDOG_S
        again(chip)
    chip.on_tick = chip.port.take
    run_main()
    assert {tuple(line[:3]) for line in said(chip)} == {("crash", "5", "down")}


def test_ctrl_c_on_the_console_restarts_the_board_and_is_no_crash(chip: Chip) -> None:
    fail_soon(chip, KeyboardInterrupt())
    with pytest.raises(ResetError):
        runpy.run_path(str(FIRMWARE / "main.py"))
    assert crash_log.CrashLog(chip.nvm).count == 0
    assert chip.slept_s == 0


def test_ctrl_c_while_the_board_shows_amber_restarts_it_as_well(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupted)
    fail_soon(chip, OSError("gone"))
    with pytest.raises(ResetError):
        runpy.run_path(str(FIRMWARE / "main.py"))
    assert crash_log.CrashLog(chip.nvm).count == 1


def test_after_five_deaths_the_board_stays_dark_and_only_says_why(chip: Chip) -> None:
    for count in range(1, 6):
        die(chip)
        assert crash_log.CrashLog(chip.nvm).count == count
        again(chip)
    chip.port.give(wire.line("hello", 0, "1.1,0.1.0"))
    chip.run_ms = 10_000
    chip.on_tick = chip.port.take
    run_main()
    lines = said(chip)
    assert {tuple(line[:3]) for line in lines} == {("crash", "5", "down")}
    assert 10 <= len(lines) <= 12, "once a second, and in answer to the hello"
    assert lines[0][3].startswith("OSError: again at ")
    assert "GP16" not in chip.outputs, "nothing switches the LEDs' supply on"
    assert "light" not in chip.log


@pytest.mark.parametrize("reason", ["POWER_ON", "RESET_PIN", "UNKNOWN"])
def test_a_reset_by_hand_allows_five_more_crashes(chip: Chip, reason: str) -> None:
    for _ in range(5):
        die(chip)
        again(chip)
    chip.runtime.run_reason, chip.cpu.reset_reason = "STARTUP", reason
    run_main()
    assert said(chip)[0][0] == "hello"
    die(chip, "once more")
    assert crash_log.CrashLog(chip.nvm).count == 1


def test_a_quiet_minute_forgives_what_was_before(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config.QUIET_MS == 60_000
    monkeypatch.setattr(config, "QUIET_MS", 6000)  # a tenth of it, which is soon over
    for _ in range(4):
        die(chip)
        again(chip)
    chip.run_ms = config.QUIET_MS - 2000
    run_main()
    assert crash_log.CrashLog(chip.nvm).count == 4
    again(chip, config.QUIET_MS + 2000)
    run_main()
    record = crash_log.CrashLog(chip.nvm)
    assert (record.count, record.text) == (0, "-")


def test_the_watchdog_is_fed_in_every_step_and_a_reset_by_it_is_a_death(chip: Chip) -> None:
    assert chip.watchdog is not None
    run_main()
    assert (chip.watchdog.timeout, chip.watchdog.mode) == (8, "RESET")
    assert chip.watchdog.fed > 100
    again(chip)
    chip.runtime.run_reason, chip.cpu.reset_reason = "STARTUP", "WATCHDOG"
    run_main()
    assert said(chip)[0][-1] == "the program hung; its watchdog has reset the board"
    again(chip)
    run_main()
    assert crash_log.CrashLog(chip.nvm).count == 1, "it is the same reset, not another"
    again(chip)
    chip.runtime.run_reason = "REPL_RELOAD"
    run_main()
    assert crash_log.CrashLog(chip.nvm).count == 1, "ctrl-D on the console is no reset either"


def test_a_board_without_watchdog_and_memory_runs_and_restarts_as_well(chip: Chip) -> None:
    vars(sys.modules["microcontroller"])["watchdog"] = None
    vars(sys.modules["microcontroller"])["nvm"] = None
    run_main()
    assert said(chip)[0][0] == "hello"
    again(chip)
    die(chip)
    assert chip.shown[:3] == b"\x10\x20\x00"


def test_a_damaged_file_is_a_death_like_any_other(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "kamiboard.device", None)  # import fails
    run_main()
    record = crash_log.CrashLog(chip.nvm)
    assert record.count == 1
    assert "kamiboard" in record.text
    chip.cpu.reset_reason = "SOFTWARE"
    for _ in range(4):
        run_main()
    # Nothing is left to try; CircuitPython prints the traceback and releases all pins.
    with pytest.raises(ImportError):
        runpy.run_path(str(FIRMWARE / "main.py"))
    assert crash_log.CrashLog(chip.nvm).count == 5


def run_safe_mode(chip: Chip, name: str) -> bool:
    """Run safemode.py; return True if it resets the board."""
    chip.runtime.safe_mode_reason = f"supervisor.SafeModeReason.{name}"
    try:
        runpy.run_path(str(FIRMWARE / "safemode.py"))
    except ResetError:
        return True
    return False


def test_from_a_crash_of_circuitpython_the_board_starts_again_and_tells_it(chip: Chip) -> None:
    assert run_safe_mode(chip, "HARD_FAULT")
    chip.cpu.reset_reason = "SOFTWARE"
    run_main()
    assert said(chip)[0][-1] == "CircuitPython went into safe mode: HARD_FAULT"
    assert [run_safe_mode(chip, "HARD_FAULT") for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("name", ["USER", "PROGRAMMATIC", "NO_CIRCUITPY", "USB_TOO_MANY_ENDPOINTS"])
def test_safe_mode_that_somebody_wanted_or_that_no_reset_helps_is_left_alone(
    chip: Chip, name: str
) -> None:
    assert not run_safe_mode(chip, name)
    assert crash_log.CrashLog(chip.nvm).count == 0


def test_without_a_data_port_the_console_says_what_to_do_and_the_board_runs(chip: Chip) -> None:
    vars(sys.modules["usb_cdc"])["data"] = None
    chip.run_ms = 5000
    run_main()
    assert "no data port: copy boot.py to the drive and press reset" in chip.console.text
    assert "light" in chip.log, "the corners ask for a host"


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
