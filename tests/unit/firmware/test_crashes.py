"""Crashes of the firmware: told, counted, forgiven, and the reset that follows."""

from __future__ import annotations

import runpy
import sys

import pytest

from kamiboard import config
from kamiboard.nvm import crash_log
from tests.micropython.host_line import host_line
from tests.micropython.rig import DataPort
from tests.unit.firmware.fake_chip import (
    CELLS,
    FIRMWARE,
    Chip,
    ResetError,
    forget_device,
    run_main,
    said,
)


def fail_soon(chip: Chip, error: BaseException) -> None:
    """Let the program crash after some steps."""
    ticks = 0

    def fail() -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 100:
            raise error

    chip.on_tick = fail


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
    chip.port.give(host_line("hello", 0, "1.1,0.1.0"))
    run_main()
    hello, crash = said(chip)[:2]
    assert hello[-1].startswith("OSError: the ADC  it is  gone  at test_crashes.py:")
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
        chip.unfed_s = chip.longest_unfed_s = 0.0
        die(chip)
        assert crash_log.CrashLog(chip.nvm).count == count
        assert chip.shown[:3] == b"\x10\x20\x00"
        assert chip.longest_unfed_s < config.WATCHDOG_S
        again(chip)
    chip.on_tick = chip.port.take
    run_main()
    assert {tuple(line[:3]) for line in said(chip)} == {("crash", "5", "down")}


def test_ctrl_c_on_the_console_restarts_the_board_and_is_no_crash(chip: Chip) -> None:
    fail_soon(chip, KeyboardInterrupt())
    with pytest.raises(ResetError):
        runpy.run_path(str(FIRMWARE / "main.py"), run_name="__main__")
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
        runpy.run_path(str(FIRMWARE / "main.py"), run_name="__main__")
    assert crash_log.CrashLog(chip.nvm).count == 1


def test_after_five_deaths_the_board_stays_dark_and_only_says_why(chip: Chip) -> None:
    for count in range(1, 6):
        die(chip)
        assert crash_log.CrashLog(chip.nvm).count == count
        again(chip)
    chip.port.give(host_line("hello", 0, "1.1,0.1.0"))
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
        runpy.run_path(str(FIRMWARE / "main.py"), run_name="__main__")
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
