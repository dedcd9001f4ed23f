"""`kamisado flash` as it is typed, on a plain folder for a drive."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from host.cli.main import main
from host.maintenance.installer import firmware_files
from tests.support.simulated_board import SimulatedBoard

BOOT_OUT = "Adafruit CircuitPython 10.0.3 on 2025-10-17; {name}\r\nBoard ID:{id}\r\nUID:DE6118\r\n"


class Keyboard(io.StringIO):
    """A terminal on which something is typed."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A fresh drive."""
    text = BOOT_OUT.format(name="Raspberry Pi Pico with rp2040", id="raspberry_pi_pico")
    (tmp_path / "boot_out.txt").write_text(text)
    (tmp_path / "code.py").write_text('print("Hello World!")\n')
    return tmp_path


def names(drive: Path) -> set[str]:
    return {path.relative_to(drive).as_posix() for path in drive.rglob("*.py")}


def test_a_dry_run_lists_everything_and_changes_nothing(
    drive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", str(drive), "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "chip DE6118" in told
    assert "delete code.py, CircuitPython's sample" in told
    for name in firmware_files():
        assert f"write {name} (" in told
    assert names(drive) == {"code.py"}


@pytest.mark.parametrize("answer", ["\n", "n\n", "what\n"])
def test_the_sample_is_not_touched_before_somebody_agrees(
    drive: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(answer))
    assert main(["flash", str(drive)]) == 1
    assert capsys.readouterr().err == "kamisado: Nothing was changed.\n"
    assert names(drive) == {"code.py"}


def test_a_yes_installs_it_and_says_what_to_do_next(
    drive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard("y\n"))
    assert main(["flash", str(drive)]) == 0
    told = capsys.readouterr().out
    assert "press the board's reset button" in told
    assert "./kamisado play" in told
    assert names(drive) >= set(firmware_files())
    assert "code.py" not in names(drive)
    assert main(["flash", str(drive)]) == 0
    assert "There is nothing to do." in capsys.readouterr().out


def test_where_nobody_can_be_asked_yes_must_be_said_beforehand(
    drive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["flash", str(drive)]) == 1
    assert "--yes" in capsys.readouterr().err
    assert main(["flash", str(drive), "--yes"]) == 0
    assert names(drive) >= set(firmware_files())


def test_a_board_of_another_kind_is_told_where_its_pins_are_chosen(
    drive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(name="Feather", id="adafruit_feather_x"))
    assert main(["flash", str(drive), "--dry-run"]) == 0
    assert "'adafruit_feather_x': change PINS in firmware/" in capsys.readouterr().out


def test_a_folder_that_is_no_drive_is_one_plain_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", str(tmp_path)]) == 1
    assert "is not a CIRCUITPY drive" in capsys.readouterr().err


@pytest.mark.e2e
def test_the_simulator_runs_what_was_installed(drive: Path) -> None:
    assert main(["flash", str(drive), "--yes"]) == 0
    with SimulatedBoard("--firmware", str(drive)) as board:
        board.step(1000)
        assert int(str(board.ask("state")["scans"])) > 100
